/** `--kind program`: a program with a manifest beside it. In Node, which is there; any language does. */
import { indented, testFile } from './source-text.ts'
import type { Template } from './template.ts'
import type { ToolPlan } from './tool-plan.ts'

export const programTool: Template = (plan) => {
  const { stem, description, parameter, permission, effects, confirm } = plan
  const manifest = `description = ${JSON.stringify(description)}
permission = "${permission}"
effects = "${effects}"
${confirm ? '# A person is asked before every call.\nconfirm = true\n' : ''}# Any language will do: name its interpreter here.
command = ["node", "${stem}.mjs"]

[parameters.${parameter.name}]
type = "string"
description = ${JSON.stringify(parameter.description)}
`
  return [
    { path: `${stem}.tool.toml`, text: manifest, use: 'loaded' },
    { path: `${stem}.mjs`, text: programText(plan), use: 'started' },
    { path: `${stem}.test.ts`, text: testFile(plan) },
  ]
}

/** It reads one JSON object, and writes one line. */
function programText({ setup, body, parameter, unknown = '' }: ToolPlan): string {
  const failure = `if (found === undefined) throw new Error(\`${unknown}\`)`
  const lines = body.map((line) => (line.endsWith('FAIL') ? failure : line))
  return `// Reads its parameters as JSON from standard input, and writes one line of JSON.
import { json } from 'node:stream/consumers'

${setup.length === 0 ? '' : `${setup.join('\n')}\n\n`}function answer({ ${parameter.name} }) {
${indented(lines, 2)}
}

try {
  const data = answer(await json(process.stdin))
  console.log(JSON.stringify({ type: 'result', data }))
} catch (error) {
  console.log(JSON.stringify({ type: 'error', message: error.message }))
}
`
}
