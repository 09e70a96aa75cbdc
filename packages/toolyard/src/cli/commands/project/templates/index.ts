/** The kinds of tools that `new tool` makes. */
import { classTool } from './class-tool.ts'
import { functionTool } from './function-tool.ts'
import { programTool } from './program-tool.ts'
import { restTool } from './rest-tool.ts'
import { statefulTool } from './stateful-tool.ts'
import type { Template } from './template.ts'

export const templates: Readonly<Record<string, Template>> = {
  function: functionTool,
  class: classTool,
  stateful: statefulTool,
  rest: restTool,
  program: programTool,
}

export { planTool, type ToolPlan } from './tool-plan.ts'
export type { TemplateFile } from './template.ts'
