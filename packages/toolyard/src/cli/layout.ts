/**
 * Text in columns, measured as a terminal shows it: colours take no room, Chinese characters and emoji take two columns.
 *
 * @module
 */
import { stripVTControlCharacters } from 'node:util'
import { lazy, visibleText } from '../kernel/index.ts'

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{RGI_Emoji}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/v
const withoutWidth = /^[\p{M}\p{DI}\p{Cc}]+$/v
const graphemes = lazy(() => new Intl.Segmenter())

/** Columns that the text takes on a terminal. */
export function widthOf(text: string): number {
  const plain = stripVTControlCharacters(text)
  if (/^[ -~]*$/.test(plain)) return plain.length
  let width = 0
  for (const { segment } of graphemes().segment(plain)) width += columnsOf(segment)
  return width
}

/** Columns as wide as their widest cell; the last one as long as it likes. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : pad(cell, widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The first sentence, for lists. */
export function firstSentence(text: string, most = 100): string {
  const sentence = /^[\s\S]*?(?:[.!?](?=\s|$)|[。！？])/.exec(text)?.[0] ?? text
  return cut(visibleText(sentence.replaceAll(/\s+/g, ' ').trim()), most)
}

/** At most so many columns, with a mark where something is left out. */
export function cut(text: string, most: number): string {
  if (widthOf(text) <= most) return text
  let kept = ''
  let width = 1
  for (const { segment } of graphemes().segment(text)) {
    width += columnsOf(segment)
    if (width > most) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

/** `1 tool`, `2 tools`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function pad(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - widthOf(cell)))
}

function columnsOf(grapheme: string): number {
  if (withoutWidth.test(grapheme)) return 0
  return wide.test(grapheme) ? 2 : 1
}

/** Words of others in a line of ours: they can't begin lines of their own. */
export function inOneLine(text: string): string {
  return visibleText(text.trim()).replaceAll(/\s*\n\s*/g, ' ⏎ ')
}
