/** Schemas of real shapes in every dialect: what providers take, what is lost on the way, and that arguments come back. */
import { isDeepStrictEqual } from 'node:util'
import { ToolSchema } from '@modelcontextprotocol/sdk/types.js'
import { compileSchema, isPlainObject, type JsonSchema } from '../../src/kernel/index.ts'
import { compileDefinition } from '../../src/dialects/compile-definition.ts'
import { type CompiledDefinition, type DialectName, dialectNames } from '../../src/dialects/dialect.ts'
import { encode, modern, renamed, withoutNulls } from '../../src/dialects/encode.test.ts'
import { isSchema, mapChildren } from '../../src/dialects/schema-walk.ts'
import { manifestOf } from '../../src/dialects/support.test.ts'
import { type SchemaCase, schemaCases } from './dialect-schemas.ts'
import type { SuiteRow } from './suite.ts'

export const title = 'Schemas in the dialects of providers'

export async function run(): Promise<readonly SuiteRow[]> {
  const cases = schemaCases()
  return dialectNames.flatMap((dialect) => rowsOf(dialect, cases))
}

function rowsOf(dialect: DialectName, cases: readonly SchemaCase[]): SuiteRow[] {
  const counts = { exact: 0, adapted: 0, lossy: 0, rejected: 0 }
  const broken: string[] = []
  const lost: string[] = []
  let values = 0
  for (const one of cases) {
    const compiled = compile(dialect, one)
    const { fidelity, notes } = compiled.report
    counts[fidelity]++
    const problem = problemOf(dialect, compiled)
    if (problem !== undefined) broken.push(`${one.name}: ${problem}`)
    else if (fidelity !== 'exact' && notes.length === 0) broken.push(`${one.name}: nothing is reported`)
    if (!compiled.definition) continue
    values += one.values.length
    lost.push(
      ...one.values.filter((value) => !comesBack(value, { dialect, one, compiled })).map(() => one.name),
    )
  }
  const { exact, adapted, lossy, rejected } = counts
  const told = `${exact + adapted} whole (${exact} as they are, ${adapted} adapted), ${lossy} lossy, ${rejected} refused`
  return [
    row(`${dialect}: definitions that the provider takes`, cases.length, { failures: broken, told }),
    row(`${dialect}: arguments that come back`, values, { failures: lost }),
  ]
}

function row(
  what: string,
  of: number,
  { failures, told = '' }: { readonly failures: readonly string[]; readonly told?: string },
): SuiteRow {
  const note = [told, ...failures.slice(0, 10)].filter(Boolean).join('; ')
  return { what, passed: of - failures.length, of, ...(note && { note }) }
}

function compile(dialect: DialectName, { schema, description }: SchemaCase): CompiledDefinition {
  const manifest = {
    ...manifestOf({ type: 'object' }),
    inputSchema: schema,
    ...(description && { description }),
  }
  return compileDefinition(manifest, dialect, { explanation: 'off', strict: true })
}

// ── What providers take ────────────────────────────────────────────────────────────────────────────────────────

interface Sent {
  readonly name: string
  readonly description: string
  readonly schema: JsonSchema
  readonly strict: boolean
}

function sentIn(definition: object): Sent {
  const outer = definition as Record<string, unknown>
  const inner = (outer['function'] ?? outer) as Record<string, unknown>
  const schema =
    inner['parameters'] ?? inner['input_schema'] ?? inner['parametersJsonSchema'] ?? inner['inputSchema']
  return {
    name: String(inner['name']),
    description: String(inner['description']),
    schema: (schema ?? { type: 'object', properties: {} }) as JsonSchema,
    strict: inner['strict'] === true,
  }
}

function problemOf(dialect: DialectName, { definition }: CompiledDefinition): string | undefined {
  if (!definition) return undefined
  const sent = sentIn(definition)
  if (!/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(sent.name)) return `the name ${sent.name}`
  if (sent.schema.type !== 'object') return 'the root is no object'
  if (['anyOf', 'oneOf', 'allOf', 'enum', 'not'].some((keyword) => keyword in sent.schema))
    return 'the root is a choice'
  return ruleOf[dialect](sent, definition)
}

const ruleOf: Readonly<Record<DialectName, (sent: Sent, definition: object) => string | undefined>> = {
  openai: openAiProblem,
  'openai-responses': openAiProblem,
  anthropic: ({ schema }) =>
    Object.keys(schema.properties ?? {}).find((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name)),
  gemini: ({ schema }, definition) =>
    'parametersJsonSchema' in definition ? firstProblem(schema, geminiProblem) : undefined,
  mcp: (_sent, definition) => ToolSchema.safeParse(definition).error?.message,
}

function openAiProblem({ description, schema, strict }: Sent): string | undefined {
  if (description.length > 1024) return 'the description is too long'
  return firstProblem(schema, (node) => {
    if (node.type === 'array' && node.items === undefined) return 'a list without items'
    if (!strict || node.type !== 'object') return undefined
    if (node.additionalProperties !== false) return 'an open object'
    const names = Object.keys(node.properties ?? {})
    return names.every((name) => node.required?.includes(name)) ? undefined : 'an optional property'
  })
}

const geminiKeywords = new Set(
  '$defs $ref type format title description enum items prefixItems minItems maxItems minimum maximum anyOf properties additionalProperties required'.split(
    ' ',
  ),
)

function geminiProblem(node: JsonSchema): string | undefined {
  const keyword = Object.keys(node).find((one) => !geminiKeywords.has(one))
  if (keyword !== undefined) return `"${keyword}"`
  if (node.$ref !== undefined && Object.keys(node).length > 1) return 'something beside "$ref"'
  if (node.enum?.some((value) => value === '' || !['string', 'number'].includes(typeof value)))
    return 'a literal'
  return node.properties && Object.keys(node.properties).length === 0 ? 'empty properties' : undefined
}

function firstProblem(
  schema: JsonSchema,
  problemIn: (node: JsonSchema) => string | undefined,
): string | undefined {
  let problem = problemIn(schema)
  mapChildren(schema, (child) => {
    if (isSchema(child)) problem ??= firstProblem(child, problemIn)
    return child
  })
  return problem
}

// ── What comes back ────────────────────────────────────────────────────────────────────────────────────────────

interface Way {
  readonly dialect: DialectName
  readonly one: SchemaCase
  readonly compiled: CompiledDefinition
}

/** Whether arguments, written as the definition wants them, become what they were. */
function comesBack(value: unknown, { dialect, one, compiled: { definition, report, decode } }: Way): boolean {
  const sent = sentIn(definition ?? {})
  const root = modern(one.schema)
  const isOpenAi = dialect.startsWith('openai')
  const bare = report.strict ? encode(root, value, { root, absent: isOpenAi ? 'null' : 'nothing' }) : value
  const isWrapped = report.notes.some((note) => note.includes('sent as the property "input"'))
  const named = isWrapped ? { input: bare } : renamed(bare, root, sent.schema)
  const written = dialect === 'gemini' ? withWord(named, sent.schema) : named
  if (!compileSchema(sent.schema).check(written)) return false
  const back = decode(isOpenAi ? JSON.stringify(written) : written)
  return isDeepStrictEqual(back, report.fidelity === 'lossy' ? withoutNulls(value) : value)
}

/** Where a word stands for the empty string, it is written. */
function withWord(value: unknown, schema: JsonSchema): unknown {
  if (!JSON.stringify(schema).includes('"(empty)"')) return value
  if (value === '') return '(empty)'
  if (Array.isArray(value)) return value.map((item) => withWord(item, schema))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withWord(one, schema)]))
}
