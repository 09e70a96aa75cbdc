/**
 * A form in the words of the protocol, as a client of each version takes it, and what comes back read by its fields.
 *
 * Clients of before 2025-11-25 know no titles of choices beside `enumNames`, and no lists: there the names of choices are
 * written with commas.
 *
 * @module
 */
import { choicesOf, type FormChoice, type FormField, type FormSchema } from '../../define/index.ts'
import type { ElicitRequestFormParams } from './sdk.ts'

type Requested = ElicitRequestFormParams['requestedSchema']
type Property = Requested['properties'][string]

const listsSince = '2025-11-25'
const formats = ['email', 'uri', 'date', 'date-time'] as const

export function requestedForm({ properties, required }: FormSchema, speaks = listsSince): Requested {
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, speaks >= listsSince ? propertyOf(field) : olderProperty(field)] as const,
  )
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(required.length > 0 && { required: [...required] }),
  }
}

/** Texts with commas are lists again. Everything else is as it came, and still to be checked. */
export function givenValues(
  form: FormSchema,
  content: Readonly<Record<string, unknown>>,
  speaks = listsSince,
): Record<string, unknown> {
  const given = Object.entries(content).map(([name, value]) => {
    const field = Object.hasOwn(form.properties, name) ? form.properties[name] : undefined
    const isList = field?.type === 'array' && speaks < listsSince && typeof value === 'string'
    return [name, isList ? listOf(value, field) : value] as const
  })
  return Object.fromEntries(given)
}

function propertyOf(field: FormField): Property {
  const told = wordsOf(field)
  if (field.type === 'boolean') return { ...told, type: 'boolean', ...usual(field.default) }
  if (field.type === 'array') {
    const { minItems, maxItems } = field
    const bounds = {
      ...(minItems !== undefined && { minItems }),
      ...(maxItems !== undefined && { maxItems }),
    }
    const { anyOf } = field.items
    const list = field.default && { default: [...field.default] }
    return isUntitled(anyOf)
      ? { ...told, type: 'array', ...bounds, items: { type: 'string', enum: valuesOf(anyOf) }, ...list }
      : {
          ...told,
          type: 'array',
          ...bounds,
          items: { anyOf: anyOf.map((choice) => ({ ...choice })) },
          ...list,
        }
  }
  if (field.type !== 'string') {
    const { type, minimum, maximum } = field
    const bounds = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) }
    return { ...told, type, ...bounds, ...usual(field.default) }
  }
  if (field.oneOf) {
    if (isUntitled(field.oneOf) || field.enumNames) return olderProperty(field)
    const oneOf = field.oneOf.map((choice) => ({ ...choice }))
    return { ...told, type: 'string', oneOf, ...usual(field.default) }
  }
  const { minLength, maxLength } = field
  const format = formats.find((known) => known === field.format)
  return {
    ...told,
    type: 'string',
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(format && { format }),
    ...usual(field.default),
  }
}

function olderProperty(field: FormField): Property {
  const told = wordsOf(field)
  const choices = choicesOf(field) ?? []
  if (field.type === 'array') {
    const names = choices.map(({ title }) => title).join(', ')
    const description = `${told.description === undefined ? '' : `${told.description} `}Separate with commas: ${names}`
    const titles = field.default?.map((one) => choices.find((choice) => choice.const === one)?.title ?? one)
    return { ...told, type: 'string', description, ...usual(titles?.join(', ')) }
  }
  if (field.type !== 'string' || !field.oneOf) return propertyOf(field)
  return {
    ...told,
    type: 'string',
    enum: valuesOf(choices),
    ...(!isUntitled(choices) && { enumNames: choices.map(({ title }) => title) }),
    ...usual(field.default),
  }
}

function isUntitled(choices: readonly FormChoice[]): boolean {
  return choices.every((choice) => choice.title === choice.const)
}

function valuesOf(choices: readonly FormChoice[]): string[] {
  return choices.map((choice) => choice.const)
}

function wordsOf({ title, description }: FormField): { title?: string; description?: string } {
  return { ...(title !== undefined && { title }), ...(description !== undefined && { description }) }
}

function usual<T>(value: T | undefined): { default?: T } {
  return value === undefined ? {} : { default: value }
}

/** Titles that have commas themselves are found first. With more parts than there are choices it is wrong, whatever follows. */
function listOf(text: string, field: FormField): string[] {
  const choices = (choicesOf(field) ?? []).toSorted((one, other) => other.title.length - one.title.length)
  const list: string[] = []
  let rest = text.trim()
  while (rest !== '' && list.length <= choices.length) {
    const found = choices.find(({ title }) => rest === title || rest.startsWith(`${title},`))
    const part = found?.title ?? rest.split(',', 1)[0] ?? rest
    list.push(found?.const ?? part.trim())
    rest = rest.slice(part.length).replace(/^\s*,/, '').trim()
  }
  return list
}
