/**
 * The fields of a form that a server wants filled in: a flat object of texts, numbers, yes or no, and choices.
 *
 * @module
 */
import { toToolSchema } from '../../define/index.ts'
import { isPlainObject, ToolyardError, visibleText } from '../../kernel/index.ts'

export type FieldValue = string | number | boolean | string[]

export interface FormField {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly isRequired: boolean
  readonly fallback: FieldValue | undefined
  /** What can be chosen, by the words that people read. */
  readonly options: ReadonlyMap<string, FieldValue> | undefined
  /** Several of the options may be chosen. */
  readonly isMany: boolean
  read(answer: string): { readonly value: FieldValue } | { readonly problem: string }
}

const maxFields = 30
const maxText = 500

/** Throws where the schema is no such form. */
export function readFields(schema: unknown): readonly FormField[] {
  if (schema === undefined) return []
  const properties = isPlainObject(schema) ? (schema['properties'] ?? {}) : undefined
  if (!isPlainObject(schema) || !isPlainObject(properties))
    throw new ToolyardError('tool_failed', 'its form can’t be read')
  const names = Object.keys(properties)
  if (names.length > maxFields)
    throw new ToolyardError(
      'tool_failed',
      `its form has ${names.length} fields; at most ${maxFields} are asked`,
    )
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return names.map((name) => readField(name, properties[name], required.includes(name)))
}

/** What a person can choose from; nothing where they write. */
export function choicesOf({ options, isMany }: FormField): readonly string[] | undefined {
  return options && !isMany ? [...options.keys()] : undefined
}

function readField(name: string, property: unknown, isRequired: boolean): FormField {
  const schema = isPlainObject(property) ? property : {}
  const { title, description, default: fallback } = schema
  const isMany = schema['type'] === 'array'
  const options = optionsOf(isMany ? schema['items'] : schema)
  const check = toToolSchema({ type: 'object', properties: { value: schema }, required: ['value'] })
  const listed =
    isMany && options ? ` One or more of: ${[...options.keys()].join(', ')}; separate them with commas` : ''
  return {
    name,
    title: textOf(title) || visibleText(name.slice(0, maxText)),
    description: textOf(description) + listed,
    isRequired,
    fallback: isValue(fallback) ? fallback : undefined,
    options,
    isMany,
    read(answer) {
      const value = valueOf(answer, { type: schema['type'], options, isMany })
      const checked = check.check({ value })
      if (checked instanceof Promise || checked.issues === undefined) return { value }
      return { problem: checked.issues.map(({ message }) => message).join('; ') }
    },
  }
}

function valueOf(
  answer: string,
  field: { readonly type: unknown; readonly options: FormField['options']; readonly isMany: boolean },
): FieldValue {
  const { type, options, isMany } = field
  if (isMany) return answer.split(',').map((part) => String(options?.get(part.trim()) ?? part.trim()))
  const chosen = options?.get(answer)
  if (chosen !== undefined) return chosen
  if ((type === 'number' || type === 'integer') && answer.trim() !== '' && !Number.isNaN(Number(answer)))
    return Number(answer)
  return answer
}

function optionsOf(schema: unknown): ReadonlyMap<string, FieldValue> | undefined {
  if (!isPlainObject(schema)) return undefined
  if (schema['type'] === 'boolean')
    return new Map([
      ['yes', true],
      ['no', false],
    ])
  const titled = schema['oneOf'] ?? schema['anyOf']
  if (Array.isArray(titled))
    return new Map(
      titled.flatMap((one: unknown) =>
        isPlainObject(one) && typeof one['const'] === 'string'
          ? [[textOf(one['title']) || one['const'], one['const']]]
          : [],
      ),
    )
  const { enum: values, enumNames } = schema
  if (!Array.isArray(values)) return undefined
  const names: readonly unknown[] = Array.isArray(enumNames) ? enumNames : []
  return new Map(
    values.flatMap((value: unknown, index) =>
      typeof value === 'string' ? [[textOf(names[index]) || value, value] as const] : [],
    ),
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? visibleText(value.slice(0, maxText)).trim() : ''
}

function isValue(value: unknown): value is FieldValue {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
