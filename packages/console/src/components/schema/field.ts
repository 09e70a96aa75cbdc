/**
 * What kind of control a schema asks for. What no control can show is `json`: free text, checked as it is typed.
 *
 * @module
 */
import type { JsonSchema, SchemaObject } from '../../api/types.ts'
import { objectOf, resolve, schemasOf } from './resolve.ts'

export interface Property {
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
}

export interface Variant {
  readonly label: string
  readonly schema: JsonSchema
}

export type FieldKind =
  | { readonly kind: 'const'; readonly value: unknown }
  | { readonly kind: 'enum'; readonly options: readonly unknown[] }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'number'; readonly isInteger: boolean; readonly min?: number; readonly max?: number }
  | {
      readonly kind: 'string'
      readonly isLong: boolean
      readonly format?: string
      readonly maxLength?: number
    }
  | { readonly kind: 'object'; readonly properties: readonly Property[]; readonly others?: JsonSchema }
  | {
      readonly kind: 'array'
      readonly items: JsonSchema
      readonly first: readonly JsonSchema[]
      readonly maxItems?: number
    }
  | { readonly kind: 'union'; readonly variants: readonly Variant[] }
  | { readonly kind: 'null' }
  | { readonly kind: 'json' }

export interface FieldFacts {
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly isNullable: boolean
}

export type Field = FieldKind & FieldFacts

/** Longer texts get a box of several lines. */
const longText = 200
const longNames = /^(text|content|body|prompt|message|code|script|query|markdown|diff|patch|.*_string)$/i

export function fieldOf(schema: JsonSchema, root: JsonSchema, name = ''): Field {
  const plain = resolve(schema, root)
  const { kind, isNullable } = kindOf(plain, root, name)
  return { ...factsOf(plain), ...kind, isNullable }
}

function factsOf(plain: SchemaObject): Omit<FieldFacts, 'isNullable'> {
  return {
    ...(typeof plain['title'] === 'string' && { title: plain['title'] }),
    ...(typeof plain['description'] === 'string' && { description: plain['description'] }),
    ...('default' in plain && { default: plain['default'] }),
  }
}

interface Found {
  readonly kind: FieldKind
  readonly isNullable: boolean
}

function kindOf(plain: SchemaObject, root: JsonSchema, name: string): Found {
  if ('const' in plain) return sure({ kind: 'const', value: plain['const'] })
  if (Array.isArray(plain['enum'])) return enumOf(plain['enum'] as unknown[])
  const choices = [...schemasOf(plain['anyOf']), ...schemasOf(plain['oneOf'])]
  if (choices.length > 0) return unionOf(plain, choices, root)
  const types = typesOf(plain)
  const others = types.filter((type) => type !== 'null')
  const isNullable = others.length < types.length
  const [only] = others
  if (only === undefined) return sure(isNullable ? { kind: 'null' } : { kind: 'json' })
  if (others.length > 1) {
    const variants = others.map((type) => ({ label: type, schema: { ...plain, type } }))
    return { kind: { kind: 'union', variants }, isNullable }
  }
  return { kind: typedKind(plain, only, name), isNullable }
}

function sure(kind: FieldKind): Found {
  return { kind, isNullable: false }
}

function enumOf(values: readonly unknown[]): Found {
  const options = values.filter((value) => value !== null)
  const isNullable = options.length < values.length
  if (options.length === 0) return sure({ kind: 'null' })
  return { kind: { kind: 'enum', options }, isNullable }
}

/** Keywords beside a choice that hold for every form of it. */
const sharedKeywords = ['type', 'properties', 'required', 'additionalProperties'] as const

/** A choice between a schema and null is that schema, nullable. */
function unionOf(plain: SchemaObject, choices: readonly JsonSchema[], root: JsonSchema): Found {
  const shared = Object.fromEntries(
    sharedKeywords.flatMap((keyword) => (keyword in plain ? [[keyword, plain[keyword]]] : [])),
  )
  const others = choices.filter((choice) => !isNull(resolve(choice, root)))
  const isNullable = others.length < choices.length
  const whole = (choice: JsonSchema): JsonSchema =>
    Object.keys(shared).length === 0 ? choice : { allOf: [choice, shared] }
  const [only] = others
  if (only === undefined) return sure({ kind: 'null' })
  if (others.length === 1) {
    const found = fieldOf(whole(only), root)
    return { kind: found, isNullable: isNullable || found.isNullable }
  }
  const constants = others.map((choice) => resolve(choice, root))
  if (constants.every((choice) => 'const' in choice))
    return { kind: { kind: 'enum', options: constants.map((choice) => choice['const']) }, isNullable }
  const variants = others.map((choice, index) => ({
    label: labelOf(choice, root, index),
    schema: whole(choice),
  }))
  return { kind: { kind: 'union', variants }, isNullable }
}

function isNull(plain: SchemaObject): boolean {
  return plain['type'] === 'null' || ('const' in plain && plain['const'] === null)
}

function typesOf(plain: SchemaObject): readonly string[] {
  const { type } = plain
  if (Array.isArray(type)) return type.filter((one) => typeof one === 'string')
  if (typeof type === 'string') return [type]
  if ('properties' in plain) return ['object']
  return 'items' in plain || 'prefixItems' in plain ? ['array'] : []
}

function typedKind(plain: SchemaObject, type: string, name: string): FieldKind {
  if (type === 'boolean') return { kind: 'boolean' }
  if (type === 'integer' || type === 'number')
    return { kind: 'number', isInteger: type === 'integer', ...limitsOf(plain) }
  if (type === 'string') return stringKind(plain, name)
  if (type === 'array')
    return {
      kind: 'array',
      items: (plain['items'] as JsonSchema | undefined) ?? {},
      first: schemasOf(plain['prefixItems']),
      ...(typeof plain['maxItems'] === 'number' && { maxItems: plain['maxItems'] }),
    }
  return type === 'object' ? objectKind(plain) : { kind: 'json' }
}

function limitsOf(plain: SchemaObject): { min?: number; max?: number } {
  return {
    ...(typeof plain['minimum'] === 'number' && { min: plain['minimum'] }),
    ...(typeof plain['maximum'] === 'number' && { max: plain['maximum'] }),
  }
}

function stringKind(plain: SchemaObject, name: string): FieldKind {
  const maxLength = typeof plain['maxLength'] === 'number' ? plain['maxLength'] : undefined
  const isLong = plain['format'] === undefined && ((maxLength ?? 0) > longText || longNames.test(name))
  return {
    kind: 'string',
    isLong,
    ...(typeof plain['format'] === 'string' && { format: plain['format'] }),
    ...(maxLength !== undefined && { maxLength }),
  }
}

function objectKind(plain: SchemaObject): FieldKind {
  const required = new Set(schemasOf(plain['required']) as unknown[])
  const properties = Object.entries(objectOf(plain['properties'])).map(([name, schema]) => ({
    name,
    schema: schema as JsonSchema,
    isRequired: required.has(name),
  }))
  const others = plain['additionalProperties']
  const isMap = others === true || (typeof others === 'object' && others !== null)
  if (properties.length === 0 && !isMap && others !== false) return { kind: 'json' }
  return {
    kind: 'object',
    properties,
    ...(isMap && { others: others === true ? {} : (others as JsonSchema) }),
  }
}

/** What tells a variant from the others: its title, the value of a constant, its type. */
function labelOf(schema: JsonSchema, root: JsonSchema, index: number): string {
  const plain = resolve(schema, root)
  if (typeof plain['title'] === 'string') return plain['title']
  if ('const' in plain) return JSON.stringify(plain['const'])
  const fixed = Object.entries(objectOf(plain['properties']))
    .map(([name, value]) => [name, resolve(value as JsonSchema, root)] as const)
    .find(([, value]) => 'const' in value)
  if (fixed) return `${fixed[0]}: ${String(fixed[1]['const'])}`
  const [type] = typesOf(plain)
  const reference = objectOf(schema)['$ref']
  if (typeof reference === 'string') return reference.split('/').at(-1) ?? reference
  return type ?? `${index + 1}`
}
