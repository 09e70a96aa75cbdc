/**
 * A schema as rows of a table: every parameter once, with those inside it below.
 *
 * @module
 */
import type { JsonSchema } from '../../api/types.ts'
import { type Field, fieldOf, type Variant } from './field.ts'
import { resolve } from './resolve.ts'

export interface ParameterRow {
  readonly path: string
  readonly name: string
  readonly depth: number
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
  /** A heading over the parameters of one form of a union. */
  readonly isVariant?: boolean
  /** What else must hold: `≥ 1`, `email`, `one of …`. */
  readonly notes: readonly string[]
}

const mostDepth = 6

/** `root` is the document in which references are looked up: the schema itself, mostly. */
export function parameterRows(schema: JsonSchema, root: JsonSchema = schema): readonly ParameterRow[] {
  return rowsOf(schema, root, { path: '', depth: 0 })
}

interface Place {
  readonly path: string
  readonly depth: number
}

function rowsOf(schema: JsonSchema, root: JsonSchema, { path, depth }: Place): ParameterRow[] {
  if (depth > mostDepth) return []
  const field = fieldOf(schema, root)
  if (field.kind === 'array') return rowsOf(field.items, root, { path: `${path}[]`, depth })
  if (field.kind === 'union')
    return field.variants.flatMap((variant) => variantRows(variant, root, { path, depth }))
  if (field.kind !== 'object') return []
  return field.properties.flatMap(({ name, schema: inner, isRequired }) => {
    const here = `${path}.${name}`
    const found = fieldOf(inner, root, name)
    const row: ParameterRow = {
      path: here,
      name,
      depth,
      type: typeText(inner, root),
      isRequired,
      description: found.description ?? '',
      notes: notesOf(inner, found, root),
    }
    return [row, ...rowsOf(inner, root, { path: here, depth: depth + 1 })]
  })
}

/** The parameters of one form of a union, under its name; none if it has none. */
function variantRows({ label, schema }: Variant, root: JsonSchema, { path, depth }: Place): ParameterRow[] {
  const here = `${path}|${label}`
  const rows = rowsOf(schema, root, { path: here, depth: depth + 1 })
  if (rows.length === 0) return []
  const heading = { name: label, path: here, depth, type: '', isRequired: false, description: '', notes: [] }
  return [{ ...heading, isVariant: true }, ...rows]
}

/** `string`, `integer[]`, `object | null`. */
export function typeText(schema: JsonSchema, root: JsonSchema): string {
  const field = fieldOf(schema, root)
  const own = ownType(field, root)
  return field.isNullable ? `${own} | null` : own
}

function ownType(field: Field, root: JsonSchema): string {
  switch (field.kind) {
    case 'number':
      return field.isInteger ? 'integer' : 'number'
    case 'array':
      return `${typeText(field.items, root)}[]`
    case 'union':
      return [...new Set(field.variants.map(({ schema }) => typeText(schema, root)))].join(' | ')
    case 'enum':
      return [...new Set(field.options.map((option) => typeof option))].join(' | ')
    case 'const':
      return JSON.stringify(field.value)
    case 'json':
      return 'any'
    default:
      return field.kind
  }
}

const rules: readonly (readonly [keyword: string, sign: string])[] = [
  ['minimum', '≥ '],
  ['exclusiveMinimum', '> '],
  ['maximum', '≤ '],
  ['exclusiveMaximum', '< '],
  ['minLength', 'length ≥ '],
  ['maxLength', 'length ≤ '],
  ['minItems', 'items ≥ '],
  ['maxItems', 'items ≤ '],
  ['format', ''],
  ['pattern', '/'],
]

function notesOf(schema: JsonSchema, field: Field, root: JsonSchema): string[] {
  const plain = resolve(schema, root)
  const notes = rules.flatMap(([keyword, sign]) => {
    const value = plain[keyword]
    if (typeof value !== 'number' && typeof value !== 'string') return []
    return [keyword === 'pattern' ? `/${value}/` : `${sign}${value}`]
  })
  const options =
    field.kind === 'enum' ? [field.options.map((option) => JSON.stringify(option)).join(', ')] : []
  const standard = field.default === undefined ? [] : [`= ${JSON.stringify(field.default)}`]
  return [...options, ...notes, ...standard]
}
