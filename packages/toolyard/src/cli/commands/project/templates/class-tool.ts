/** `--kind class`: a class with `@tool()`, whose parameters are an interface. */
import { bodyLines, factLines, indented, literal, setupText, testFile } from './source-text.ts'
import type { Template } from './template.ts'

export const classTool: Template = (plan) => {
  const { stem, className, description, parameter, unknown, output } = plan
  const tool = `${unknown === undefined ? '' : "import { ToolyardError } from 'toolyard'\n"}import { tool } from 'toolyard/decorators'

${setupText(plan)}interface ${className}Params {
  /** ${parameter.description} */
  ${parameter.name}: string
}

/** ${description} */
@tool({
${indented(factLines(plan), 2)}
  examples: [{ input: { ${parameter.name}: ${literal(parameter.example)} }, output: ${literal(output)} }],
})
export class ${className} {
  async execute({ ${parameter.name} }: ${className}Params) {
${indented(bodyLines(plan), 4)}
  }
}
`
  return [
    { path: `${stem}.ts`, text: tool, use: 'loaded' },
    { path: `${stem}.test.ts`, text: testFile(plan) },
  ]
}
