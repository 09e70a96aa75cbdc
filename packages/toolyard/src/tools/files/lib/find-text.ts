/**
 * Where a text stands in a file, byte for byte, except that a line break of either kind matches either kind.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import type { SearchSteps } from './search-steps.ts'

/** A stretch of bytes that was found. */
export interface Match {
  readonly start: number
  readonly end: number
}

export interface TextSearch {
  readonly content: Buffer
  readonly wanted: string
  readonly steps: SearchSteps
}

const [lineFeed, carriageReturn] = [10, 13]
/** Lines that may be the one to look for, and how often each is counted. */
const [candidates, mostCounted] = [8, 64]

/** `overlapping` also finds what starts inside the match before: places that a person would have to choose between. */
export function* findText({ content, wanted, steps }: TextSearch, overlapping: boolean): Generator<Match> {
  const lines = wanted.split(/\r?\n/).map((line) => Buffer.from(line))
  const anchor = rarestOf(content, lines)
  if (anchor === undefined) return
  const [above, below] = [lines.slice(0, anchor).toReversed(), lines.slice(anchor + 1)]
  const line = lines[anchor] ?? Buffer.alloc(0)
  const isText = line.length > 0
  // Of a text that is nothing but line breaks, the first break is looked for.
  const bytes = isText ? line : Buffer.of(lineFeed)
  let lastEnd = 0
  for (let at = content.indexOf(bytes); at >= 0; at = content.indexOf(bytes, at + 1)) {
    steps.take()
    const first = !isText && content[at - 1] === carriageReturn ? at - 1 : at
    const start = backward(content, above, { from: first, steps })
    const end = start === undefined ? undefined : forward(content, below, { from: at + line.length, steps })
    if (start === undefined || end === undefined || (!overlapping && start < lastEnd)) continue
    yield { start, end }
    lastEnd = end
  }
}

/** Which line to look for; undefined if one of them is nowhere. */
export function rarestOf(content: Buffer, lines: readonly Buffer[]): number | undefined {
  const longest = [...lines.keys()]
    .toSorted((left, right) => (lines[right]?.length ?? 0) - (lines[left]?.length ?? 0))
    .slice(0, candidates)
  let [rarest, least] = [longest[0], Infinity]
  for (const index of longest) {
    const line = lines[index]
    if (!line?.length) break
    const count = countOf(content, line, Math.min(least, mostCounted))
    if (count === 0) return undefined
    if (count < least) [rarest, least] = [index, count]
    if (least === 1) break
  }
  return rarest
}

function countOf(content: Buffer, line: Buffer, most: number): number {
  let count = 0
  for (let at = content.indexOf(line); at >= 0 && count < most; at = content.indexOf(line, at + 1)) count++
  return count
}

interface SearchStart {
  readonly from: number
  readonly steps: SearchSteps
}

/** Where the lines start that end, with a line break, there; the nearest one first. */
function backward(
  content: Buffer,
  lines: readonly Buffer[],
  { from, steps }: SearchStart,
): number | undefined {
  let at = from
  for (const line of lines) {
    steps.take()
    if (content[at - 1] !== lineFeed) return undefined
    at -= content[at - 2] === carriageReturn ? 2 : 1
    if (!endsAt(content, line, at)) return undefined
    at -= line.length
  }
  return at
}

/** Where the lines end that start, with a line break, there. */
function forward(
  content: Buffer,
  lines: readonly Buffer[],
  { from, steps }: SearchStart,
): number | undefined {
  let at = from
  for (const line of lines) {
    steps.take()
    if (content[at] === carriageReturn && content[at + 1] === lineFeed) at += 2
    else if (content[at] === lineFeed) at += 1
    else return undefined
    if (!endsAt(content, line, at + line.length)) return undefined
    at += line.length
  }
  return at
}

function endsAt(content: Buffer, line: Buffer, end: number): boolean {
  const start = end - line.length
  return start >= 0 && end <= content.length && content.compare(line, 0, line.length, start, end) === 0
}
