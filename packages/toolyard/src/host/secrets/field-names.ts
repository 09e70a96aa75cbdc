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

const kinds: readonly (readonly [RegExp, NameKind | undefined])[] = [
  [/(?:^|_)authorization$/, 'authorization'],
  [/(?:^|_)cookie$/, 'cookie'],
  [/(?:password|passwd|passphrase)$|(?:^|_)(?:pwd|pw)$|_pass$/, 'password'],
  [/secret$/, 'secret'],
  [
    /(?:^|_)(?:next|page|paging|continu\w*|sync|resume|cancel\w*|max|min|num|total|start|end|prev\w*|first|last|current|stop|eos|bos|pad|unk|mask|sep|cls|prompt|completion|input|output|special|per|delta|skip|lookahead)_?token$/,
    undefined,
  ],
  [/token$|(?:amz|goog)_signature$/, 'token'],
  [
    /(?:api|app|access|secret|private|encryption|encrypt|signing|sign|account|master|service|auth|license|storage|shared|webhook|admin|deploy|jwt|hmac|aes|anon|role|subscription|consumer|integration|security|server)_?key$/,
    'token',
  ],
  [
    /(?:^|_)(?:primary|foreign|partition|sort|cache|public|pub|idempotency|object|group|hot|short|row|index|lookup|map|dedup\w*|unique|composite|natural|registry|host|translation|i18n|locale|message|dict|json|data|search|feature|config|setting|option|property|field|column|label|event|state|query|route|arrow|any|first|last|next|prev\w*|max|min|parent|child|default|current|fingerprint|meta|tag|env|issue|project|react|list|item)_?key$/,
    undefined,
  ],
  [/_key$|_auth$|_(?:credentials?|creds)$|_pat$/, 'key'],
  [/^(?:key|auth|pass|credentials?|creds|pat|sig)$|sess(?:ion)?_?id$|connect_sid$/, 'hint'],
]

/**
 * Where the name before `at` (a `:` or `=`) ends, if its last letters can be those of a telling name; -1 otherwise. Runs on every
 * separator of every text, so it looks at a few characters only.
 */
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
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()
    .replace(/[_\d]{1,8}$/, '')
    .replace(/^_/, '')
  return kinds.find(([pattern]) => pattern.test(words))?.[1]
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
