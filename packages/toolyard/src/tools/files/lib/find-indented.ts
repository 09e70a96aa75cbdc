/**
 * Where the same lines stand with another indentation, and the new text indented as they are.
 *
 * Whole lines only. Each line must be equal but for the blanks around it, and equal indentations must stay equal, so that
 * what depends on indentation keeps its meaning.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { type Match, rarestOf, type TextSearch } from './find-text.ts'
import { type IndentPair, translation } from './indentation.ts'
import { followsFile, indentOf } from './own-indentation.ts'

export interface IndentedMatch extends Match {
  /** The new text with the file's indentation. */
  readonly text: string
}

const lineFeed = 10
const blanks: ReadonlySet<number | undefined> = new Set([9, 13, 32])

export function* findIndented(search: TextSearch, replacement: string): Generator<IndentedMatch> {
  const { content, wanted, steps } = search
  const { old, fresh, endsLine } = wholeLines(wanted, replacement)
  const trimmed = old.map((line) => Buffer.from(line.trim()))
  const anchor = rarestOf(content, trimmed)
  const bytes = anchor === undefined ? undefined : trimmed[anchor]
  if (anchor === undefined || !bytes?.length) return
  const lines = { old: full(old), fresh: full(fresh), first: fresh.findIndex((line) => line.trim() !== '') }
  let lastEnd = 0
  for (let at = content.indexOf(bytes); at >= 0; at = content.indexOf(bytes, at + 1)) {
    steps.take()
    const found = linesAround(search, { at, anchor, trimmed })
    const [first, last] = [found?.[0], found?.at(-1)]
    if (!found || !first || !last || first.lineStart < lastEnd) continue
    const reindent = reindentation(pairsOf(content, found, old), lines)
    if (!reindent) continue
    const end = endsLine ? Math.min(content.length, last.lineEnd + 1) : last.end
    yield { start: first.lineStart, end, text: fresh.map(reindent).join('\n') }
    lastEnd = end
  }
}

/** Both texts in lines; a line break at an end that both have is left alone. */
function wholeLines(
  wanted: string,
  replacement: string,
): { readonly old: string[]; readonly fresh: string[]; readonly endsLine: boolean } {
  const [old, fresh] = [wanted.split(/\r?\n/), replacement.split(/\r?\n/)]
  if (old.length > 1 && old[0] === '' && fresh.length > 1 && fresh[0] === '') {
    old.shift()
    fresh.shift()
  }
  const endsLine = old.length > 1 && old.at(-1) === ''
  if (!endsLine) return { old, fresh, endsLine }
  old.pop()
  if (fresh.length < 2 || fresh.at(-1) !== '') return { old, fresh, endsLine }
  fresh.pop()
  return { old, fresh, endsLine: false }
}

interface FoundLine {
  readonly lineStart: number
  /** Without the blanks around it. */
  readonly start: number
  readonly end: number
  /** Where its line feed is, or the end of the file. */
  readonly lineEnd: number
}

/** The lines around one that was found; undefined if one of them is another. */
function linesAround(
  { content, steps }: TextSearch,
  {
    at,
    anchor,
    trimmed,
  }: { readonly at: number; readonly anchor: number; readonly trimmed: readonly Buffer[] },
): FoundLine[] | undefined {
  const lineStart = startOfLine(content, at)
  if (lineStart === undefined) return undefined
  const above: FoundLine[] = []
  for (let index = anchor - 1, end = lineStart - 1; index >= 0; index--) {
    steps.take()
    if (end < 0) return undefined
    const from = end === 0 ? 0 : content.lastIndexOf(lineFeed, end - 1) + 1
    const line = trimLine(content, from, end)
    if (!isLine(content, line, trimmed[index])) return undefined
    above.push(line)
    end = from - 1
  }
  const lines = above.toReversed()
  for (let index = anchor, from = lineStart; index < trimmed.length; index++) {
    steps.take()
    if (from > content.length) return undefined
    const feed = content.indexOf(lineFeed, from)
    const line = trimLine(content, from, feed < 0 ? content.length : feed)
    if (!isLine(content, line, trimmed[index])) return undefined
    lines.push(line)
    from = line.lineEnd + 1
  }
  return lines
}

/** Where the line starts, if there are only blanks before it. */
function startOfLine(content: Buffer, position: number): number | undefined {
  let at = position
  while (at > 0 && blanks.has(content[at - 1])) at--
  return at === 0 || content[at - 1] === lineFeed ? at : undefined
}

function isLine(content: Buffer, { start, end }: FoundLine, wanted: Buffer | undefined): boolean {
  return (
    wanted !== undefined &&
    end - start === wanted.length &&
    content.compare(wanted, 0, wanted.length, start, end) === 0
  )
}

function trimLine(content: Buffer, lineStart: number, lineEnd: number): FoundLine {
  let [start, end] = [lineStart, lineEnd]
  while (start < end && blanks.has(content[start])) start++
  while (end > start && blanks.has(content[end - 1])) end--
  return { lineStart, start, end, lineEnd }
}

function pairsOf(
  content: Buffer,
  found: readonly FoundLine[],
  old: readonly string[],
): { readonly sent: string; readonly there: string }[] {
  return found.flatMap(({ lineStart, start, end }, index) =>
    start === end
      ? []
      : [{ sent: indentOf(old[index] ?? ''), there: content.toString('latin1', lineStart, start) }],
  )
}

/** The lines of both texts that are not blank. */
interface FullLines {
  readonly old: readonly string[]
  readonly fresh: readonly string[]
  /** Where the first of the new ones is among all. */
  readonly first: number
}

/** How each of the new lines is written; undefined if the lines that were found are not the same text. */
function reindentation(
  pairs: readonly IndentPair[],
  lines: FullLines,
): ((line: string, index: number) => string) | undefined {
  const translate = translation(pairs)
  if (!translate) return undefined
  const [first, ...rest] = pairs
  const isOwn = followsFile(pairs, lines.fresh.map(indentOf)) && !isShift(pairs, lines)
  // Text that was copied from the middle of its first line.
  const isCut = rest.length > 0 && rest.every(({ sent, there }) => sent === there)
  return (line, index) => {
    const indent = indentOf(line)
    if (indent.length === line.length) return ''
    if (isOwn || (isCut && (index > lines.first || indent !== first?.sent))) return line
    return translate(indent) + line.slice(indent.length)
  }
}

/** Whether the new lines are the old ones, indented as in the file: more indentation is then all that can be meant. */
function isShift(pairs: readonly IndentPair[], { old, fresh }: FullLines): boolean {
  return (
    old.length === fresh.length &&
    fresh.every((line, index) => line.trim() === old[index]?.trim() && indentOf(line) === pairs[index]?.there)
  )
}

function full(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line.trim() !== '')
}
