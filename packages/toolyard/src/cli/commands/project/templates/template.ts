/**
 * What a template makes: files, the tool first.
 *
 * @module
 */
import type { ToolPlan } from './tool-plan.ts'

export interface TemplateFile {
  /** From the folder of the tools. */
  readonly path: string
  readonly text: string
  /** How Toolyard uses the file; `loaded` by default. */
  readonly use?: 'loaded' | 'started'
}

export type Template = (plan: ToolPlan) => readonly TemplateFile[]
