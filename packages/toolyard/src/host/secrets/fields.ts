/**
 * Secrets that are found by the name in front of them: fields, environment lines, headers, queries, elements.
 *
 * The name stays, the value goes. Entered at a separator (`:`, `=` or `>`) whose name may be telling.
 *
 * @module
 */
import { endOfName, endsTellingName, kindOfName, type NameKind, startOfName } from './field-names.ts'
import { type FieldValue, isPlaceholder, isSecretValue } from './field-values.ts'
import { endOfMatch, type Span } from './span.ts'

/** A value is judged by its first part, and taken out whole. */
const judged = 256
const maxQuoted = 65_536

const blanks = /[ \t]{0,64}/y
const quoteStart = /(?:[bBrRuU]{1,2}(?=["']))?\\{0,3}["'`]/y
const lineValue = /(?:[^\s"\\]|\\(?![nrt"])){1,256}/y
const queryValue = /[^\s"'`<>&#\\,;)}\]]{1,256}/y
const listValue = /[^\s"'`;\\]{1,256}/y
const wordValue = /(?:[^\s"'`,;)}\]<>&|\\]|\\(?![nrt"'])){1,256}/y
const restOfLine = /[ \t]{0,64}(?:[,;})\]"'`\\]|#|\/\/|\r?\n|$)/y
const declaration = /(?:^|[^\w$])(?:const|let|var|final|val|auto|type|static|readonly)\s{1,8}$/

const scheme =
  /(?:basic|bearer|token|negotiate|ntlm|apikey|api-key|googlelogin|ssws|key|bot|dpop)[ \t]{1,8}|(?:digest|aws4-hmac-sha256|hawk|oauth|signature)[ \t]{1,8}/iy
const credential = /[^\s"'`,;<>{}$\\[\]()]{3,8192}/y
const headerRest = /(?:[^\r\n"'`\\]|\\(?![nr"'])){1,8192}/y
const wholeLine = /(?:[^\r\n\\]|\\(?![nr])){1,8192}/y
const cookiePair = /[\w!#$%&*+.^|~-]{1,128}=[^\s;"'`]/y

/** What is secret about the field whose separator is at `at`; undefined if its name or value is harmless. */
export function fieldSpan(text: string, at: number): Span | undefined {
  const end = endOfName(text, at)
  if (end < 0) return undefined
  const start = startOfName(text, end)
  const kind = kindOfName(text.slice(start, end))
  if (kind === undefined) return undefined
  const separator = text[at]
  if (separator === '>') return elementSpan(text, { start, end }, { at, kind })
  if (isComparison(text, at)) return undefined
  const from = endOfMatch(blanks, text, at + (text[at + 1] === '>' ? 2 : 1))
  if (kind === 'authorization') return authorizationSpan(text, from)
  if (kind === 'cookie') return cookieSpan(text, from)
  // In 'password:' the quote after the separator ends what the one before the name began.
  if (end === at && from === at + 1 && text[from] === text[start - 1]) return undefined
  const quoted = quotedSpan(text, from)
  if (quoted) return judge(kind, { text, span: quoted, shape: 'quoted', plain: false })
  if (text[at + 1] === '>' || declaration.test(text.slice(Math.max(0, start - 24), start))) return undefined
  const isTight = separator === '=' && from === at + 1 && end === at
  const pattern = isTight ? valuePattern(text, start) : wordValue
  const stop = endOfMatch(pattern, text, from)
  const plain = isTight && (pattern !== wordValue || isUpperCase(text.slice(start, end)))
  const shape = isTight ? 'tight' : 'loose'
  return whole(pattern, text, judge(kind, { text, span: { start: from, end: stop }, shape, plain }))
}

/** The value after a name that ended elsewhere: a command's option, an object's key. */
export function wordSpan(text: string, from: number, kind: NameKind): Span | undefined {
  const quoted = quotedSpan(text, from)
  if (quoted) return judge(kind, { text, span: quoted, shape: 'quoted', plain: false })
  return judge(kind, {
    text,
    span: { start: from, end: endOfMatch(wordValue, text, from) },
    shape: 'tight',
    plain: true,
  })
}

/** Whether `value` is a secret because of the key under which it stands. */
export function isSecretUnder(key: string, value: string): boolean {
  const kind = endsTellingName(key, key.length) ? kindOfName(key) : undefined
  if (kind === undefined || value.length > maxQuoted) return false
  if (kind === 'authorization') return authorizationSpan(value, 0) !== undefined
  if (kind === 'cookie') return endOfMatch(cookiePair, value, 0) > 0
  return isSecretValue(kind, {
    text: value.slice(0, judged),
    shape: 'quoted',
    next: '',
    ends: true,
    plain: false,
  })
}

interface Candidate {
  readonly text: string
  readonly span: Span
  readonly shape: FieldValue['shape']
  readonly plain: boolean
}

function judge(kind: NameKind, { text, span, shape, plain }: Candidate): Span | undefined {
  if (span.end <= span.start) return undefined
  const next = text[span.end] ?? ''
  const value: FieldValue = {
    text: text.slice(span.start, Math.min(span.end, span.start + judged)),
    shape,
    next: /\s/.test(next) ? '' : next,
    ends: endOfMatch(restOfLine, text, span.end) >= 0,
    plain,
  }
  return isSecretValue(kind, value) ? span : undefined
}

/** The span with the rest of its value, where that is longer than what was judged. */
function whole(pattern: RegExp, text: string, span: Span | undefined): Span | undefined {
  if (span === undefined) return undefined
  let { end } = span
  for (let more = end; more > 0; more = endOfMatch(pattern, text, end)) end = more
  return { start: span.start, end }
}

function isComparison(text: string, at: number): boolean {
  const before = text[at - 1]
  if (text[at] === ':')
    return text[at + 1] === ':' || text[at + 1] === '=' || before === ':' || before === '?'
  return text[at + 1] === '=' || before === '=' || before === '!' || before === '<' || before === '>'
}

/** A whole line of an environment file, a part of a query or of a connection string: each ends at other characters. */
function valuePattern(text: string, start: number): RegExp {
  const before = text[start - 1]
  if (
    before === undefined ||
    before === '\n' ||
    /(?:\\[nr]|export |set )$/i.test(text.slice(Math.max(0, start - 7), start))
  )
    return lineValue
  if (before === '?' || before === '&') return queryValue
  return before === ';' ? listValue : wordValue
}

/**
 * What stands between quotes; an open quote goes to the end of its line. Where the opening quote was escaped (JSON in JSON), the
 * closing one is escaped as often.
 */
function quotedSpan(text: string, from: number): Span | undefined {
  const start = endOfMatch(quoteStart, text, from)
  if (start < 0) return undefined
  const quote = text.charCodeAt(start - 1)
  const slashes = text.charCodeAt(from) === 0x5c ? start - 1 - from : 0
  const limit = Math.min(text.length, start + maxQuoted)
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x0a || code === quote) return { start, end: at }
    if (code !== 0x5c) continue
    const run = runOfSlashes(text, at)
    const meetsQuote = text.charCodeAt(at + run) === quote
    if (meetsQuote && slashes === 0 && run % 2 === 0) return { start, end: at + run }
    if (meetsQuote && run === slashes) return { start, end: at }
    at += meetsQuote ? run : run - 1
  }
  return { start, end: limit }
}

function runOfSlashes(text: string, at: number): number {
  let count = 1
  while (text.charCodeAt(at + count) === 0x5c) count++
  return count
}

function authorizationSpan(text: string, from: number): Span | undefined {
  const opened = endOfMatch(quoteStart, text, from)
  const value = opened < 0 ? from : opened
  const start = endOfMatch(scheme, text, value)
  if (start < 0) {
    const end = endOfMatch(credential, text, value)
    const word = text.slice(value, end)
    const isSecret = end > 0 && word.length >= 8 && /\d/.test(word) && !word.includes('://')
    return isSecret && text[end] !== '(' ? { start: value, end } : undefined
  }
  if (
    /^[dahos]/i.test(text.slice(value, start)) &&
    !/^(?:apikey|api-key|ssws|dpop)/i.test(text.slice(value, start))
  )
    return { start, end: endOfMatch(opened < 0 ? wholeLine : headerRest, text, start) }
  const end = endOfMatch(credential, text, start)
  if (end < 0 || text[end] === '(') return undefined
  const word = text.slice(start, end)
  const stands = /\d/.test(word) || word.length >= 16 || endOfMatch(restOfLine, text, end) >= 0
  return stands && !isPlaceholder(word) ? { start, end } : undefined
}

function cookieSpan(text: string, from: number): Span | undefined {
  const isList = text[from] === '['
  const opened = endOfMatch(quoteStart, text, isList ? endOfMatch(blanks, text, from + 1) : from)
  const start = opened < 0 ? from : opened
  if (endOfMatch(cookiePair, text, start) < 0) return undefined
  if (isList) {
    const close = text.slice(start, start + 8192).search(/["']\s{0,8}\]/)
    if (close >= 0) return { start, end: start + close }
  }
  return { start, end: endOfMatch(headerRest, text, start) }
}

/** `<password>value</password>`. */
function elementSpan(
  text: string,
  name: Span,
  { at, kind }: { at: number; kind: NameKind },
): Span | undefined {
  if (name.end !== at || text[name.start - 1] !== '<') return undefined
  const end = text.slice(at + 1, at + 1 + judged).indexOf(`</${text.slice(name.start, name.end)}`)
  return end > 0
    ? judge(kind, { text, span: { start: at + 1, end: at + 1 + end }, shape: 'quoted', plain: false })
    : undefined
}

function isUpperCase(name: string): boolean {
  return /^[A-Z][A-Z0-9_]+$/.test(name)
}
