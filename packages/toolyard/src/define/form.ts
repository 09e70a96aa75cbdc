/**
 * A form that a person fills in: a flat object of texts, numbers, yes or no, and choices, as elicitation in MCP has them.
 *
 * What a tool or a server wrote comes in, in any of the ways in which JSON Schema can say it; what goes out has one shape for
 * each kind of field, is bounded, and has every name and title in one row. Who shows it makes hidden characters visible.
 *
 * @module
 */
import { checkSchema, isPlainObject, prototypeKeys, visibleText } from '../kernel/index.ts'
import { SchemaError } from './schema-error.ts'

export type FormValue = string | number | boolean | readonly string[]
export type FormValues = Readonly<Record<string, FormValue>>

export interface FormChoice {
  readonly const: string
  /** What people read. */
  readonly title: string
}

interface FieldText {
  readonly title?: string
  readonly description?: string
}

export interface TextField extends FieldText {
  readonly type: 'string'
  readonly oneOf?: undefined
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly default?: string
}

export interface ChoiceField extends FieldText {
  readonly type: 'string'
  readonly oneOf: readonly FormChoice[]
  /** Titles were written as `enumNames`: clients get them so. */
  readonly enumNames?: true
  readonly default?: string
}

export interface ChoicesField extends FieldText {
  readonly type: 'array'
  readonly items: { readonly anyOf: readonly FormChoice[] }
  readonly minItems?: number
  readonly maxItems?: number
  readonly default?: readonly string[]
}

export interface NumberField extends FieldText {
  readonly type: 'number' | 'integer'
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly default?: number
}

export interface YesNoField extends FieldText {
  readonly type: 'boolean'
  readonly default?: boolean
}

export type FormField = TextField | ChoiceField | ChoicesField | NumberField | YesNoField

/** JSON Schema. */
export interface FormSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, FormField>>
  readonly required: readonly string[]
}

export interface ReadForm {
  readonly form: FormSchema
  /** What of it can't be checked where it is filled in. */
  readonly notes: readonly string[]
}

const most = { fields: 50, choices: 500, name: 100, title: 200, description: 1000, value: 1000, all: 32_000 }
/** Of what says how much is missing. */
const roomForNote = 40
/** Keywords that make something else of a schema than one flat list, or one value. */
const nesting = ['$ref', '$dynamicRef', 'allOf', 'not', 'if', 'properties', 'patternProperties'] as const

/** Throws a `SchemaError` if it is no such form. */
export function readForm(schema: unknown): ReadForm {
  const properties = isPlainObject(schema) ? schema['properties'] : undefined
  if (!isPlainObject(schema) || !isPlainObject(properties) || (schema['type'] ?? 'object') !== 'object')
    throw new SchemaError('must be an object with fields')
  const [word] = ['anyOf', 'oneOf', ...nesting].filter((one) => one !== 'properties' && one in schema)
  if (word !== undefined) throw new SchemaError(`must list its fields, without "${word}"`)
  const names = Object.keys(properties)
  if (names.length === 0) throw new SchemaError('has no fields')
  if (names.length > most.fields)
    throw new SchemaError(`has ${names.length} fields; at most ${most.fields} can be shown`)
  const notes: string[] = []
  const fields = names.map((name) => {
    checkName(name)
    return [name, readField(name, properties[name], notes)] as const
  })
  const listed: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  const form: FormSchema = {
    type: 'object',
    properties: Object.fromEntries(fields),
    required: names.filter((name) => listed.includes(name)),
  }
  const { length } = JSON.stringify(form)
  if (length > most.all)
    throw new SchemaError(`is ${length} characters long; at most ${most.all} can be shown`)
  return { form, notes }
}

/** The field of this name. */
export function fieldOf({ properties }: FormSchema, name: string): FormField | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined
}

/** What can be chosen; nothing for other fields. */
export function choicesOf(field: FormField): readonly FormChoice[] | undefined {
  return field.type === 'array' ? field.items.anyOf : field.type === 'string' ? field.oneOf : undefined
}

function checkName(name: string): void {
  const shown = visibleText(name.slice(0, most.name))
  if (name.length > most.name)
    throw new SchemaError(`has a field whose name is ${name.length} characters long; at most ${most.name}`)
  if (name.trim() === '' || shown !== name || /[\n\t]/.test(name) || prototypeKeys.has(name))
    throw new SchemaError(`has a field that can't be named "${shown}"`)
}

function readField(name: string, schema: unknown, notes: string[]): FormField {
  if (!isPlainObject(schema)) return refuseForm(name, 'is no schema')
  const [word] = nesting.filter((one) => one in schema)
  if (word !== undefined) return refuseForm(name, `has "${word}"`)
  const told = wordsOf(schema)
  const { type, default: usual } = schema
  if (type === 'array') return readChoices(name, schema)
  const choices = readOptions(name, schema)
  if (choices && (type === undefined || type === 'string')) {
    const isOne = choices.some((choice) => choice.const === usual)
    const isOlder = Array.isArray(schema['enumNames']) || schema['enumNames'] === true
    return {
      ...told,
      type: 'string',
      oneOf: choices,
      ...(isOlder && { enumNames: true }),
      ...(isOne && { default: usual as string }),
    }
  }
  if (type === 'boolean') return { ...told, type, ...(typeof usual === 'boolean' && { default: usual }) }
  if (type === 'number' || type === 'integer')
    return { ...told, type, ...boundsOf(schema), ...(typeof usual === 'number' && { default: usual }) }
  if ((type !== undefined && type !== 'string') || choices)
    return refuseForm(name, `is ${JSON.stringify(type)}`)
  const isText = typeof usual === 'string' && usual.length <= most.value
  const text = { ...told, type: 'string', ...lengthsOf(schema), ...patternOf(name, schema, notes) } as const
  return { ...text, ...(isText && { default: usual }) }
}

function readChoices(name: string, schema: Record<string, unknown>): ChoicesField {
  const { items, default: usual } = schema
  const anyOf = isPlainObject(items) ? readOptions(name, items) : undefined
  if (!anyOf) return refuseForm(name, 'is a list of something else than choices')
  const isKnown =
    Array.isArray(usual) && usual.every((value) => anyOf.some((choice) => choice.const === value))
  return {
    ...wordsOf(schema),
    type: 'array',
    items: { anyOf },
    ...numbersOf(schema, ['minItems', 'maxItems']),
    ...(isKnown && { default: usual as string[] }),
  }
}

function refuseForm(name: string, what: string): never {
  throw new SchemaError(`can't have the field "${name}", which ${what.slice(0, most.title)}`)
}

/** By `enum` with or without names, by `oneOf` or `anyOf`, or by `const`: every way in which choices are written. */
function readOptions(name: string, schema: Record<string, unknown>): readonly FormChoice[] | undefined {
  const { enum: values, enumNames, oneOf, anyOf, const: only } = schema
  const titled = oneOf ?? anyOf
  const names: readonly unknown[] = Array.isArray(enumNames) ? enumNames : []
  const options: readonly unknown[] | undefined = Array.isArray(titled)
    ? titled
    : Array.isArray(values)
      ? values.slice(0, most.choices + 1).map((value, index) => ({ const: value, title: names[index] }))
      : only === undefined
        ? undefined
        : [{ const: only }]
  if (!options) return undefined
  if (options.length > most.choices) refuseForm(name, `has more than ${most.choices} choices`)
  if (options.length === 0) refuseForm(name, 'has no choices')
  const choices = new Map<string, FormChoice>()
  for (const option of options) {
    const value = isPlainObject(option) ? option['const'] : undefined
    if (typeof value !== 'string' || value.length > most.value)
      return refuseForm(name, 'has choices that are no short texts')
    const title = isPlainObject(option) ? textOf(option['title'], most.title) : ''
    choices.set(value, { const: value, title: title || oneRow(value) || '""' })
  }
  return [...choices.values()]
}

function wordsOf({ title, description }: Record<string, unknown>): FieldText {
  const told = { title: textOf(title, most.title), description: textOf(description, most.description) }
  return {
    ...(told.title && { title: told.title }),
    ...(told.description && { description: told.description }),
  }
}

/** In one row; of a long one, how much is left out. */
function textOf(value: unknown, length: number): string {
  if (typeof value !== 'string') return ''
  const text = oneRow(value.slice(0, 2 * length).toWellFormed())
  if (text.length <= length && value.length <= 2 * length) return text
  const shown = text.slice(0, length - roomForNote).toWellFormed()
  return `${shown}… (${value.length - shown.length} more characters)`
}

function oneRow(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

function numbersOf<Key extends string>(
  schema: Record<string, unknown>,
  keys: readonly Key[],
): Partial<Record<Key, number>> {
  const found: Partial<Record<Key, number>> = {}
  for (const key of keys) {
    const value = schema[key]
    if (typeof value === 'number' && Number.isFinite(value)) found[key] = value
  }
  return found
}

/** Bounds that every whole number keeps say nothing to people. */
function boundsOf(schema: Record<string, unknown>): Partial<NumberField> {
  const keys = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const
  const bounds = Object.entries(numbersOf(schema, keys)).filter(
    ([key, value]) => Math.abs(value) < Number.MAX_SAFE_INTEGER && (key !== 'multipleOf' || value > 0),
  )
  return Object.fromEntries(bounds)
}

function lengthsOf(schema: Record<string, unknown>): Partial<TextField> {
  const { format } = schema
  const isFormat = typeof format === 'string' && /^[a-z][a-z0-9-]{0,40}$/.test(format)
  return { ...numbersOf(schema, ['minLength', 'maxLength']), ...(isFormat && { format }) }
}

/** A pattern that may take for ever is left to the one who asks: they check what they get. */
function patternOf(name: string, { pattern }: Record<string, unknown>, notes: string[]): Partial<TextField> {
  if (typeof pattern !== 'string') return {}
  if (checkSchema({ type: 'string', pattern }).length === 0) return { pattern }
  notes.push(`the pattern of the field "${name}" can't be checked while it is filled in`)
  return {}
}
