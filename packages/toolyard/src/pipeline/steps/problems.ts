/**
 * What is wrong with arguments, told so that a model gets it right the next time.
 *
 * @module
 */
import type { ToolManifest } from '../../define/index.ts'
import { didYouMean, type JsonSchema, type Saying } from '../../kernel/index.ts'

export interface Problem {
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly says?: Saying | undefined
}

const mostProblems = 10

export function problemsText(
  manifest: ToolManifest,
  problems: readonly Problem[],
  raw: unknown,
): { message: string; hint: string } {
  const lines = unique(
    problems.map(
      (problem) =>
        `- ${pathText(problem.path)}${problem.message}${cameText(problem, raw)}${enumHint(problem, raw, manifest.inputSchema)}`,
    ),
  )
  const shown = lines.slice(0, mostProblems)
  if (lines.length > mostProblems) shown.push(`- and ${lines.length - mostProblems} more`)
  return {
    message: `the arguments of "${manifest.name}" are not valid:\n${shown.join('\n')}`,
    hint: `It takes ${signatureOf(manifest.inputSchema)}.`,
  }
}

function pathText(path: readonly (string | number)[]): string {
  if (path.length === 0) return ''
  const text = path
    .map((step, index) => (/^\d+$/.test(String(step)) ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('')
  return `${text.slice(0, 200)}: `
}

/** What came instead, where the message does not tell. */
function cameText({ path, message }: Problem, raw: unknown): string {
  if (path.length === 0 || message.includes('received') || message.includes('not a known')) return ''
  const value = valueAt(raw, path)
  if (value === undefined) return ''
  const text = shortText(value)
  return ` (got ${text.length > 80 ? `${text.slice(0, 80)}…` : text})`
}

function shortText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value
  } catch {
    return typeof value
  }
}

function enumHint({ path }: Problem, raw: unknown, schema: JsonSchema): string {
  const value = valueAt(raw, path)
  if (typeof value !== 'string') return ''
  let node: JsonSchema | boolean | undefined = schema
  for (const step of path) {
    if (typeof node !== 'object') return ''
    node =
      typeof step === 'number' || /^\d+$/.test(step)
        ? (node.items as JsonSchema | undefined)
        : node.properties?.[step]
  }
  if (typeof node !== 'object' || !node.enum) return ''
  return didYouMean(
    value,
    node.enum.filter((option) => typeof option === 'string'),
  )
}

function valueAt(raw: unknown, path: readonly (string | number)[]): unknown {
  let value = raw
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string | number, unknown>)[step]
  }
  return value
}

/** `{ path: string, limit?: integer, mode?: "text" | "html" }` */
function signatureOf(schema: JsonSchema): string {
  const entries = Object.entries(schema.properties ?? {})
  if (entries.length === 0) return schema.properties ? 'no parameters' : 'an object'
  const shown = entries
    .slice(0, 25)
    .map(([name, child]) => `${name}${schema.required?.includes(name) ? '' : '?'}: ${typeText(child)}`)
  if (entries.length > 25) shown.push('…')
  return `{ ${shown.join(', ')} }`
}

function typeText(schema: JsonSchema | boolean): string {
  if (typeof schema === 'boolean') return 'any'
  if (schema['const'] !== undefined) return JSON.stringify(schema['const'])
  if (schema.enum)
    return (
      schema.enum
        .slice(0, 8)
        .map((value) => JSON.stringify(value))
        .join(' | ') + (schema.enum.length > 8 ? ' | …' : '')
    )
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return unique(branches.map(typeText)).join(' | ')
  if (schema.type === 'array')
    return schema.items && !Array.isArray(schema.items) ? listText(schema.items as JsonSchema) : 'list'
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  return typeof schema.type === 'string' ? `${schema.type}${boundsText(schema)}` : 'any'
}

function listText(items: JsonSchema): string {
  const text = typeText(items)
  return text.includes(' ') ? `(${text})[]` : `${text}[]`
}

function boundsText(schema: JsonSchema): string {
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number }
  const low = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined
  const high = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined
  if (low === undefined && high === undefined) return ''
  return ` (${low ?? ''}…${high ?? ''})`
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
