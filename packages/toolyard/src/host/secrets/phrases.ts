/**
 * Secrets that are found by the words before them: private key blocks, `Bearer …`, options of commands,
 * `password is …`, and addresses with a password in them.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { kindOfName } from './field-names.ts'
import { isSecretValue } from './field-values.ts'
import { wordSpan } from './fields.ts'
import { endOfMatch, linePrefix, type Span } from './span.ts'

const maxBlock = 65_536

const blockStart = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y
const blockEnd = /-----END [A-Z0-9 ]{0,48}-----/y
const maxBlockLines = 1000
const blockLine = /[A-Za-z0-9+/=]{16,128}/y
const lastBlockLine = /[A-Za-z0-9+/=]{1,128}(?![\w ])/y
/** `DEK-Info: …`, or the empty line after it. */
const blockHeader = /(?:[A-Z][A-Za-z-]{2,24}: [^\n]{0,128})?(?=\r?\n)/y
const blockGap = /(?:\s|\\[nr]){0,8}/y
const blockBreak = /["'`,;+\\ \t]{0,8}\r?\n/y
const bearer = /[A-Za-z0-9._~+/=-]{8,8192}/y
const blanks = /[ \t]{1,64}/y
const account = /["']?([^\s:"'$@/]{0,128}):/y
const accountSecret = /[^\s"'`\\]{1,512}/y
const login = /login[ \t]{1,8}\S{1,64}[ \t\r\n]{1,8}$/
const userInfo = /:\/\/[^\s:@/"'<>?#\\]{0,128}:/y
const urlPassword = /[^\s/"'<>\\?#]{1,512}@/y
const urlOddPassword = /(?!\d{1,5}(?:[/?#]|$))[^\s"'<>\\@]{1,256}@/y
const urlToken = /:\/\/[A-Za-z0-9_-]{16,256}@/y

const httpClients = /(?:^|[\s/'"`(])(?:curl|curlie|wget|https?|xh|httpie)(?:\.exe)?\s/
const passwordPrograms =
  /(?:^|[\s/'"`(])(?:sshpass|mysql\w*|mariadb\w*|mongo\w*|(?:docker|podman|helm registry|az|oc) login)\s/
const shortPasswordFlags = /(?:^|[\s/'"`(])(?:redis-cli|ldap\w+|http|xh)\s/

/** What is secret after the word from `start` to `end`, which a blank follows. */
export function phraseSpan(text: string, start: number, end: number): Span | undefined {
  if (text.startsWith('-----BEGIN', end - 10)) return blockSpan(text, end - 10)
  const from = endOfMatch(blanks, text, end)
  if (from < 0) return undefined
  const word = text.slice(start, Math.min(end, start + 48))
  if (word.startsWith('-')) return optionSpan(text, { start, end: from }, word)
  const lower = word.toLowerCase()
  if (lower === 'bearer') return bearerSpan(text, from)
  if (lower === 'basic') return basicSpan(text, from)
  if (lower.endsWith('password')) return passwordSpan(text, start, from)
  return lower === 'by' &&
    /identified $/i.test(text.slice(Math.max(0, start - 11), start)) &&
    /["']/.test(text[from] ?? '')
    ? wordSpan(text, from, 'password')
    : undefined
}

/** The password in `scheme://user:password@host`, entered at the colon of the scheme. */
export function addressSpan(text: string, at: number): Span | undefined {
  const token = endOfMatch(urlToken, text, at)
  if (token > 0) return /\d/.test(text.slice(at, token)) ? { start: at + 3, end: token - 1 } : undefined
  const start = endOfMatch(userInfo, text, at)
  if (start < 0) return undefined
  const plain = endOfMatch(urlPassword, text, start)
  const end = (plain > 0 ? plain : endOfMatch(urlOddPassword, text, start)) - 1
  return end > start && !/^(?:[${<]|%\w+%)/.test(text.slice(start, end)) ? { start, end } : undefined
}

/** The whole block; where its end is missing, the lines that can belong to it. */
function blockSpan(text: string, start: number): Span | undefined {
  const body = endOfMatch(blockStart, text, start)
  if (body < 0) return undefined
  const dashes = text.slice(body, body + maxBlock).indexOf('-----')
  const end = dashes < 0 ? -1 : endOfMatch(blockEnd, text, body + dashes)
  if (end > 0) return { start, end }
  const lines = endOfLines(text, body)
  return lines > 0 ? { start, end: lines } : undefined
}

/** Where the lines of a block end whose own end is missing; they may be numbered or marked. */
function endOfLines(text: string, body: number): number {
  let [end, at] = [-1, body]
  for (let count = 0; count < maxBlockLines; count++) {
    const gap = lineStarts(text, at)
    const line = gap.map((from) => endOfMatch(blockLine, text, from)).find((stop) => stop > 0)
    if (line !== undefined) {
      end = at = line
      continue
    }
    const header = gap.map((from) => endOfMatch(blockHeader, text, from)).find((stop) => stop > 0)
    if (header === undefined || end > 0) break
    at = header
  }
  if (end < 0) return -1
  const last = lineStarts(text, end)
    .map((from) => (from > end ? endOfMatch(lastBlockLine, text, from) : -1))
    .find((stop) => stop > 0)
  return last ?? end
}

/** Where the next line of a block may begin: after blanks and breaks, or behind the beginning that a program gave it. */
function lineStarts(text: string, at: number): number[] {
  const broken = endOfMatch(blockBreak, text, at)
  const behind = broken < 0 ? -1 : endOfMatch(linePrefix, text, broken)
  return [endOfMatch(blockGap, text, at), behind].filter((from) => from >= 0)
}

function bearerSpan(text: string, start: number): Span | undefined {
  const end = endOfMatch(bearer, text, start)
  if (end < 0) return undefined
  const digits = text.slice(start, end).replaceAll(/\D/g, '').length
  return digits >= 2 || (digits >= 1 && end - start >= 16) || end - start >= 32 ? { start, end } : undefined
}

/** `Basic` and base64 that decodes to `user:password`. */
function basicSpan(text: string, start: number): Span | undefined {
  const end = endOfMatch(bearer, text, start)
  const decoded = end < 0 ? '' : atobOrNothing(text.slice(start, end))
  return /^[ -~]{0,256}:[ -~]{1,256}$/.test(decoded) ? { start, end } : undefined
}

function atobOrNothing(text: string): string {
  return /^[A-Za-z0-9+/]{7,}={0,2}$/.test(text) && text.length % 4 === 0
    ? Buffer.from(text, 'base64').toString('latin1')
    : ''
}

/** `password 'x'`, `password is x1`, and the line of a netrc file. */
function passwordSpan(text: string, start: number, from: number): Span | undefined {
  if (login.test(text.slice(Math.max(0, start - 96), start))) return wordSpan(text, from, 'password')
  if (/["'`]/.test(text[from] ?? '')) return wordSpan(text, from, 'password')
  const verb = /^(?:is|was|=>|->)[ \t]{1,8}["'`]?/.exec(text.slice(from, from + 16))?.[0]
  if (verb === undefined) return undefined
  const at = from + verb.length
  const end = endOfMatch(accountSecret, text, at)
  const word = text.slice(at, end).replace(/[.,;:!?)]+$/, '')
  const value = { text: word, shape: 'loose', next: '', ends: false, plain: false } as const
  return end > 0 && isSecretValue('password', value) ? { start: at, end: at + word.length } : undefined
}

/** The value of an option; `option.end` is where the value begins. */
function optionSpan(text: string, option: Span, word: string): Span | undefined {
  const name = /^--?([A-Za-z][\w-]*)$/.exec(word)?.[1]
  if (name === undefined) return undefined
  if (/^(?:u|U|a|user|proxy-user|auth)$/.test(name) && runsAny(httpClients, text, option.start))
    return accountSpan(text, option.end)
  if (/^[pP]$/.test(name) && runsAny(passwordPrograms, text, option.start))
    return wordSpan(text, option.end, 'password')
  if (/^[aw]$/.test(name) && runsAny(shortPasswordFlags, text, option.start))
    return wordSpan(text, option.end, 'password')
  if (
    /^p\S{3,}/.test(name) &&
    !word.startsWith('--') &&
    runsAny(/(?:^|[\s/])(?:mysql|mariadb)\w*\s/, text, option.start)
  )
    return { start: option.start + 2, end: option.start + word.length }
  const kind = word.startsWith('--') ? kindOfName(name) : undefined
  return kind === undefined || kind === 'authorization' || kind === 'cookie' || text[option.end] === '-'
    ? undefined
    : wordSpan(text, option.end, kind)
}

/** The password of `user:password` in the argument at `from`. */
function accountSpan(text: string, from: number): Span | undefined {
  const start = endOfMatch(account, text, from)
  const end = start < 0 ? -1 : endOfMatch(accountSecret, text, start)
  return end > 0 && !/^[${<*]/.test(text.slice(start, end)) ? { start, end } : undefined
}

/** `-uuser:password`, entered at the colon. */
export function attachedAccountSpan(text: string, start: number, at: number): Span | undefined {
  if (text[start] !== '-' || text[start + 1] !== 'u' || !runsAny(httpClients, text, start)) return undefined
  const end = endOfMatch(accountSecret, text, at + 1)
  return end > 0 && !/^[${<*]/.test(text.slice(at + 1, end)) ? { start: at + 1, end } : undefined
}

/** Whether one of `programs` stands before the option at `start`, on its line or one that goes on with a backslash. */
function runsAny(programs: RegExp, text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 400), start)
  let line = before.lastIndexOf('\n')
  while (line > 0 && before[line - 1] === '\\') line = before.lastIndexOf('\n', line - 1)
  return programs.test(before.slice(line + 1))
}
