/**
 * The keywords of a schema that hold no other schema: type, literals, limits, words.
 *
 * A keyword whose value makes no sense is reported and left out: a looser check is better than no tool.
 *
 * @module
 */
import { compilePattern, visibleText } from '../../../kernel/index.ts'
import { describeInput, describeOutput } from './describe.ts'
import type { SchemaContext, SchemaSource, SchemaPosition, SchemaDraft, SchemaPass } from './pass.ts'

const maxLiterals = 1000
const maxLiteral = 400
const maxMembers = 50
const maxPattern = 2000

/** Words that documents use for types, though no version of OpenAPI has them. */
const otherTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  date: 'string',
  datetime: 'string',
  decimal: 'number',
  dict: 'object',
  double: 'number',
  file: 'string',
  float: 'number',
  int: 'integer',
  int32: 'integer',
  int64: 'integer',
  list: 'array',
  long: 'integer',
  map: 'object',
  str: 'string',
  text: 'string',
  uuid: 'string',
}
const types: ReadonlySet<string> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
])

const counts = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
]

export function plainKeywords(source: SchemaSource, at: SchemaPosition, pass: SchemaPass): SchemaDraft {
  const draft: SchemaDraft = {}
  const type = typeOf(source, at, pass)
  if (type !== undefined) draft['type'] = type
  if (pass.direction === 'input') {
    addLimits(draft, source, { at, pass })
    addText(draft, source, { at, pass })
  }
  addLiterals(draft, source, { at, pass })
  const description = pass.direction === 'input' ? describeInput(source) : describeOutput(source)
  if (description !== undefined) draft['description'] = description
  if (pass.direction === 'input' && source['default'] !== undefined && !isOdd(source['default']))
    draft['default'] = source['default']
  return draft
}

export function isNullable(source: SchemaSource): boolean {
  return source['nullable'] === true || source['x-nullable'] === true
}

/** Whether a schema stands for bytes. Version 3.1 leaves out the type. */
function isBinary(source: SchemaSource): boolean {
  const { type, format } = source
  if (type === 'file' || format === 'binary') return true
  return (
    type === undefined && source['contentMediaType'] !== undefined && source['contentSchema'] === undefined
  )
}

function typeOf(source: SchemaSource, at: SchemaPosition, pass: SchemaPass): string | string[] | undefined {
  const { type } = source
  if (type === undefined || type === 'any') return impliedType(source)
  const names: string[] = []
  for (const name of Array.isArray(type) ? type : [type]) {
    const known = typeof name === 'string' ? typeName(name) : undefined
    if (known === undefined)
      pass.tell(`${at.pointer}/type`, `${JSON.stringify(name)} is no type; it was left out`)
    else if (!names.includes(known)) names.push(known)
  }
  if (names.length > 0 && isNullable(source) && !names.includes('null')) names.push('null')
  return names.length > 1 ? names : names[0]
}

function typeName(name: string): string | undefined {
  if (types.has(name)) return name
  const lower = name.toLowerCase()
  return types.has(lower) ? lower : Object.hasOwn(otherTypes, lower) ? otherTypes[lower] : undefined
}

/** A schema with properties means an object, though strictly it does not say so. */
function impliedType(source: SchemaSource): string | string[] | undefined {
  const type =
    source['properties'] !== undefined
      ? 'object'
      : source['items'] !== undefined
        ? 'array'
        : isBinary(source)
          ? 'string'
          : undefined
  return type !== undefined && isNullable(source) ? [type, 'null'] : type
}

function addLimits(draft: SchemaDraft, source: SchemaSource, { at, pass }: SchemaContext): void {
  for (const keyword of counts) {
    const value = source[keyword]
    if (value === undefined) continue
    if (Number.isInteger(value) && Number(value) >= 0) draft[keyword] = value
    else pass.tell(`${at.pointer}/${keyword}`, 'is no whole number; it was left out')
  }
  addBound(draft, source, { at, pass, plain: 'minimum', exclusive: 'exclusiveMinimum' })
  addBound(draft, source, { at, pass, plain: 'maximum', exclusive: 'exclusiveMaximum' })
  const { multipleOf } = source
  if (multipleOf === undefined) return
  if (Number.isFinite(multipleOf) && Number(multipleOf) > 0) draft['multipleOf'] = multipleOf
  else pass.tell(`${at.pointer}/multipleOf`, 'is no number above 0; it was left out')
}

/** Up to version 3.0 `exclusiveMinimum: true` says how `minimum` is meant. */
function addBound(
  draft: SchemaDraft,
  source: SchemaSource,
  { at, pass, plain, exclusive }: SchemaContext & { readonly plain: string; readonly exclusive: string },
): void {
  const limit = source[plain]
  const strict = source[exclusive]
  if (Number.isFinite(limit)) draft[strict === true ? exclusive : plain] = limit
  else if (limit !== undefined) pass.tell(`${at.pointer}/${plain}`, 'is no number; it was left out')
  if (Number.isFinite(strict)) draft[exclusive] = strict
}

function addText(draft: SchemaDraft, source: SchemaSource, { at, pass }: SchemaContext): void {
  const { format, pattern, uniqueItems } = source
  if (isBinary(source)) draft['format'] = 'binary'
  else if (typeof format === 'string' && format !== '') draft['format'] = format
  if (uniqueItems === true) draft['uniqueItems'] = true
  if (pattern === undefined) return
  if (typeof pattern === 'string' && isLinear(pattern)) draft['pattern'] = pattern
  else
    pass.tell(
      `${at.pointer}/pattern`,
      'is no pattern that runs in linear time (look-around, back-references); it was left out',
    )
}

/** Whether a pattern can be enforced. */
export function isLinear(pattern: string): boolean {
  try {
    return pattern.length <= maxPattern && Boolean(compilePattern(pattern))
  } catch {
    return false
  }
}

function addLiterals(draft: SchemaDraft, source: SchemaSource, { at, pass }: SchemaContext): void {
  if (source['const'] !== undefined && !isOdd(source['const'])) draft['const'] = source['const']
  const values = source['enum']
  if (values === undefined) return
  if (!Array.isArray(values) || values.length === 0 || values.length > maxLiterals) {
    pass.tell(`${at.pointer}/enum`, `is no list of 1 to ${maxLiterals} values; it was left out`)
    return
  }
  if (values.some(isOdd)) {
    pass.tell(`${at.pointer}/enum`, 'has values that are very long or that hide something; it was left out')
    return
  }
  const literals = draft['type'] === 'string' ? values.map(asText) : [...(values as unknown[])]
  const takesNull = Array.isArray(draft['type']) && draft['type'].includes('null')
  if (takesNull && !literals.includes(null)) literals.push(null)
  draft['enum'] = literals
}

/** A text with no end or with characters that can't be seen, or an object that is more than a few of others. */
function isOdd(value: unknown): boolean {
  if (typeof value === 'string') return value.length > maxLiteral || visibleText(value) !== value
  if (typeof value !== 'object' || value === null) return false
  const members: unknown[] = Object.values(value)
  return members.length > maxMembers || members.some((member) => typeof member === 'object' || isOdd(member))
}

/** In YAML, `1.0` and `true` in a list of words are no words. */
function asText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}
