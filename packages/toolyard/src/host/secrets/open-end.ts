/**
 * Where a secret may have begun in a line that is still being written.
 *
 * What stands before that place is final, whatever follows. A name or a word that announces a secret is no part of it and may
 * be shown; what follows it is held until it is known. Words of every script are held only if they follow such an
 * announcement: tokens are ASCII.
 *
 * @module
 */
import { endOfName, endsTellingName, kindOfName, startOfName } from './field-names.ts'
import { groupOf } from './field-values.ts'
import { openEscape } from './span.ts'
import { tokenBeginning } from './tokens.ts'

/** After these a value ends with its line, not with a blank. */
const wholeLineKinds: ReadonlySet<string | undefined> = new Set([
  'password',
  'secret',
  'authorization',
  'cookie',
])

/** A value and something behind it: what follows now does not change what the value is. */
const finishedValue = /^[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`|[^\s"'`]+)[\s,;)}\]]+[^\s,;)}\]]/
/** A word, after `is` where that stands in between, or a quoted text. */
const finishedPhrase = /^[ \t]+(?:(?:is|was|=>|->)[ \t]+)?(?:"[^"]*"|'[^']*'|`[^`]*`|[^\s"'`]+)[ \t.,;!?]/
const finishedWord = /^[ \t]+(?:"[^"]*"|'[^']*'|[^\s"'`]+)\s/
/** Names and words that may announce a secret, the addresses that may hold one, and key blocks. */
const announcement =
  /:\/\/|-----B|[:=>]|(?<![^\s"'`(])-{1,2}\w[\w-]*(?=[ \t])|\b(?:bearer|basic|\w*password|by)(?=[ \t])/gi
/** Besides letters and digits, of the last word, which the next chunk may go on with. */
const ofWord: ReadonlySet<number> = new Set(Array.from('_+/.:~=@-', (sign) => sign.charCodeAt(0)))
const minTurns = 4
/** How much of what follows an announcement is looked at. */
const maxLook = 8192

/** The first place from which on `line` may be, or become, a secret; its length if there is none. */
export function openEnd(line: string): number {
  for (const found of line.matchAll(announcement)) {
    const end = found.index + found[0].length
    if (found[0] === '-----B') return found.index
    if (isOpen(line, found[0].toLowerCase(), { start: found.index, end })) return end
  }
  const escape = openEscape.exec(line)?.index
  if (escape !== undefined) return escape
  const word = startOfLastWord(line)
  return mayBeToken(line.slice(word)) ? word : line.length
}

/** Read from the end, because the line may be long and the word short. */
function startOfLastWord(line: string): number {
  let start = line.length
  while (start > 0) {
    const code = line.charCodeAt(start - 1)
    if (groupOf(code) === 0 && !ofWord.has(code)) break
    start--
  }
  return start
}

function isOpen(line: string, word: string, { start, end }: { start: number; end: number }): boolean {
  if (word.length === 1) return isOpenField(line, start)
  const rest = line.slice(end, end + maxLook)
  if (word === '://') return !/[\s"'<>\\]/.test(rest)
  if (word === 'by') return /identified[ \t]+$/i.test(line.slice(Math.max(0, start - 24), start))
  return !(word.endsWith('password') ? finishedPhrase : finishedWord).test(rest)
}

/** `at` is where the separator stands. */
function isOpenField(line: string, at: number): boolean {
  if (!endsTellingName(line, at)) return line[at] === ':' && isAccount(line, at)
  const end = endOfName(line, at)
  const kind = kindOfName(line.slice(startOfName(line, end), end))
  if (kind === undefined) return false
  return wholeLineKinds.has(kind) || !finishedValue.test(line.slice(at + 1, at + 1 + maxLook))
}

/** `-uname:`, or a bot's number before its token, with nothing behind it yet that ends it. */
function isAccount(line: string, at: number): boolean {
  const before = line.slice(Math.max(0, at - 136), at)
  return /(?:(?:^|\s)-u\S{0,128}|\d{8,10})$/.test(before) && !/\s/.test(line.slice(at, at + maxLook))
}

/** Whether the unfinished `word` is, or can become, the beginning of a key block, a known kind of token, or one without order. */
function mayBeToken(word: string): boolean {
  return /^-{1,5}$/.test(word) || tokenBeginning.test(word) || hasNoOrder(behindSign(word))
}

function behindSign(word: string): string {
  return word.slice(Math.max(word.lastIndexOf('='), word.lastIndexOf(':')) + 1)
}

/** Capitals, small letters and digits take turns, and one in four is a capital: no `Step1step2`, no `iPhone15`. */
function hasNoOrder(word: string): boolean {
  let [turns, capitals, before] = [0, 0, 0]
  for (let at = 0; at < word.length; at++) {
    const group = groupOf(word.charCodeAt(at))
    if (group === 0) continue
    if (group === 2) capitals++
    if (before !== 0 && group !== before) turns++
    before = group
  }
  return turns >= minTurns && capitals * 4 >= word.length
}
