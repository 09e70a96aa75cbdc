/**
 * Text from outside on a terminal: every row of it behind a bar, broken by us before the terminal would break it, so that
 * no row of it can be taken for one of ours. Of a long text the first rows are shown, with how much there is more.
 *
 * @module
 */
import { visibleText } from '../../kernel/index.ts'
import { count, widthOf } from './layout.ts'

export interface FrameLimits {
  readonly rows: number
  readonly characters: number
}

export interface FrameOptions {
  /** Of the terminal. */
  readonly columns: number
  /** All of it if there are none. */
  readonly most?: FrameLimits
  /** What is said of the way to the rest. */
  readonly rest?: string
}

export interface FramedText {
  readonly rows: readonly string[]
  readonly isCut: boolean
}

const bar = '  │ '
/** On a narrower terminal too, rows are broken here, not there. */
const leastColumns = 2
const tab = '    '

export function framed(text: string, { columns, most, rest = '' }: FrameOptions): FramedText {
  const shown = visibleText(text).replaceAll('\t', tab)
  const room = Math.max(leastColumns, columns - bar.length - 1)
  const head = most ? shown.slice(0, most.characters) : shown
  const all = head.split('\n').flatMap((line) => broken(line, room))
  const kept = most ? all.slice(0, most.rows) : all
  const rows = kept.map((row) => `${bar}${row}`)
  if (!most || (kept.length === all.length && head.length === shown.length)) return { rows, isCut: false }
  const seen = charactersIn(head, kept)
  const lines = shown.slice(seen).split('\n').length
  const more = `… ${count(lines, 'more line')}, ${count(shown.length - seen, 'character')}${rest === '' ? '' : ` (${rest})`}`
  return { rows: [...rows, `${bar}${more}`], isCut: true }
}

/** Rows of at most so many columns. */
function broken(line: string, room: number): string[] {
  if (/^[ -~]*$/.test(line))
    return Array.from({ length: Math.max(1, Math.ceil(line.length / room)) }, (_, row) =>
      line.slice(row * room, (row + 1) * room),
    )
  const rows: string[] = []
  let row = ''
  let width = 0
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    const columns = widthOf(segment)
    if (width + columns > room) {
      rows.push(row)
      row = ''
      width = 0
    }
    row += segment
    width += columns
  }
  return [...rows, row]
}

/** How much of the text the rows hold; line ends count. */
function charactersIn(text: string, rows: readonly string[]): number {
  let at = 0
  for (const row of rows) {
    at += row.length
    if (text[at] === '\n') at++
  }
  return at
}
