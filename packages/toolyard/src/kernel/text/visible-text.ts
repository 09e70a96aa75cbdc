/**
 * Text from outside, made safe to look at.
 *
 * `cleanText` is for the model and a terminal: nothing in what it returns can move a cursor, write a clipboard,
 * reorder a line or hide a word. `visibleText` is for people who approve: nothing is removed, what can't be seen
 * is shown as a mark. Lines are cleaned one by one, so a stream gives the same text as the whole. Neither ever
 * touches what people write: emoji sequences, joiners of Arabic and Indic scripts and right-to-left letters stay.
 *
 * @module
 */
import { lazy } from '../lazy.ts'
import { openSequence, renderLines } from './terminal-line.ts'

/** Every character without a shape of its own, except `\n` and `\t`. */
const hidden = /[[\p{Cc}\p{Cs}\p{DI}\u2028\u2029\ufff9-\ufffb]--[\n\t]]/v
/** The first look, eight times as fast: anything outside the plain ranges of the common scripts. */
const unusual =
  /[^\n\t -~\u00a0-\u00ac\u00ae-\u034e\u0370-\u060f\u2010-\u2027\u2030-\u205e\u2070-\u3163\u3165-\ud7ff]/

/** Scripts whose letters change with a joiner between them. */
const joining =
  'Arab Beng Deva Gujr Guru Khmr Knda Mand Mlym Mong Mymr Nkoo Orya Sinh Syrc Taml Telu Tibt'.replaceAll(
    /(\w+) ?/g,
    String.raw`\p{sc=$1}`,
  )

/** Hidden characters that shape the visible ones beside them. One each: a row of selectors carries a message, not a picture. */
const shaping = [
  String.raw`(?<=[\p{ExtPict}\p{EMod}\ufe0f])\u200d(?=\p{ExtPict})`,
  String.raw`(?<=[${joining}])[\u200c\u200d](?=[${joining}])`,
  String.raw`(?<=[#*0-9])\ufe0f(?=\u20e3)`,
  String.raw`(?<=[[\p{Emoji}\p{S}\p{Ideo}]--\p{ASCII}])[\ufe00-\ufe0f]`,
  String.raw`(?<=\p{Ideo})[\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{sc=Mongolian})[\u180b-\u180d\u180f]`,
].join('|')

/** The three flags that are written with tag characters: England, Scotland, Wales. */
const flags = ['gbeng', 'gbsct', 'gbwls'].map(flagOf).join('|')

const removable = lazy(() => new RegExp(`(${flags})|(?!${shaping})${hidden.source}`, 'gv'))

const windowsBreaks = /(?<!\r)\r+\n/g
const otherBreaks = new RegExp('[\v\f\u0085\u2028\u2029]', 'g')
/** Of a flag that is written with tag characters; longer runs are none. */
const tagRun = String.raw`(?<![\u{e0020}-\u{e007f}])[\u{e0020}-\u{e007e}]{1,6}`
/** An end that can't be judged before the next character is there: half a character, a joiner, a key cap, part of a flag. */
const undecided = new RegExp(
  `(?:\\r+|(?:[\\u200c\\u200d]|(?<=[#*0-9])\\ufe0f|${tagRun})?[\\ud800-\\udbff]?)$`,
  'v',
)
const overwriting = /[\r\b](?!\r*$)|[\b]$/
/** How much of what has gone out is looked at with what follows it: the longest sequence of one sign. */
const maxBefore = 16
const signless = /^[\p{Cs}\p{DI}]+/v
/** The first return to the start of the line that writes over it. */
const loneReturn = /(?<=^[^\n\r]*)\r(?!\r*\n)/

const maxHeld = 65_536

/**
 * Without escape sequences, control, bidi, zero-width and tag characters; `\n` and `\t` stay, `\r\n` becomes `\n`, and of
 * a line that was written over (a progress bar) what a terminal would show in the end. The same string where nothing had
 * to change. A lone half of a surrogate pair becomes U+FFFD.
 */
export function cleanText(text: string): string {
  if (!hasHidden(text)) return text
  return withoutHidden(rendered(text))
}

/** With every control, bidi or invisible character shown as a mark such as `⟨U+202E⟩`; `\n` and `\t` stay as they are. */
export function visibleText(text: string): string {
  if (!hasHidden(text)) return text
  return text.replaceAll(removable(), (match: string, flag: string | undefined) => flag ?? markOf(match))
}

/**
 * `cleanText` for text in chunks. A chunk goes out at once, but for an end that needs the next character to be judged. A line
 * that is being written over is held back, up to 64 KiB of it; a return to the start of a line that has gone out begins
 * a new line instead.
 */
export function createTextCleaner(): { push(chunk: string): string; flush(): string } {
  let held = ''
  /** The end of what has gone out of the line in `held`; empty if nothing has. */
  let before = ''
  const take = (end: number): string => {
    const ready = held.slice(0, end)
    held = held.slice(end)
    if (ready === '') return ''
    const done = hasHidden(ready) ? cleanAfter(before, ready) : ready
    before = ready.endsWith('\n') ? '' : endOfLine(before + done)
    return done
  }
  return {
    push(chunk) {
      held += chunk
      const line = held.lastIndexOf('\n') + 1
      const done = take(line + decidedEnd(line === 0 ? before : '', held.slice(line)))
      if (held.length <= maxHeld) return done
      held = collapse(held)
      return held.length <= maxHeld ? done : done + take(safeEnd(held))
    },
    flush: () => take(held.length),
  }
}

/** How much of an unfinished line stays as it is, whatever follows. */
function decidedEnd(before: string, line: string): number {
  if (!unusual.test(line)) return line.length
  if (overwriting.test(line)) return 0
  const open = openSequence(line)
  const known = open < 0 ? line : line.slice(0, open)
  return Math.max(0, known.length - undecidedLength(before + known))
}

function undecidedLength(text: string): number {
  return undecided.exec(text.slice(-maxBefore))?.[0].length ?? 0
}

function cleanAfter(before: string, text: string): string {
  const still = rendered(before === '' ? text : text.replace(loneReturn, '\n'))
  return withoutHidden(before + still).slice(before.length)
}

function endOfLine(text: string): string {
  const end = text.slice(Math.max(text.lastIndexOf('\n') + 1, text.length - maxBefore))
  return end.replace(signless, '') || ' '
}

/** After line breaks of every kind, escape sequences, returns and erasures have had their effect. */
function rendered(text: string): string {
  return renderLines(text.replaceAll(windowsBreaks, '\n').replaceAll(otherBreaks, '\n'))
}

function withoutHidden(text: string): string {
  return text.replaceAll(removable(), (match: string, flag: string | undefined) => flag ?? replacement(match))
}

function hasHidden(text: string): boolean {
  return unusual.test(text) && hidden.test(text)
}

/** An endless progress bar in one line: only its last state counts. */
function collapse(line: string): string {
  const last = line.lastIndexOf('\r', line.length - 2)
  return last < 0 ? line : `${renderLines(line.slice(0, last))}${line.slice(last)}`
}

/** Where an overlong line may be cut: before a sequence or a character that the next chunk may go on with. */
function safeEnd(line: string): number {
  const from = line.length - 256
  const open = openSequence(line.slice(from))
  if (open >= 0) return from + open
  return line.length - undecidedLength(line)
}

function replacement(match: string): string {
  return isLoneSurrogate(match) ? '\ufffd' : ''
}

function isLoneSurrogate(match: string): boolean {
  return match.length === 1 && match >= '\ud800' && match <= '\udfff'
}

function markOf(match: string): string {
  return `⟨U+${(match.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`
}

function flagOf(region: string): string {
  const tags = Array.from(region, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))
  return `\u{1f3f4}${tags.join('')}\u{e007f}`
}
