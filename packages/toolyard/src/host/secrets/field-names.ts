/**
 * Names that say "what follows is a secret": `DB_PASSWORD`, `clientSecret`, `X-Api-Key`, `Set-Cookie`.
 *
 * @module
 */

/**
 * How much a name says. After `password` and `secret` nearly any value is one; after `token` and `key` it must look like one;
 * after `hint` it must look random.
 */
export type NameKind = 'password' | 'secret' | 'token' | 'key' | 'hint' | 'authorization' | 'cookie'

/** How the names below end. No two have the same last three letters: by those most names are turned away. */
const endings =
  'password passwd pwd _pw phrase pass secret token key auth rization cookie credentials credential creds sid nid pat nature sig'.split(
    ' ',
  )
const endingTable = tableOf(endings)
/** Quotes, brackets, blanks, backslashes and the colon of `:=` may stand between a name and its separator. */
const between = characterTable(' \t"\'`\\]:')
const digitOrBar = characterTable('0123456789_')

/** Tokens of parsers, models and pages: with these words before it a token is no secret. */
const harmlessTokens = setOf(
  'next nextpage page paging continuation continue sync resume cancel cancellation max min num total start end prev previous first last current stop eos bos pad unk mask sep cls prompt completion input output special per delta skip lookahead',
)
const secretKeys = setOf(
  'api app access secret private encryption encrypt signing sign account master service auth license storage shared webhook admin deploy jwt hmac aes anon role subscription consumer integration security server',
)
const harmlessKeys = setOf(
  'primary foreign partition sort cache public pub idempotency object group hot short row index lookup map dedup unique composite natural registry host translation i18n locale message dict json data search feature config setting option property field column label event state query route arrow any first last next prev previous max min parent child default current fingerprint meta tag env issue project react list item',
)

const passwordName = /(?:password|passwd|passphrase)$|(?:^|_)(?:pwd|pw)$|_pass$/
const keyName = /_(?:auth|credentials?|creds|pat)$/
const hintName = /^(?:key|auth|pass|credentials?|creds|pat|sig)$|sess(?:ion)?_?id$|connect_sid$/
const headerName = /(?:^|_)(authorization|cookie)$/

/**
 * Whether the name before `at` (a `:` or `=`) can be a telling one. Asked at every separator of every text: for a plain
 * or quoted name it looks at three letters and no more.
 */
export function endsTellingName(text: string, at: number): boolean {
  let last = at - 1
  if (last < 2) return false
  let code = text.charCodeAt(last)
  if (code === 0x22 && last > 2) code = text.charCodeAt(--last)
  if ((code | 0x20) < 0x61 || (code | 0x20) > 0x7a) return endOfName(text, at) >= 0
  const head = ((text.charCodeAt(last - 2) & 31) << 10) | ((text.charCodeAt(last - 1) & 31) << 5)
  return endingTable[head | (code & 31)] !== 0 && endOfName(text, at) >= 0
}

/** Where the name before `at` ends, if its last letters are those of a telling name; -1 otherwise. */
export function endOfName(text: string, at: number): number {
  // Never asks for a character outside the text: one such question makes the engine give up its fast path.
  let end = at
  while (end > 2 && end > at - 32 && isIn(between, text.charCodeAt(end - 1))) end--
  let last = end
  while (last > 2 && last > end - 4 && isIn(digitOrBar, text.charCodeAt(last - 1))) last--
  if (last < 3) return -1
  const tail = ((text.charCodeAt(last - 2) & 31) << 5) | (text.charCodeAt(last - 1) & 31)
  const index = endingTable[((text.charCodeAt(last - 3) & 31) << 10) | tail] as number
  if (index === 0) return -1
  const ending = endings[index - 1] as string
  return last >= ending.length && text.slice(last - ending.length, last).toLowerCase() === ending ? end : -1
}

/** Where the name that ends at `end` begins. */
export function startOfName(text: string, end: number): number {
  let start = end
  while (start > 0 && start > end - 64 && isNamePart(text.charCodeAt(start - 1))) start--
  // The "n" of a line break that is written as two characters is no part of the name.
  return start > 0 && text[start - 1] === '\\' && start < end - 1 ? start + 1 : start
}

export function kindOfName(name: string): NameKind | undefined {
  const words = wordsOf(name)
  if (words.endsWith('token')) return harmlessTokens.has(wordBefore(words, 5)) ? undefined : 'token'
  if (words.endsWith('key') && words !== 'key') return kindOfKey(words)
  if (words.endsWith('secret')) return 'secret'
  if (passwordName.test(words)) return 'password'
  if (words.endsWith('amz_signature') || words.endsWith('goog_signature')) return 'token'
  if (keyName.test(words)) return 'key'
  return hintName.test(words) ? 'hint' : (headerName.exec(words)?.[1] as NameKind | undefined)
}

function kindOfKey(words: string): NameKind | undefined {
  const before = wordBefore(words, 3)
  if (secretKeys.has(before)) return 'token'
  return words.endsWith('_key') && !harmlessKeys.has(before) ? 'key' : undefined
}

/** `userPassword2` and `User-Password` as `user_password`. */
function wordsOf(name: string): string {
  if (/^[a-z]+(?:_[a-z]+)*$/.test(name)) return name
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()
    .replace(/[_\d]{1,8}$/, '')
    .replace(/^_/, '')
}

/** The word before the last one, which is `length` long. */
function wordBefore(words: string, length: number): string {
  const end = words.length - length
  const stop = words[end - 1] === '_' ? end - 1 : end
  return words.slice(words.lastIndexOf('_', stop - 1) + 1, stop)
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

function isNamePart(code: number): boolean {
  return (
    isIn(digitOrBar, code) ||
    ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) ||
    code === 0x2d ||
    code === 0x2e
  )
}

function isIn(table: Uint8Array, code: number): boolean {
  return code < 128 && table[code] === 1
}

function characterTable(characters: string): Uint8Array {
  const table = new Uint8Array(128)
  for (let at = 0; at < characters.length; at++) table[characters.charCodeAt(at)] = 1
  return table
}

/** By the last three letters of a word: its place in `words`, plus one. */
function tableOf(words: readonly string[]): Uint8Array {
  const table = new Uint8Array(32_768)
  for (const [index, word] of words.entries()) {
    const [third, second, first] = [1, 2, 3].map((back) => word.charCodeAt(word.length - back) & 31)
    table[((first ?? 0) << 10) | ((second ?? 0) << 5) | (third ?? 0)] = index + 1
  }
  return table
}
