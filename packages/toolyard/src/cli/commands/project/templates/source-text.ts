/**
 * Pieces of source text that the templates share.
 *
 * @module
 */
import type { ToolPlan } from './tool-plan.ts'

/** In parts, because the build puts a path in its place wherever it is written out. */
const here = ['import', 'meta', 'dirname'].join('.')

/** A JSON value as TypeScript is usually written: single quotes, no quotes around plain keys. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, String.raw`\$&`)}'`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${key}: ${literal(item)}`)
    .join(', ')} }`
}

/** Every line so far to the right; empty lines stay empty. */
export function indented(lines: readonly string[], columns: number): string {
  return lines.map((line) => (line === '' ? '' : ' '.repeat(columns) + line)).join('\n')
}

/** The lines that answer, in TypeScript. */
export function bodyLines({ body, unknown = '' }: ToolPlan): string[] {
  const isLong = unknown.length > 40
  const failure = isLong
    ? ['if (found === undefined)', `  throw new ToolyardError('not_found', \`${unknown}\`)`]
    : [`if (found === undefined) throw new ToolyardError('not_found', \`${unknown}\`)`]
  return body.flatMap((line) => (line.endsWith('FAIL') ? failure : [line]))
}

/** The lines before the tool, with one to keep them apart. */
export function setupText({ setup }: ToolPlan): string {
  return setup.length === 0 ? '' : `${setup.join('\n')}\n\n`
}

/** `permission: 'read',` and what belongs to it, a line each. */
export function factLines({ permission, effects, confirm }: ToolPlan): string[] {
  return [
    `permission: '${permission}',`,
    `effects: '${effects}',`,
    ...(confirm ? ['// A person is asked before every call.', 'confirm: true,'] : []),
  ]
}

/** A test that finds the tool as Toolyard does, and calls it. */
export function testFile(plan: ToolPlan, steps: readonly string[] = usualSteps(plan)): string {
  const options = [`tools: { folders: [${here}], index: false },`, ...policyLines(plan)]
  return `import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createToolyard } from 'toolyard'

it('${plan.name} answers', async () => {
  await using yard = await createToolyard({
${indented(options, 4)}
  })
${indented(steps, 2)}
})
`
}

/** What lets the test call the tool. */
function policyLines({ name, permission, confirm }: ToolPlan): string[] {
  const rule = `allow: ['${name}']`
  if (!confirm) return permission === 'read' ? [] : [`policy: { ${rule} },`]
  return [
    'policy: {',
    ...(permission === 'read' ? [] : [`  ${rule},`]),
    "  approver: { ask: async () => ({ decision: 'approve', by: 'the test' }) },",
    '},',
  ]
}

function usualSteps({ name, parameter, output }: ToolPlan): string[] {
  return [
    `const result = await yard.call('${name}', { ${parameter.name}: ${literal(parameter.example)} })`,
    `assert.deepEqual(result.data, ${literal(output)})`,
  ]
}
