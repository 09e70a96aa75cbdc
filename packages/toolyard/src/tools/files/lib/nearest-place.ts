/**
 * The place in a file that is most like a text which is not in it.
 *
 * Lines that are equal vote for where the text would start, longer ones with more weight; if no line is equal, the
 * longest ones are compared by their pairs of bytes, in one pass. All of it works on bytes: it has to be quick the
 * first time too.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { decodeText } from './decode-text.ts'

export interface NearPlace {
  /** From 1. */
  readonly line: number
  readonly text: string
  /** Whether the file is so large that only its start was searched. */
  readonly isPartial: boolean
}

/** What is searched of a large file. */
const maxBytes = 4 * 1024 * 1024
const maxLines = 200
/** Lines that are looked for, the longest ones. */
const equalLines = 20
const likeLines = 3
/** How often one line is counted. */
const mostVotes = 1000
/** Shorter lines, such as a bracket, say nothing. */
const leastBytes = 3
/** What is compared of a long line. */
const maxLineBytes = 500
/** Below this likeness nothing is said. */
const leastLikeness = 0.4
const lineFeed = 10

/** A line of the text that is looked for: where in it, and its bytes without the blanks around it. */
interface SoughtLine {
  readonly at: number
  readonly bytes: Buffer
}

type Votes = Map<number, number>

export function nearestPlace(content: Buffer, wanted: string): NearPlace | undefined {
  const part = content.subarray(0, maxBytes)
  const old = wanted.split(/\r?\n/).slice(0, maxLines)
  if (old.length > 1 && old.at(-1) === '') old.pop()
  const sought = longestLines(old)
  const feeds = lineFeedsOf(part)
  const start = byEqualLines(part, feeds, sought) ?? byLikeLines(part, feeds, sought)
  if (start === undefined) return undefined
  const from = Math.max(0, start)
  const [first, last] = [startOf(feeds, from), startOf(feeds, start + old.length)]
  const text = decodeText(part.subarray(first, last ?? part.length), 'utf8')
  const isPartial = part.length < content.length
  return { line: from + 1, text: text.replaceAll('\r\n', '\n').replace(/\n$/, ''), isPartial }
}

function longestLines(lines: readonly string[]): SoughtLine[] {
  return lines
    .map((line, at) => ({ at, bytes: Buffer.from(line.trim()).subarray(0, maxLineBytes) }))
    .filter(({ bytes }) => bytes.length >= leastBytes)
    .toSorted((left, right) => right.bytes.length - left.bytes.length)
    .slice(0, equalLines)
}

function lineFeedsOf(content: Buffer): number[] {
  const feeds: number[] = []
  for (let at = content.indexOf(lineFeed); at >= 0; at = content.indexOf(lineFeed, at + 1)) feeds.push(at)
  return feeds
}

/** Where a line starts, counted from 0. */
function startOf(feeds: readonly number[], line: number): number | undefined {
  if (line === 0) return 0
  const feed = feeds[line - 1]
  return feed === undefined ? undefined : feed + 1
}

/** On which line a byte is, counted from 0. */
function lineOf(feeds: readonly number[], position: number): number {
  let [low, high] = [0, feeds.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((feeds[middle] ?? 0) < position) low = middle + 1
    else high = middle
  }
  return low
}

function byEqualLines(
  content: Buffer,
  feeds: readonly number[],
  sought: readonly SoughtLine[],
): number | undefined {
  const votes: Votes = new Map()
  let total = 0
  for (const { at, bytes } of sought) {
    total += bytes.length
    let found = content.indexOf(bytes)
    for (let count = 0; found >= 0 && count < mostVotes; count++) {
      if (isAlone(content, found, found + bytes.length)) vote(votes, lineOf(feeds, found) - at, bytes.length)
      found = content.indexOf(bytes, found + bytes.length)
    }
  }
  return best(votes, total * 0.2)
}

/** Whether there are only blanks beside it on its line. */
function isAlone(content: Buffer, start: number, end: number): boolean {
  let [before, after] = [start - 1, end]
  while (isBlank(content[before])) before--
  while (isBlank(content[after])) after++
  return (
    (before < 0 || content[before] === lineFeed) && (after >= content.length || content[after] === lineFeed)
  )
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || byte === 13
}

function byLikeLines(
  content: Buffer,
  feeds: readonly number[],
  sought: readonly SoughtLine[],
): number | undefined {
  const compared = sought.slice(0, likeLines)
  const pairs = pairsOf(compared)
  const votes: Votes = new Map()
  let start = 0
  for (let line = 0; line <= feeds.length; line++) {
    const end = feeds[line] ?? content.length
    while (start < end && isBlank(content[start])) start++
    const length = Math.min(end - start, maxLineBytes)
    const shared = length < leastBytes ? 0 : sharedPairs(content, { start, length, pairs })
    for (let index = 0; index < compared.length; index++) {
      const { at, bytes } = compared[index] as SoughtLine
      const likeness = ((shared >> (index * 10)) & 1023) / (Math.max(length, bytes.length) - 1)
      if (likeness >= leastLikeness) vote(votes, line - at, likeness)
    }
    start = end + 1
  }
  return best(votes, 0)
}

/** For every pair of bytes, in which of the lines it is: each line has ten bits to count in. */
function pairsOf(sought: readonly SoughtLine[]): Uint32Array {
  const pairs = new Uint32Array(65_536)
  for (const [index, { bytes }] of sought.entries()) {
    for (let at = 1; at < bytes.length; at++) {
      const pair = bytes.readUInt16BE(at - 1)
      pairs[pair] = (pairs[pair] ?? 0) | (1 << (index * 10))
    }
  }
  return pairs
}

function sharedPairs(
  content: Buffer,
  { start, length, pairs }: { readonly start: number; readonly length: number; readonly pairs: Uint32Array },
): number {
  let shared = 0
  let before = content[start] ?? 0
  for (let at = start + 1; at < start + length; at++) {
    const byte = content[at] ?? 0
    shared += pairs[(before << 8) | byte] ?? 0
    before = byte
  }
  return shared
}

function vote(votes: Votes, start: number, weight: number): void {
  votes.set(start, (votes.get(start) ?? 0) + weight)
}

function best(votes: Votes, least: number): number | undefined {
  let winner: number | undefined
  let most = least
  for (const [start, weight] of votes) {
    if (weight <= most) continue
    winner = start
    most = weight
  }
  return winner
}
