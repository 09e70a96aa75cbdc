/**
 * Constraints told in words, for providers that do not take the keyword.
 *
 * @module
 */
import type { JsonSchema } from '../kernel/index.ts'

/** A constraint longer than this is not told: it would drown the description. */
const maxLength = 400

const sentences: Readonly<Record<string, (value: unknown) => string>> = {
  minLength: (value) => `At least ${count(value, 'character')}.`,
  maxLength: (value) => `At most ${count(value, 'character')}.`,
  pattern: (value) => `Matches the regular expression ${String(value)}`,
  format: (value) => `Format: ${String(value)}.`,
  minimum: (value) => `At least ${String(value)}.`,
  maximum: (value) => `At most ${String(value)}.`,
  exclusiveMinimum: (value) => `Greater than ${String(value)}.`,
  exclusiveMaximum: (value) => `Less than ${String(value)}.`,
  multipleOf: (value) => `A multiple of ${String(value)}.`,
  minItems: (value) => `At least ${count(value, 'item')}.`,
  maxItems: (value) => `At most ${count(value, 'item')}.`,
  uniqueItems: () => 'No item twice.',
  minProperties: (value) => `At least ${count(value, 'key')}.`,
  maxProperties: (value) => `At most ${count(value, 'key')}.`,
  contentEncoding: (value) => `Encoded as ${String(value)}.`,
  contentMediaType: (value) => `Content of type ${String(value)}.`,
  const: (value) => `Exactly ${JSON.stringify(value)}.`,
  enum: (value) => `One of ${list(value)}.`,
  required: (value) => `Must have ${list(value)}.`,
  default: (value) => `Default: ${JSON.stringify(value)}.`,
  example: (value) => `For example ${JSON.stringify(value)}.`,
  examples: (value) => `For example ${list(value)}.`,
  deprecated: () => 'Deprecated.',
}

/** A sentence for one keyword; `undefined` if it says nothing or is too long to tell. */
export function wordsFor(keyword: string, value: unknown): string | undefined {
  if (isIdle(keyword, value)) return undefined
  const sentence =
    sentences[keyword]?.(value) ?? `Must fit the JSON Schema ${JSON.stringify({ [keyword]: value })}`
  return sentence.length > maxLength ? undefined : sentence
}

/** Keywords with a value that constrains nothing, and bounds that only say "a number that JavaScript can hold". */
export function isIdle(keyword: string, value: unknown): boolean {
  switch (keyword) {
    case 'minimum':
      return value === Number.MIN_SAFE_INTEGER
    case 'maximum':
      return value === Number.MAX_SAFE_INTEGER
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return value === 0
    case 'uniqueItems':
    case 'deprecated':
      return value === false
    case 'default':
      return value === null || value === undefined
    case 'propertyNames':
      return value === true || JSON.stringify(value) === '{"type":"string"}' || JSON.stringify(value) === '{}'
    case 'unevaluatedItems':
    case 'unevaluatedProperties':
      return value === true
    default:
      return false
  }
}

const nothing = Object.freeze({})

/** The description of `schema` with more sentences behind it. */
export function describe(schema: JsonSchema, more: readonly string[]): { readonly description?: string } {
  if (more.length === 0 && schema.description === undefined) return nothing
  const own = typeof schema.description === 'string' ? schema.description.trim() : ''
  const text = addSentences(own, more)
  return text === '' ? {} : { description: text }
}

/** The text and the sentences in at most so many characters: the text is cut where a sentence ends. */
export function fitSentences(
  text: string,
  more: readonly string[],
  most: number,
): { readonly text: string; readonly isCut: boolean } {
  const whole = addSentences(text, more)
  if (whole.length <= most) return { text: whole, isCut: false }
  const told = more.join(' ')
  const room = Math.max(most - told.length - 4, most / 2)
  const head = text.slice(0, room)
  const ends = [...head.matchAll(/[.!?](?=\s)|[。！？]|\n/g)]
  const end = ends.at(-1)
  const cut = end && end.index > room / 2 ? head.slice(0, end.index + 1) : head
  const kept = `${cut.trimEnd()} …`.replace(/[\uD800-\uDBFF](?= …$)/, '')
  return { text: addSentences(kept, more).slice(0, most), isCut: true }
}

export function addSentences(text: string, more: readonly string[]): string {
  if (more.length === 0) return text
  const head = text === '' || /[.!?:;)\]]$/.test(text) ? text : `${text}.`
  if (more.length === 1 && head !== '' && more[0]) return `${head} ${more[0]}`
  return [head, ...more].filter((part) => part !== '').join(' ')
}

function count(value: unknown, noun: string): string {
  return `${String(value)} ${noun}${value === 1 ? '' : 's'}`
}

function list(values: unknown): string {
  return Array.isArray(values)
    ? values.map((value) => JSON.stringify(value)).join(', ')
    : JSON.stringify(values)
}
