/** `--kind function`: a function with a Zod schema. */
import { bodyLines, factLines, indented, literal, setupText, testFile } from './source-text.ts'
import type { Template } from './template.ts'

export const functionTool: Template = (plan) => {
  const { stem, description, parameter, unknown, output } = plan
  const names = unknown === undefined ? 'defineTool' : 'defineTool, ToolyardError'
  const tool = `/** ${description} */
import { ${names} } from 'toolyard'
import { z } from 'zod'

${setupText(plan)}export default defineTool({
  inputSchema: z.object({
    ${parameter.name}: z.string().describe(${literal(parameter.description)}),
  }),
${indented(factLines(plan), 2)}
  examples: [{ input: { ${parameter.name}: ${literal(parameter.example)} }, output: ${literal(output)} }],

  async execute({ ${parameter.name} }) {
${indented(bodyLines(plan), 4)}
  },
})
`
  return [
    { path: `${stem}.ts`, text: tool, use: 'loaded' },
    { path: `${stem}.test.ts`, text: testFile(plan) },
  ]
}
