/**
 * A long Markdown text in parts that each fit a limit: cut between paragraphs, else lines, else words, else characters.
 *
 * A code fence that is cut is closed and opened again with its language, so that every part is whole Markdown. A character
 * is never cut in two.
 *
 * @module
 */
import { textStart } from './text-start.ts'

export interface SplitLimit {
  readonly limit: number
  /** How much of the limit a text takes: at least its UTF-16 units, which it is by default. */
  readonly measure?: ((text: string) => number) | undefined
}

interface Fence {
  /** The line that opens it, and where that begins. */
  readonly opening: string
  readonly at: number
  readonly marks: string
}

export function splitText(text: string, { limit, measure = (part) => part.length }: SplitLimit): string[] {
  const parts: string[] = []
  let rest = text.trim()
  let opening = ''
  while (rest.trim() !== '') {
    if (rest.length <= limit && measure(opening + rest) <= limit) {
      parts.push(opening + rest)
      break
    }
    const before = opening
    const fits = (end: number): boolean => measure(closed(before + rest.slice(0, end))) <= limit
    const end = notBehindOpening(before, rest, cutBefore(rest, longest(Math.min(rest.length, limit), fits)))
    const fence = openFence(before + rest.slice(0, end))
    parts.push(closed(before + rest.slice(0, end).trimEnd()))
    // Inside code the indent of the next line counts.
    rest = fence ? rest.slice(end).replace(/^\n/, '') : rest.slice(end).trimStart()
    opening = fence ? `${fence.opening}\n` : ''
    const [line = ''] = rest.split('\n', 1)
    if (fence && closes(line, fence)) {
      rest = rest.slice(line.length).trimStart()
      opening = ''
    }
  }
  return parts
}

/** The largest number up to `most` that fits; at least 1, so that there is an end. */
function longest(most: number, fits: (end: number) => boolean): number {
  let [low, high] = [1, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** The best place to cut at or before `most`: not so early that parts become crumbs. */
function cutBefore(text: string, most: number): number {
  for (const boundary of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(boundary, most)
    if (at > most / 2) return at
  }
  return wholeCharacter(text, most)
}

/** Signs of several code points stay together, unless one is as long as the part. */
function wholeCharacter(text: string, most: number): number {
  const start = new Intl.Segmenter().segment(text.slice(0, most + 64)).containing(most)?.index ?? most
  if (start > 0) return start
  const code = text.charCodeAt(most)
  if (code < 0xdc00 || code > 0xdfff) return most
  return most > 1 ? most - 1 : most + 1
}

/** A fence that would be closed right after its opening line goes to the next part as a whole. */
function notBehindOpening(opening: string, rest: string, end: number): number {
  const fence = openFence(opening + rest.slice(0, end))
  const at = (fence?.at ?? 0) - opening.length
  if (!fence || at <= 0 || rest.slice(at, end).trim() !== fence.opening.trim()) return end
  return at
}

/** With the line that closes the fence, if its end is in one. */
function closed(part: string): string {
  const fence = openFence(part)
  return fence ? `${part}\n${fence.marks}` : part
}

const fenceLine = /^ {0,3}(`{3,20}(?!`)|~{3,20}(?!~))(.*)$/

function openFence(text: string): Fence | undefined {
  let open: Fence | undefined
  let at = 0
  for (const line of text.split('\n')) {
    const [, marks = '', info = ''] = fenceLine.exec(line) ?? []
    if (open) {
      if (closes(line, open)) open = undefined
    } else if (marks !== '' && !(marks.startsWith('`') && info.includes('`')))
      open = { opening: textStart(line, 60), marks, at }
    at += line.length + 1
  }
  return open
}

function closes(line: string, { marks }: Fence): boolean {
  const [, own = '', info = ''] = fenceLine.exec(line) ?? []
  return own !== '' && info.trim() === '' && own[0] === marks[0] && own.length >= marks.length
}
