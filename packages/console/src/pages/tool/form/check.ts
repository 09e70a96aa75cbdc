/**
 * What is wrong with the value of a form, as far as it can be told while it is filled in. The server checks everything; this is what
 * people should not have to send for.
 *
 * @module
 */
import type { JsonSchema } from '../../../api/types.ts'
import { type Field, fieldOf } from '../../../components/schema/field.ts'
import { resolve } from '../../../components/schema/resolve.ts'
import { isRecord, variantOf } from '../../../components/schema/value.ts'

export interface FieldProblem {
  /** Where the value stands: `edits.0.text`. */
  readonly path: string
  readonly code:
    | 'required'
    | 'number'
    | 'integer'
    | 'least'
    | 'most'
    | 'shortest'
    | 'longest'
    | 'fewest'
    | 'many'
  readonly limit?: number
}

const mostProblems = 100

export function problemsOf(value: unknown, schema: JsonSchema): readonly FieldProblem[] {
  const found: FieldProblem[] = []
  look(value, schema, { root: schema, path: '', found })
  return found
}

interface Place {
  readonly root: JsonSchema
  readonly path: string
  readonly found: FieldProblem[]
}

function look(value: unknown, schema: JsonSchema, place: Place): void {
  const { root, path, found } = place
  if (found.length >= mostProblems) return
  const field = fieldOf(schema, root)
  const wrong = (code: FieldProblem['code'], limit?: number): void =>
    void found.push({ path, code, ...(limit !== undefined && { limit }) })
  if (value === undefined) return wrong('required')
  if (value === null) {
    if (!field.isNullable && field.kind !== 'null' && field.kind !== 'json') wrong('required')
    return
  }
  const limits = resolve(schema, root)
  if (field.kind === 'number') checkNumber(value, field, wrong)
  else if (field.kind === 'string') checkLength(value, limits, wrong)
  else if (field.kind === 'object') lookInside(value, field, place)
  else if (field.kind === 'array') lookThrough(value, field, { ...place, wrong, limits })
  else if (field.kind === 'union') {
    const variant = field.variants[variantOf(value, field.variants, root)]
    if (variant) look(value, variant.schema, place)
  }
}

type Wrong = (code: FieldProblem['code'], limit?: number) => void
type Limits = Readonly<Record<string, unknown>>

function checkNumber(value: unknown, field: Extract<Field, { kind: 'number' }>, wrong: Wrong): void {
  if (typeof value !== 'number') wrong('number')
  else if (field.isInteger && !Number.isInteger(value)) wrong('integer')
  else if (field.min !== undefined && value < field.min) wrong('least', field.min)
  else if (field.max !== undefined && value > field.max) wrong('most', field.max)
}

function checkLength(value: unknown, { minLength, maxLength }: Limits, wrong: Wrong): void {
  if (typeof value !== 'string') return
  const length = Array.from(value).length
  if (typeof minLength === 'number' && length < minLength) wrong('shortest', minLength)
  else if (typeof maxLength === 'number' && length > maxLength) wrong('longest', maxLength)
}

function lookInside(value: unknown, field: Extract<Field, { kind: 'object' }>, place: Place): void {
  if (!isRecord(value)) return
  const { root, path } = place
  const at = (name: string): Place => ({ ...place, path: path === '' ? name : `${path}.${name}` })
  const named = new Set(field.properties.map(({ name }) => name))
  for (const { name, schema, isRequired } of field.properties) {
    const inner = value[name]
    if (inner !== undefined || (isRequired && fieldOf(schema, root).default === undefined))
      look(inner, schema, at(name))
  }
  if (field.others === undefined) return
  for (const name of Object.keys(value)) if (!named.has(name)) look(value[name], field.others, at(name))
}

function lookThrough(
  value: unknown,
  field: Extract<Field, { kind: 'array' }>,
  { wrong, limits, ...place }: Place & { readonly wrong: Wrong; readonly limits: Limits },
): void {
  if (!Array.isArray(value)) return
  const { minItems, maxItems } = limits
  if (typeof minItems === 'number' && value.length < minItems) wrong('fewest', minItems)
  if (typeof maxItems === 'number' && value.length > maxItems) wrong('many', maxItems)
  for (const [index, item] of value.entries())
    look(item, field.first[index] ?? field.items, { ...place, path: `${place.path}.${index}` })
}

/** What stands at a path; undefined where nothing does. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value
  let here = value
  for (const step of path.split('.')) {
    if (typeof here !== 'object' || here === null) return undefined
    here = (here as Readonly<Record<string, unknown>>)[step]
  }
  return here
}
