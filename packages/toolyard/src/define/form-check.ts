/**
 * What a person filled in, held against its form. Every way in which a form can be answered comes through here.
 *
 * @module
 */
import { didYouMean, isPlainObject, visibleText } from '../kernel/index.ts'
import {
  choicesOf,
  fieldOf,
  type FormField,
  type FormSchema,
  type FormValue,
  type FormValues,
} from './form.ts'
import { toToolSchema } from './tool-schema.ts'

/** What is wrong with one field: as a sentence, and as a rule that a page can put into its own words. */
export interface FormProblem {
  /** The name of the field; empty if no field is meant. */
  readonly field: string
  readonly rule: FormRule
  readonly limit?: number | string | undefined
  /** What stands behind the name of the field. */
  readonly message: string
}

export type FormRule =
  | 'form'
  | 'unknown'
  | 'required'
  | 'text'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'minItems'
  | 'maxItems'
  | 'minLength'
  | 'maxLength'
  | 'minimum'
  | 'maximum'
  | 'above'
  | 'below'
  | 'multipleOf'
  | 'format'
  | 'pattern'

export type CheckedForm =
  | { readonly values: FormValues; readonly problems?: undefined }
  | { readonly problems: readonly FormProblem[] }

type ValueProblem = Omit<FormProblem, 'field'> | undefined

const longest = 100_000
/** Of what is told of an answer in words. */
const longestText = 4000
const mostInAll = 200_000
const mostProblems = 60

/**
 * Fields that were not given take their default, if it fits. `null` leaves a field out, without its default; so does an empty text that
 * the field does not take.
 */
export async function checkForm(form: FormSchema, given: unknown): Promise<CheckedForm> {
  if (!isPlainObject(given))
    return {
      problems: [
        { field: '', rule: 'form', message: 'the answer must be an object with a value for each field' },
      ],
    }
  const problems: FormProblem[] = unknownIn(form, given)
  const values: [string, FormValue][] = []
  for (const [name, field] of Object.entries(form.properties)) {
    const isGiven = Object.hasOwn(given, name)
    const value = isGiven ? given[name] : field.default
    const isRequired = form.required.includes(name)
    const found = await problemOf(field, value)
    const isChoice = choicesOf(field) !== undefined
    const isEmptied = value === '' && (found !== undefined || (isRequired && !isChoice))
    const isLeft = value === undefined || value === null || isEmptied || (found !== undefined && !isGiven)
    if (!isLeft && found) problems.push({ field: name, ...found })
    else if (!isLeft) values.push([name, copyOf(value as FormValue)])
    else if (isRequired) problems.push({ field: name, rule: 'required', message: 'must be filled in' })
  }
  const { length } = JSON.stringify(values)
  if (length > mostInAll)
    problems.push({
      field: '',
      rule: 'form',
      message: `the answer is too long (${length} characters, at most ${mostInAll})`,
    })
  return problems.length > 0 ? { problems } : { values: Object.fromEntries(values) }
}

/** As a sentence, with the name of the field. */
export function tellProblem({ field, message }: FormProblem): string {
  return field === '' ? message : `"${field}" ${message}`
}

/** What was filled in, as people read it: a row for each field. */
export function formText(form: FormSchema, values: FormValues): string {
  const text = Object.entries(form.properties)
    .filter(([name]) => Object.hasOwn(values, name))
    .map(([name, field]) => `${field.title ?? name}: ${valueText(field, values[name])}`)
    .join('\n')
  const rest = text.length - longestText
  return rest <= 0 ? text : `${text.slice(0, longestText).toWellFormed()}… (${rest} more characters)`
}

export function valueText(field: FormField, value: FormValue | undefined): string {
  const choices = choicesOf(field) ?? []
  const titleOf = (one: unknown): string =>
    choices.find((choice) => choice.const === one)?.title ?? String(one)
  if (Array.isArray(value)) return value.map(titleOf).join(', ')
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : titleOf(value ?? '')
}

function unknownIn(form: FormSchema, given: Record<string, unknown>): FormProblem[] {
  const names = Object.keys(form.properties)
  return Object.keys(given)
    .filter((name) => !fieldOf(form, name))
    .slice(0, mostProblems)
    .map((name) => ({
      field: name.slice(0, 100),
      rule: 'unknown',
      message: `is no field of the form.${didYouMean(name, names)}`,
    }))
}

async function problemOf(field: FormField, value: unknown): Promise<ValueProblem> {
  if (field.type === 'boolean')
    return typeof value === 'boolean' ? undefined : { rule: 'boolean', message: 'must be yes or no' }
  if (field.type === 'array') return problemOfMany(field, value)
  const choices = choicesOf(field)
  if (choices)
    return choices.some((choice) => choice.const === value)
      ? undefined
      : { rule: 'choice', message: oneOf(choices) }
  return field.type === 'string' ? problemOfText(field, value) : problemOfNumber(field, value)
}

function oneOf(choices: readonly { readonly const: string }[]): string {
  const shown = choices.slice(0, 20).map((choice) => JSON.stringify(choice.const))
  return `must be one of ${shown.join(', ')}${choices.length > shown.length ? ', …' : ''}`
}

function problemOfMany(field: Extract<FormField, { type: 'array' }>, value: unknown): ValueProblem {
  const { minItems = 0, maxItems = Infinity, items } = field
  const isKnown = (one: unknown): boolean => items.anyOf.some((choice) => choice.const === one)
  if (!Array.isArray(value) || value.length > items.anyOf.length || !value.every(isKnown))
    return { rule: 'choices', message: `must be a list, and each item ${oneOf(items.anyOf)}` }
  const { size } = new Set(value)
  if (size < value.length) return { rule: 'choices', message: 'must not have the same choice twice' }
  if (size < minItems)
    return { rule: 'minItems', limit: minItems, message: `needs at least ${minItems} choices` }
  if (size > maxItems)
    return { rule: 'maxItems', limit: maxItems, message: `takes at most ${maxItems} choices` }
  return undefined
}

function problemOfNumber(
  field: Extract<FormField, { type: 'number' | 'integer' }>,
  value: unknown,
): ValueProblem {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = field
  if (typeof value !== 'number' || !Number.isFinite(value))
    return { rule: 'number', message: 'must be a number' }
  if (field.type === 'integer' && !Number.isInteger(value))
    return { rule: 'integer', message: 'must be a whole number' }
  if (minimum !== undefined && value < minimum)
    return { rule: 'minimum', limit: minimum, message: `must be at least ${minimum}` }
  if (maximum !== undefined && value > maximum)
    return { rule: 'maximum', limit: maximum, message: `must be at most ${maximum}` }
  if (above !== undefined && value <= above)
    return { rule: 'above', limit: above, message: `must be more than ${above}` }
  if (below !== undefined && value >= below)
    return { rule: 'below', limit: below, message: `must be less than ${below}` }
  // Of a larger one, what was written is lost already.
  if (field.type === 'integer' && !Number.isSafeInteger(value)) {
    const limit = Math.sign(value) * Number.MAX_SAFE_INTEGER
    return value > 0
      ? { rule: 'maximum', limit, message: `must be at most ${limit}` }
      : { rule: 'minimum', limit, message: `must be at least ${limit}` }
  }
  const steps = value / (multipleOf ?? 1)
  if (multipleOf !== undefined && Math.abs(steps - Math.round(steps)) > 1e-9)
    return { rule: 'multipleOf', limit: multipleOf, message: `must be a multiple of ${multipleOf}` }
  return undefined
}

async function problemOfText(
  field: Extract<FormField, { type: 'string' }>,
  value: unknown,
): Promise<ValueProblem> {
  if (typeof value !== 'string') return { rule: 'text', message: 'must be a text' }
  if (field.oneOf) return undefined
  const { minLength = 0, maxLength = longest, format, pattern } = field
  const most = Math.min(maxLength, longest)
  // Characters as JSON Schema counts them, two places at most for each.
  const { length } = Array.from(value.slice(0, 2 * longest + 2))
  if (length > most) return { rule: 'maxLength', limit: most, message: `takes at most ${most} characters` }
  if (length < minLength)
    return { rule: 'minLength', limit: minLength, message: `needs at least ${minLength} characters` }
  if (format !== undefined && !(await fits({ type: 'string', format }, value)))
    return { rule: 'format', limit: format, message: formatWords[format] ?? `must be written as ${format}` }
  if (pattern !== undefined && !(await fits({ type: 'string', pattern }, value)))
    return { rule: 'pattern', limit: pattern, message: `must match the pattern ${shownPattern(pattern)}` }
  return undefined
}

/** In one row, with every character visible. */
function shownPattern(pattern: string): string {
  return visibleText(pattern.slice(0, 200)).replaceAll(/\s+/g, ' ')
}

const formatWords: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  uri: 'must be a web address, such as https://example.com',
  date: 'must be a date, such as 2026-07-28',
  'date-time': 'must be a date and time, such as 2026-07-28T09:30:00Z',
}

async function fits(schema: object, value: string): Promise<boolean> {
  const whole = { type: 'object', properties: { value: schema }, required: ['value'] }
  return (await toToolSchema(whole).check({ value })).issues === undefined
}

function copyOf(value: FormValue): FormValue {
  return Array.isArray(value) ? [...(value as readonly string[])] : value
}
