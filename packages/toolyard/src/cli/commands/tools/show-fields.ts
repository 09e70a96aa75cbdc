/**
 * The fields of a schema as a table: those inside objects (`user.name`), lists (`items[].id`) and every form of a union too.
 *
 * @module
 */
import type { JsonSchema } from '../../../kernel/index.ts'
import { inOneLine } from '../../terminal/layout.ts'
import { type Column, table, type TableScreen } from '../../terminal/table.ts'

interface Field {
  /** As `call` takes it: `user.name` reaches inside; `[]` stands for every item of a list. */
  readonly path: string
  readonly kind: string
  readonly needed: string
  readonly description: string
}

interface SchemaPlace {
  readonly path: string
  /** Where references lead. */
  readonly root: JsonSchema
  readonly level: number
}

/** A schema may contain itself. */
const deepest = 6

const shape: readonly Column[] = [
  { least: 20, wraps: true },
  { least: 14, wraps: true },
  { least: 10, wraps: true },
  { least: 24, wraps: true },
]

/** Undefined if there are none. */
export function fieldTable(schema: JsonSchema, screen: TableScreen): string {
  const rows = [...fieldsInside(schema, { path: '', root: schema, level: 0 })].map(
    ({ path, kind, needed, description }) => [
      `  ${screen.style('cyan', inOneLine(path))}`,
      inOneLine(kind),
      screen.style('dim', inOneLine(needed)),
      inOneLine(description),
    ],
  )
  return rows.length === 0 ? '' : table(rows, shape, screen)
}

function* fieldsInside(given: JsonSchema, place: SchemaPlace): Generator<Field> {
  const { path, root, level } = place
  const schema = resolved(given, root)
  if (level > deepest) {
    if (hasInside(schema, root))
      yield { path, kind: '…', needed: '', description: 'more inside: --json-output' }
    return
  }
  const inner = (next: string): SchemaPlace => ({ path: next, root, level: level + 1 })
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const field = resolved(schemaOf(child), root)
    const next = path === '' ? name : `${path}.${name}`
    const isRequired = schema.required?.includes(name) ?? false
    yield { ...factsOf(field, root), path: next, needed: neededText(field, isRequired) }
    yield* fieldsInside(field, inner(next))
  }
  for (const part of schema.allOf ?? []) yield* fieldsInside(schemaOf(part), inner(path))
  yield* formsOf(schema, place)
  const { items, additionalProperties: values } = schema
  if (isSchema(items)) yield* fieldsInside(items, inner(`${path}[]`))
  if (isSchema(values) && hasInside(values, root)) yield* fieldsInside(values, inner(`${path}.*`))
}

/** What may be left out is no form; if only one form is left, it is the thing itself. */
function* formsOf(schema: JsonSchema, { path, root, level }: SchemaPlace): Generator<Field> {
  const branches = branchesOf(schema, root).filter(({ type }) => type !== 'null')
  const next: SchemaPlace = { path, root, level: level + 1 }
  const [only, ...others] = branches
  if (only && others.length === 0) yield* fieldsInside(only, next)
  if (others.length === 0 || !branches.some((branch) => hasInside(branch, root))) return
  for (const [index, branch] of branches.entries()) {
    const marks = constantsOf(branch, root)
    const told = [...marks].map(([name, value]) => `${name}: ${value}`).join(', ')
    const { kind, description } = factsOf(branch, root)
    yield { path: `${path} form ${index + 1}`.trim(), kind: told || kind, needed: '', description }
    for (const field of fieldsInside(branch, next))
      if (!marks.has(field.path.slice(path === '' ? 0 : path.length + 1))) yield field
  }
}

/** Fields with one possible value: they tell which form it is. */
function constantsOf({ properties = {} }: JsonSchema, root: JsonSchema): Map<string, string> {
  return new Map(
    Object.entries(properties).flatMap(([name, child]) => {
      const field = resolved(schemaOf(child), root)
      const value = 'const' in field ? field['const'] : field.enum?.length === 1 ? field.enum[0] : undefined
      return value === undefined ? [] : [[name, JSON.stringify(value)] as const]
    }),
  )
}

function factsOf(schema: JsonSchema, root: JsonSchema): Pick<Field, 'kind' | 'description'> {
  return { kind: kindOf(schema, root), description: schema.description ?? '' }
}

function neededText(schema: JsonSchema, isRequired: boolean): string {
  if (isRequired) return 'required'
  return schema['default'] === undefined ? 'optional' : `default ${JSON.stringify(schema['default'])}`
}

/** In a few words: `list of string`, `"a" | "b"`, `object in 2 forms`. */
export function kindOf(given: JsonSchema, root: JsonSchema, level = 0): string {
  const schema = resolved(given, root)
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (level > deepest) return '…'
  const branches = branchesOf(schema, root)
  if (branches.length > 0) {
    const kinds = [...new Set(branches.map((branch) => kindOf(branch, root, level + 1)))]
    const forms = branches.filter((branch) => hasInside(branch, root)).length
    return kinds
      .map((kind) => (kind === 'object' && forms > 1 ? `object in ${forms} forms` : kind))
      .join(' | ')
  }
  const { items, additionalProperties: values } = schema
  if (schema.type === 'array' && isSchema(items)) return `list of ${kindOf(items, root, level + 1)}`
  if (schema.type === 'object' && !schema.properties && isSchema(values))
    return `map of ${kindOf(values, root, level + 1)}`
  return [schema.type ?? (schema.properties ? 'object' : 'any')].flat().join(' | ')
}

function branchesOf(schema: JsonSchema, root: JsonSchema): readonly JsonSchema[] {
  return (schema.anyOf ?? schema.oneOf ?? []).map((branch) => resolved(schemaOf(branch), root))
}

function hasInside(given: JsonSchema, root: JsonSchema): boolean {
  const { properties, items, anyOf, oneOf, allOf } = resolved(given, root)
  return (
    Object.keys(properties ?? {}).length > 0 ||
    (isSchema(items) && Boolean(resolved(items, root).properties)) ||
    [anyOf, oneOf, allOf].some((parts) => parts?.some((part) => Boolean(schemaOf(part).properties)))
  )
}

/** What `#/$defs/name` stands for, with the words that stand beside it. */
function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let [current, steps] = [schema, 0]
  while (typeof current['$ref'] === 'string' && steps++ < deepest) {
    const { $ref: reference, ...own } = current as JsonSchema & { readonly $ref: string }
    let found: unknown = root
    for (const key of reference.replace(/^#\/?/, '').split('/').filter(Boolean))
      found = isSchema(found) ? (found as Readonly<Record<string, unknown>>)[key] : undefined
    if (!reference.startsWith('#') || !isSchema(found)) return own
    current = { ...found, ...own }
  }
  return current
}

function schemaOf(given: unknown): JsonSchema {
  return isSchema(given) ? given : {}
}

function isSchema(given: unknown): given is JsonSchema {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}
