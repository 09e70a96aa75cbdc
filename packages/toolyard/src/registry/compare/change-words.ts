/**
 * The words in which changes of schemas are told.
 *
 * Values come from outside: they are cut, and nothing in them can move a cursor.
 *
 * @module
 */
import { canonicalJson, visibleText } from '../../kernel/index.ts'

/** What callers send, or what they get. */
export type SchemaSide = 'input' | 'output'

const maxLength = 60
const maxValues = 6

const typeWords: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  array: 'a list',
  object: 'an object',
}

/** What a rule asks, behind "must" or "will". */
const asks: Readonly<Record<string, (value: unknown) => string>> = {
  minimum: (value) => `be at least ${shownValue(value)}`,
  maximum: (value) => `be at most ${shownValue(value)}`,
  exclusiveMinimum: (value) => `be above ${shownValue(value)}`,
  exclusiveMaximum: (value) => `be below ${shownValue(value)}`,
  minLength: (value) => `have at least ${counted(value, 'character')}`,
  maxLength: (value) => `have at most ${counted(value, 'character')}`,
  minItems: (value) => `have at least ${counted(value, 'item')}`,
  maxItems: (value) => `have at most ${counted(value, 'item')}`,
  minProperties: (value) => `have at least ${counted(value, 'key')}`,
  maxProperties: (value) => `have at most ${counted(value, 'key')}`,
  multipleOf: (value) => `be a multiple of ${shownValue(value)}`,
  pattern: (value) => `match the pattern ${shownValue(value)}`,
  format: (value) => `be of the format ${shownValue(value)}`,
  contentEncoding: (value) => `be encoded as ${shownValue(value)}`,
  contentMediaType: (value) => `hold ${shownValue(value)}`,
  uniqueItems: () => 'have no item twice',
}

export const unproven: Readonly<Record<SchemaSide, string>> = {
  input: `can't be shown to accept everything that the old one did`,
  output: `can't be shown to stay within what the old one promised`,
}

/** Text in quotes, short and with everything in it visible. */
export function quote(text: string): string {
  return JSON.stringify(short(text))
}

/** At most a few words, with everything in them visible. */
export function short(text: string): string {
  const characters = Array.from(visibleText(text.slice(0, 4 * maxLength)))
  return characters.length > maxLength
    ? `${characters.slice(0, maxLength - 1).join('')}…`
    : characters.join('')
}

export function shownValue(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return shownValues(value, 'and')
  return short(canonicalJson(value ?? null))
}

/** `"a", "b" or "c"`. */
export function shownValues(values: readonly unknown[], word: 'and' | 'or'): string {
  const shown = values
    .slice(0, maxValues)
    .map((value) => (Array.isArray(value) ? short(canonicalJson(value)) : shownValue(value)))
  const hidden = values.length - shown.length
  return hidden > 0 ? `${shown.join(', ')} ${word} ${hidden} more` : listed(shown, word)
}

function listed(words: readonly string[], word: 'and' | 'or'): string {
  const last = words.at(-1) ?? 'nothing'
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${word} ${last}`
}

/** Names of types, as people say them. */
export function typeList(types: readonly string[]): string {
  if (types.length === 6 && !types.includes('integer')) return 'anything'
  const last = types.filter((type) => type === 'null')
  return listed(
    [...types.filter((type) => type !== 'null'), ...last].map((type) => typeWords[type] ?? type),
    'or',
  )
}

/** Types that came or went. */
export function typeText(
  side: SchemaSide,
  subject: string,
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
): string {
  const only = after.length > 0 && after.every((type) => before.includes(type)) ? 'only ' : ''
  const [was, is] = side === 'input' ? ['took', 'now takes'] : ['was', 'is now']
  return `${subject} ${was} ${typeList(before)} and ${is} ${only}${typeList(after)}.`
}

export interface RuleChange {
  readonly keyword: string
  readonly before: unknown
  readonly after: unknown
  readonly breaking: boolean
}

/** A bound, a pattern, a format that came, went or changed. */
export function ruleText(side: SchemaSide, subject: string, change: RuleChange): string {
  const { keyword, before, after, breaking } = change
  if (keyword === 'dependentRequired' && (before === undefined) !== (after === undefined)) {
    const [name, other] = ((before ?? after) as readonly unknown[]).map(shownValue)
    return `If there is ${name}, ${other} ${after === undefined ? 'may be left out' : 'must be there too'}.`
  }
  const ask = asks[keyword] ?? (() => `keep to ${quote(keyword)}`)
  const doubt = breaking && !isBound(keyword) ? `; it ${unproven[side]}` : ''
  const [must, freed] = side === 'input' ? ['must', 'no longer has to'] : ['will', 'is no longer sure to']
  if (before === undefined) return `${subject} ${must} now ${ask(after)}${doubt}.`
  if (after === undefined) return `${subject} ${freed} ${ask(before)}${doubt}.`
  if (asks[keyword] === undefined) return `${subject} ${must} keep to another ${quote(keyword)}${doubt}.`
  return `${subject} ${must} ${ask(after)}, where it was ${shownValue(before)}${doubt}.`
}

function counted(value: unknown, noun: string): string {
  return `${shownValue(value)} ${noun}${value === 1 ? '' : 's'}`
}

function isBound(keyword: string): boolean {
  return /^(?:min|max|exclusive|unique)/.test(keyword)
}
