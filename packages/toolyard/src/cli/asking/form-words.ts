/**
 * The fields of a form on a command line: what is said of them, and values read from what people write.
 *
 * @module
 */
import {
  choicesOf,
  fieldOf,
  type FormChoice,
  type FormField,
  type FormSchema,
  type FormValue,
  valueText,
} from '../../define/index.ts'
import { didYouMean, ToolyardError, visibleText } from '../../kernel/index.ts'
import { framed } from '../terminal/framed-text.ts'
import { widthOf } from '../terminal/layout.ts'

const yes = /^(?:y|yes|true|on|1)$/i
const no = /^(?:n|no|false|off|0)$/i
/** As people write numbers: `0x10` is none. */
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i
const digits = /^\s*\d+\s*$/

/** The title, and the name if it is another word. */
export function titleOf(name: string, { title }: FormField): string {
  return title === undefined || title === name ? visibleText(name) : visibleText(title)
}

/** What is taken: "whole number, 1 to 100, optional, default 3". A default that would be broken stands behind a bar. */
export function kindRows(
  field: FormField,
  { before, isRequired, columns }: { before: string; isRequired: boolean; columns: number },
): string[] {
  const parts = [typeOf(field), boundsOf(field), isRequired ? 'required' : 'optional']
  const row = `${before}${parts.filter((part) => part !== '').join(', ')}`
  if (field.default === undefined) return [row]
  const usual = visibleText(valueText(field, field.default))
  const whole = `${row}, default ${usual}`
  if (widthOf(whole) < columns && !/[\n\t]/.test(usual)) return [whole]
  return [`${row}, default:`, ...framed(usual, { columns }).rows]
}

/** A choice behind its number or mark; if it is broken, the other rows are behind a bar. */
export function choiceRow(mark: string, told: string, columns: number): string[] {
  const [first = '', ...rows] = framed(told, { columns: columns - mark.length }).rows
  return [`${mark}${first.replace(/^ {2}│ /, '')}`, ...rows]
}

/** Choices are numbered, unless one of them could be taken for the number of another. */
export function isNumbered(choices: readonly FormChoice[]): boolean {
  return !choices.some(({ title }) => digits.test(title))
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

/** Which choice is meant by a word. */
type Choose = (choices: readonly FormChoice[], word: string) => FormChoice | undefined

/** What a person wrote into a field, as its type has it; what can't be read stays a text, which the check refuses. */
export function readText(field: FormField, text: string, choose: Choose): FormValue {
  const word = text.trim()
  const choices = choicesOf(field) ?? []
  const chosen = (part: string): string => choose(choices, part)?.const ?? part
  if (field.type === 'boolean') return yes.test(word) ? true : no.test(word) ? false : word
  if (field.type === 'array')
    return word
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(chosen)
  if (field.type === 'string') return field.oneOf ? chosen(word) : text
  return decimal.test(word) ? Number(word) : word
}

/** By what is seen at the terminal: its number, else its title. Values are not seen there, so they come last. */
export const chosenFromList: Choose = (choices, word) =>
  digits.test(word) && isNumbered(choices)
    ? choices[Number(word) - 1]
    : (titled(choices, word) ?? choices.find((choice) => choice.const === word))

/** By its value, else by its title. */
const chosenByName: Choose = (choices, word) =>
  choices.find((choice) => choice.const === word) ?? titled(choices, word)

/** The only one that is called so. */
function titled(choices: readonly FormChoice[], word: string): FormChoice | undefined {
  const small = word.toLowerCase()
  const same = choices.filter(({ title }) => title.toLowerCase() === small)
  const exact = same.filter(({ title }) => title === word)
  const [found, ...others] = exact.length > 0 ? exact : same
  return others.length === 0 ? found : undefined
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
    const value = readText(field, word.slice(at + 1), chosenByName)
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
