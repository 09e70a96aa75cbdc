/**
 * Whether what stands after a telling name is a secret, or a type, a variable, a placeholder, a sentence.
 *
 * @module
 */
import type { NameKind } from './field-names.ts'

export interface FieldValue {
  /** At most 256 characters of it. */
  readonly text: string
  /** `"…"`, `name=value` without a blank, or `name: value` and `name = value`. */
  readonly shape: 'quoted' | 'tight' | 'loose'
  /** The character after it; empty at the end of the line or text. */
  readonly next: string
  /** Nothing but a separator or a remark stands behind it on its line. */
  readonly ends: boolean
  /** A line of an environment file or a part of a query: no program text. */
  readonly plain: boolean
}

const placeholder =
  /^(?:x{3,}|\*{2,}|\.{2,}|…|[-_]+$|[<{[(`]|\$(?!\d)|%[A-Za-z_]+%|#|your[-_ ]|my[-_](?:secret|password|token|key))/i
const ordinary =
  /^(?:null|nil|none|undefined|true|false|yes|no|on|off|string|str|text|number|integer|int|bool|boolean|bytes?|buffer|object|any|unknown|void|never|varchar|char|uuid|secretstr|password|passwd|passphrase|pass|secret|token|key|value|required|optional|empty|missing|invalid|incorrect|wrong|expired|changed|updated|reset|hidden|masked|redacted|removed|omitted|filtered|include|same-origin|omit|bearer|basic|default|enabled|disabled|prompt|stdin|n\/a|todo|tbd|example|placeholder)[!?.]?$/i
const reference = /^(?:[a-z][a-z0-9+.-]*:\/\/|arn:|urn:|vault:|ref\+|file:|env:|data:|\$\{)/i
const path = /^(?:~|\.{1,2})?\/[\w.@~-]+(?:\/[\w.@~-]*)*$|^[A-Za-z]:\\/
const call = /^[\w.$:>-]{1,64}[([]/
const dotted = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/
const typeMark = /^[!&*][A-Za-z_:']+$/
const identifier = /^[A-Za-z_$]+\d{0,2}$/
/** `CachedX509Token`: words that begin with a capital, and a few digits. */
const humps = /^(?=.{0,64}[a-z]{3})(?=.{0,64}[A-Z])[a-z]*\d{0,3}(?:[A-Z][a-z]*\d{0,3})*$/
const nameLike = /^[A-Za-z]+(?:[-_.][A-Za-z]+\d{0,2})+$/
const ticket = /^[A-Z]{2,10}-\d+$/
const numeric = /^v?\d+(?:[.:/-]\d+)*\w{0,2}$/
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const hex = /^(?:0x)?[\da-f]+$/i
const sentence =
  /(?:^|\s)(?:a|an|and|are|at|be|by|can|cannot|did|do|does|enter|for|forgot|from|has|have|in|invalid|is|it|least|must|new|no|not|of|or|please|required|reset|should|that|the|this|to|too|was|will|with|wrong|you|your)(?:\s|[.,!?]|$)/i

/** Whether `value`, found after a name of that kind, is to be taken out. */
export function isSecretValue(kind: NameKind, value: FieldValue): boolean {
  const { text } = value
  if (text.length < 3 || isPlaceholder(text)) return false
  if (reference.test(text) || (path.test(text) && !isRandom(text))) return false
  if (value.shape !== 'quoted' && isProgramText(kind, value)) return false
  if (kind === 'password' || kind === 'secret') return isPassword(kind, value)
  if (/\s/.test(text)) return false
  return kind === 'token' ? isToken(value) : isKey(kind, value)
}

/** `<token>`, `TOKEN`, `xxx`, `your-key`, `none`: words that stand where a secret would. */
export function isPlaceholder(text: string): boolean {
  return placeholder.test(text) || ordinary.test(text)
}

/** Letters, capitals and digits in no order that a word or a path would have. */
export function isRandom(text: string): boolean {
  if (text.length < 16) return false
  let [digits, turns, letters] = [0, 0, 0]
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const group = groupOf(text.charCodeAt(at))
    if (group === 1) digits++
    else if (group !== 0) letters++
    if (at > 0 && group !== before) turns++
    before = group
  }
  return digits >= 2 && letters >= 4 && turns >= text.length * 0.33
}

/** Other, digit, capital, small letter: 0 to 3. */
export function groupOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return 1
  if (code >= 0x41 && code <= 0x5a) return 2
  return code >= 0x61 && code <= 0x7a ? 3 : 0
}

/** `getToken()`, `process.env.TOKEN`, `&str`, `token=token,`, `Uint8Array`: something that stands for a value. */
function isProgramText(kind: NameKind, { text, shape, next, plain }: FieldValue): boolean {
  if (next === '(' || next === '[' || call.test(text)) return true
  if (plain) return false
  if (dotted.test(text) || (shape === 'loose' && typeMark.test(text))) return true
  const isFollowed = next === ',' || next === ')' || next === ';' || next === '<'
  if (isFollowed && identifier.test(text)) return true
  return (isFollowed || kind !== 'password') && humps.test(text) && !isRandom(text)
}

function isPassword(kind: NameKind, { text, shape, ends, next }: FieldValue): boolean {
  if (shape === 'quoted') return !(/\s/.test(text) && sentence.test(text))
  if (shape === 'tight') return true
  const hasDigit = /\d/.test(text)
  if (hasDigit && /[A-Za-z]/.test(text))
    return text.length >= 5 && (kind === 'password' || !(nameLike.test(text) || identifier.test(text)))
  if (/[^\w\s.:/-]/.test(text)) return ends && text.length >= 6
  if (hasDigit) return kind === 'password' && ends && text.length >= 4
  return kind === 'password' && ends && next === '' && /^[a-z]{5,}$/.test(text)
}

function isToken({ text, shape, ends, plain }: FieldValue): boolean {
  const hasDigit = /\d/.test(text)
  const hasLetter = /[A-Za-z]/.test(text)
  if (text.length < 6 || (identifier.test(text) && hasDigit)) return false
  if (shape === 'loose' && !ends) return isRandom(text)
  if (hasDigit && hasLetter) return !nameLike.test(text) && !numeric.test(text)
  if (hasDigit) return text.length >= 12 && shape !== 'loose'
  return shape !== 'loose' && (isLongWord(text) || (plain && text.length >= 8))
}

function isKey(kind: NameKind, { text, shape, ends }: FieldValue): boolean {
  if (shape === 'loose' && !ends) return false
  if (uuid.test(text) || nameLike.test(text) || numeric.test(text) || ticket.test(text)) return false
  if (kind === 'hint') return /^[\w+=-]+$/.test(text) && isRandom(text) && !hex.test(text)
  const digits = text.replaceAll(/\D/g, '').length
  if (text.length < 8 || digits < 2 || digits === text.length || identifier.test(text)) return false
  return !/[/.\\]/.test(text) || isRandom(text)
}

function isLongWord(text: string): boolean {
  return text.length >= 20 && !nameLike.test(text) && !/[-_./]/.test(text)
}
