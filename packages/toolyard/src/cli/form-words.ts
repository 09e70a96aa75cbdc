/**
 * The fields of a form on a command line: what is said of them, and values read from what people write.
 *
 * @module
 */
import {
  choicesOf,
  fieldOf,
  type FormField,
  type FormSchema,
  type FormValue,
  valueText,
} from '../define/index.ts'
import { didYouMean, ToolyardError, visibleText } from '../kernel/index.ts'

const yes = /^(?:y|yes|true|on|1)$/i
const no = /^(?:n|no|false|off|0)$/i

/** The title, and the name where it is another word. */
export function titleOf(name: string, { title }: FormField): string {
  return title === undefined || title === name ? visibleText(name) : visibleText(title)
}

/** What is taken: "whole number, 1 to 100, optional". */
export function kindOf(field: FormField, isRequired: boolean): string {
  const usual = field.default === undefined ? '' : `default ${visibleText(valueText(field, field.default))}`
  const parts = [typeOf(field), boundsOf(field), isRequired ? 'required' : 'optional', usual]
  return parts.filter((part) => part !== '').join(', ')
}

function typeOf(field: FormField): string {
  if (field.type === 'boolean') return 'yes or no'
  if (field.type === 'array') return 'some of the choices'
  if (field.type !== 'string') return field.type === 'integer' ? 'whole number' : 'number'
  return field.oneOf ? 'one of the choices' : (formatNames[field.format ?? ''] ?? 'text')
}

const formatNames: Readonly<Record<string, string>> = {
  email: 'e-mail address',
  uri: 'web address',
  date: 'date (YYYY-MM-DD)',
  'date-time': 'date and time (YYYY-MM-DDThh:mm:ssZ)',
}

function boundsOf(field: FormField): string {
  if (field.type === 'array') return range(field.minItems, field.maxItems)
  if (field.type === 'string') {
    const length = field.oneOf ? '' : range(field.minLength, field.maxLength)
    return length === '' ? '' : `${length} characters`
  }
  if (field.type === 'boolean') return ''
  const { exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = field
  return [
    range(field.minimum, field.maximum),
    above === undefined ? '' : `more than ${above}`,
    below === undefined ? '' : `less than ${below}`,
    multipleOf === undefined ? '' : `a multiple of ${multipleOf}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}

function range(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}`
  if (least !== undefined) return `at least ${least}`
  return most === undefined ? '' : `at most ${most}`
}

/** What a person wrote into a field, as its type has it; what can't be read stays a text, which the check refuses. */
export function readText(field: FormField, text: string): FormValue {
  const word = text.trim()
  if (field.type === 'boolean') return yes.test(word) ? true : no.test(word) ? false : word
  if (field.type === 'array')
    return word
      .split(',')
      .filter((part) => part.trim() !== '')
      .map((part) => chosen(field, part))
  if (field.type === 'string') return field.oneOf ? chosen(field, word) : text
  return word !== '' && Number.isFinite(Number(word)) ? Number(word) : word
}

/** By value, by title, or by number. */
function chosen(field: FormField, text: string): string {
  const word = text.trim()
  const choices = choicesOf(field) ?? []
  const found =
    choices.find((choice) => choice.const === word) ??
    choices.find(({ title }) => title.toLowerCase() === word.toLowerCase()) ??
    (/^\d+$/.test(word) ? choices[Number(word) - 1] : undefined)
  return found?.const ?? word
}

/** `name=value` words; a list has a word for each item, or commas. */
export function readFields(words: readonly string[], form: FormSchema): Record<string, FormValue> {
  const values = new Map<string, FormValue>()
  const names = Object.keys(form.properties)
  for (const word of words) {
    const at = word.indexOf('=')
    const name = word.slice(0, Math.max(0, at))
    const field = fieldOf(form, name)
    if (at < 1 || !field)
      throw new ToolyardError(
        'invalid_arguments',
        at < 1
          ? `--field takes name=value, not "${word}"`
          : `"${name}" is no field of the form.${didYouMean(name, names)}`,
        { hint: `Its fields are ${names.join(', ')}.` },
      )
    const value = readText(field, word.slice(at + 1))
    const before = values.get(name)
    values.set(
      name,
      Array.isArray(before) && Array.isArray(value)
        ? [...(before as string[]), ...(value as string[])]
        : value,
    )
  }
  return Object.fromEntries(values)
}
