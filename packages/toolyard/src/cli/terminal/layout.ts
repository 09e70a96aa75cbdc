/**
 * Text measured as a terminal shows it: colours take no room, Chinese characters and emoji take two columns.
 *
 * @module
 */
import { stripVTControlCharacters } from 'node:util'
import { lazy, visibleText } from '../../kernel/index.ts'

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{RGI_Emoji}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/v
const withoutWidth = /^[\p{M}\p{DI}\p{Cc}]+$/v
// oxlint-disable-next-line no-control-regex
const colour = /(\u001b\[[\d;]*m)/
/** Spaces, a wide character, or a word up to the next of them. */
const pieces =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gv
const graphemes = lazy(() => new Intl.Segmenter())

/** Columns that the text takes on a terminal. */
export function widthOf(text: string): number {
  const plain = stripVTControlCharacters(text)
  if (/^[ -~]*$/.test(plain)) return plain.length
  let width = 0
  for (const { segment } of graphemes().segment(plain)) width += columnsOf(segment)
  return width
}

/** The first sentence, for lists. */
export function firstSentence(text: string, most = 100): string {
  const sentence = /^[\s\S]*?(?:[.!?](?=\s|$)|[。！？])/.exec(text)?.[0] ?? text
  return cut(visibleText(sentence.replaceAll(/\s+/g, ' ').trim()), most)
}

/** At most so many columns, with a mark where something is left out. Colours end where they would have ended. */
export function cut(text: string, most: number): string {
  if (widthOf(text) <= most) return text
  let kept = ''
  let marks = ''
  let width = 1
  for (const part of text.split(colour)) {
    if (colour.test(part)) {
      if (width > most) marks += part
      else kept += part
      continue
    }
    for (const { segment } of graphemes().segment(part)) {
      width += columnsOf(segment)
      if (width > most) break
      kept += segment
    }
  }
  return `${kept.trimEnd()}…${marks}`
}

/**
 * Lines of at most so many columns, broken between words, and inside of a word that is longer than a line. A colour goes on in
 * the next line; the lines after the first begin below its first letter.
 */
export function brokenLines(text: string, columns: number): string[] {
  if (widthOf(text) <= columns && !text.includes('\n')) return [text]
  const indent = /^ */.exec(text)?.[0] ?? ''
  const room = Math.max(2, columns - indent.length)
  const lines: string[] = []
  const open: string[] = []
  let line = ''
  let width = 0
  const end = (): void => {
    lines.push(`${indent}${line.trimEnd()}${open.map(endOf).toReversed().join('')}`)
    line = open.join('')
    width = 0
  }
  const add = (piece: string): void => {
    const more = widthOf(piece)
    if (width + more > room && width > 0) end()
    line += piece
    width += more
  }
  for (const part of text.slice(indent.length).split(colour)) {
    if (colour.test(part)) {
      const at = open.findLastIndex((begun) => endOf(begun) === part)
      if (at === -1) open.push(part)
      else open.splice(at, 1)
      line += part
      continue
    }
    for (const piece of part.match(pieces) ?? []) {
      if (piece.includes('\n')) end()
      else if (piece.trim() === '') {
        if (width > 0 && width + piece.length <= room) add(piece)
      } else if (widthOf(piece) <= room) add(piece)
      else for (const { segment } of graphemes().segment(piece)) add(segment)
    }
  }
  if (width > 0 || lines.length === 0) end()
  return lines
}

/** The same for a text of several lines: each keeps its own indentation. */
export function wrapped(text: string, columns: number): string {
  return text
    .split('\n')
    .flatMap((line) => brokenLines(line, columns))
    .join('\n')
}

/** What ends a colour: the same sequence, with another last number. */
function endOf(begun: string): string {
  return begun.replace(/\d+m$/, (code) => (Number.parseInt(code, 10) < 10 ? '22m' : '39m'))
}

/** `1 tool`, `2 tools`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function columnsOf(grapheme: string): number {
  if (withoutWidth.test(grapheme)) return 0
  return wide.test(grapheme) ? 2 : 1
}

/** Words of others in a line of ours: they can't begin lines of their own. */
export function inOneLine(text: string): string {
  return visibleText(text.trim()).replaceAll(/\s*\n\s*/g, ' ⏎ ')
}
