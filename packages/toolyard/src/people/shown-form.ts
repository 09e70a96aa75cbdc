/**
 * A form as people see it: without the values of secrets, and with every character visible. The answer is put back into the
 * values that the tool wrote.
 *
 * @module
 */
import {
  choicesOf,
  type FormChoice,
  type FormField,
  type FormSchema,
  type FormValue,
  type FormValues,
} from '../define/index.ts'
import { ToolyardError } from '../kernel/index.ts'

type Show = (text: string) => string

export function shownForm({ type, properties, required }: FormSchema, show: Show): FormSchema {
  const fields = Object.entries(properties).map(([name, field]) => {
    if (show(name) !== name)
      throw new ToolyardError('denied', `a field of the form has a name that can't be shown: "${show(name)}"`)
    return [name, shownField(field, show)] as const
  })
  return { type, properties: Object.fromEntries(fields), required }
}

/** By what was shown of a choice or a default, the value that the tool wrote. */
export function ownValues(form: FormSchema, shown: FormSchema, values: FormValues): FormValues {
  const own = Object.entries(values).map(([name, value]) => {
    const [field, seen] = [form.properties[name], shown.properties[name]]
    return [name, field && seen ? ownValue(field, seen, value) : value] as const
  })
  return Object.fromEntries(own)
}

function shownField(field: FormField, show: Show): FormField {
  const { title, description } = field
  const words = {
    ...(title !== undefined && { title: show(title) }),
    ...(description !== undefined && { description: show(description) }),
  }
  const choices = (list: readonly FormChoice[]): FormChoice[] =>
    list.map((choice) => ({ const: show(choice.const), title: show(choice.title) }))
  if (field.type === 'array') {
    const usual = field.default && { default: field.default.map(show) }
    return { ...field, ...words, items: { anyOf: choices(field.items.anyOf) }, ...usual }
  }
  if (field.type !== 'string') return { ...field, ...words }
  const usual = field.default !== undefined && { default: show(field.default) }
  return field.oneOf
    ? { ...field, ...words, oneOf: choices(field.oneOf), ...usual }
    : { ...field, ...words, ...usual }
}

function ownValue(field: FormField, shown: FormField, value: FormValue): FormValue {
  const choices = choicesOf(field)
  const own = (one: string): string => {
    const at = choicesOf(shown)?.findIndex((choice) => choice.const === one) ?? -1
    return choices?.[at]?.const ?? one
  }
  if (typeof value === 'string' && !choices) return value === shown.default ? String(field.default) : value
  if (typeof value === 'string') return own(value)
  return Array.isArray(value) ? value.map(own) : value
}
