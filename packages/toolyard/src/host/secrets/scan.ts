/**
 * Finds what looks like a secret in a text for which no secret was announced.
 *
 * One pass: the text is taken as runs of word characters and the characters between them, and only if a run is
 * long, or a separator follows a telling name, or a word announces something, a closer look is taken. Every
 * look is bounded, so the time is linear whatever the text.
 *
 * @module
 */
import { endsTellingName, kindOfName } from './field-names.ts'
import { fieldSpan, isSecretUnder } from './fields.ts'
import { addressSpan, attachedAccountSpan, phraseSpan } from './phrases.ts'
import type { Span } from './span.ts'
import { minTokenLength, tokenSpans } from './tokens.ts'

const [wordKind, blankKind, separatorKind] = [1, 2, 3]
const kinds = kindTable()

/** The secrets of `text` from its first candidate on, in order. */
export function findSecrets(text: string, first: number): Span[] {
  const found: Span[] = []
  let from = 0
  for (let at = first; at >= 0; at = nextCandidate(text, from)) {
    const spans = lookAt(text, startOfRun(text, from, at), at)
    for (const span of spans) found.push(span)
    from = Math.max(at + 1, spans.at(-1)?.end ?? 0)
  }
  return found
}

/** The texts of the secrets in `text`. */
export function secretsIn(text: string): string[] {
  const first = nextCandidate(text, 0)
  return first < 0 ? [] : findSecrets(text, first).map(({ start, end }) => text.slice(start, end))
}

/** The secrets in a value that stands under a name: all of it where the name says so, or what has the shape of one. */
export function secretsUnder(name: string, value: string): string[] {
  const kind = kindOfName(name)
  if (kind === 'authorization' || kind === 'cookie') return secretsIn(`${name}: ${value}`)
  return isSecretUnder(name, value) ? [value] : secretsIn(value)
}

/** The end of the next run that deserves a look; -1 if there is none. All that most texts ever cost. */
export function nextCandidate(text: string, from: number): number {
  let start = from
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? (kinds[code] as number) : 0
    if (kind === wordKind) continue
    if (at - start >= minTokenLength) return at
    if (kind === separatorKind) {
      if (isTelling(text, start, at)) return at
    } else if (kind === blankKind && isWorthALook(text, start, at)) return at
    start = at + 1
  }
  return text.length - start >= minTokenLength ? text.length : -1
}

/** Whether `text` is printable ASCII and nothing in it deserves a look: one pass for what most texts are. */
export function isOrdinary(text: string): boolean {
  // A search joins a text that was added together from parts, at half the cost of asking for its first character.
  if (text.includes('\0')) return false
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x61 && code <= 0x7a) continue
    if (code > 126) return false
    const kind = kinds[code] as number
    if (kind === wordKind) continue
    if (at - start >= minTokenLength || (code < 32 && code !== 10 && code !== 9)) return false
    if (kind === separatorKind) {
      if (isTelling(text, start, at)) return false
    } else if (kind === blankKind && isWorthALook(text, start, at)) return false
    start = at + 1
  }
  return text.length - start < minTokenLength
}

/** So many members of plain data are looked at in passing. */
const mostMembers = 64
const keyStart = '-----BEGIN'

/**
 * Whether `value` is a literal of ordinary names and values, none of which can be secret by its name: one pass for most arguments.
 * Anything else, such as instances, functions and what is nested, is looked at whole.
 */
export function isOrdinaryData(value: object): boolean {
  if (value.constructor !== Object || 'toJSON' in value) return false
  let members = 0
  for (const key in value) {
    const child = (value as Record<string, unknown>)[key]
    if (++members > mostMembers || !isOrdinary(key)) return false
    if (typeof child === 'string') {
      if (endsTellingName(key, key.length) || !standsAlone(child)) return false
    } else if (
      typeof child !== 'number' &&
      typeof child !== 'boolean' &&
      child !== undefined &&
      child !== null
    )
      return false
  }
  return true
}

/** Ordinary, and no beginning of a key that other strings may go on with. */
function standsAlone(text: string): boolean {
  return isOrdinary(text) && (text.length < keyStart.length || !text.includes(keyStart))
}

function startOfRun(text: string, from: number, end: number): number {
  let start = end
  while (start > from && kinds[text.charCodeAt(start - 1)] === wordKind) start--
  return start
}

/** Cheap, because every word and every separator is asked: `-u`, `by`, `Basic`, `Bearer`, `…password`, `-----BEGIN`. */
function isWorthALook(text: string, start: number, at: number): boolean {
  const size = at - start
  if (size < 2) return false
  const first = text.charCodeAt(start)
  if (first === 0x2d) return true
  if ((first | 0x20) === 0x62) return size === 2 || size === 5 || size === 6
  const last = text.charCodeAt(at - 1)
  return (size >= 8 && (last | 0x20) === 0x64) || (size >= 10 && last === 0x4e)
}

/** `password:`, `https://`, `-uname:`. */
function isTelling(text: string, start: number, at: number): boolean {
  return (
    endsTellingName(text, at) ||
    text.charCodeAt(start) === 0x2d ||
    (at + 1 < text.length && text.charCodeAt(at + 1) === 0x2f)
  )
}

function lookAt(text: string, start: number, at: number): readonly Span[] {
  const tokens = at - start >= minTokenLength ? tokenSpans(text, start, at) : []
  if (tokens.length > 0 || at === text.length) return tokens
  const span = spanAfter(text, start, at)
  return span ? [span] : []
}

function spanAfter(text: string, start: number, at: number): Span | undefined {
  const code = text.charCodeAt(at)
  const kind = code < 128 ? kinds[code] : 0
  if (kind === blankKind) return phraseSpan(text, start, at)
  if (kind !== separatorKind) return undefined
  if (code === 0x3a && text.startsWith('//', at + 1)) return addressSpan(text, at)
  return fieldSpan(text, at) ?? (code === 0x3a ? attachedAccountSpan(text, start, at) : undefined)
}

function kindTable(): Uint8Array {
  const table = new Uint8Array(128)
  for (let code = 0; code < 128; code++) {
    const character = String.fromCharCode(code)
    if (/[\w+/-]/.test(character)) table[code] = wordKind
    else if (/[ \t\r\n]/.test(character)) table[code] = blankKind
    else if (/[:=>]/.test(character)) table[code] = separatorKind
  }
  return table
}
