/**
 * One line of ripgrep's output: where it stands, what it says, and the part of it that is shown.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import type { FoundFile } from '../../../host/index.ts'
import { contextMark, longestLine, matchMark } from './grep-args.ts'

export interface MatchRecord {
  /** How the file was named to ripgrep. */
  readonly way: string
  readonly line: number
  readonly isMatch: boolean
  /** Where the match begins in the line, in bytes from 1; 0 in a line of context. */
  readonly column: number
  /** Where the line begins in the file, in bytes. */
  readonly start: number
  readonly text: Buffer
}

/** Letters of a line that are shown at most, and how many of them stand before the match. */
const shownLetters = 400
const lettersBefore = 120

const marks = [matchMark.charCodeAt(0), contextMark.charCodeAt(0)]
const omitted = /^\[Omitted long /

/** Undefined if the line is no record: a mark between groups, a remark of ripgrep. */
export function readRecord(line: Buffer): MatchRecord | undefined {
  const [matching = 0, context = 0] = marks
  const asMatch = line.indexOf(matching)
  const asContext = line.indexOf(context)
  const isMatch = asMatch >= 0 && (asContext < 0 || asMatch < asContext)
  const mark = isMatch ? matching : context
  const ends: number[] = []
  for (let at = -1; ends.length < (isMatch ? 4 : 3);) {
    at = line.indexOf(mark, at + 1)
    if (at < 0) return undefined
    ends.push(at)
  }
  const field = (index: number): number =>
    Number(line.toString('latin1', (ends[index - 1] ?? -1) + 1, ends[index] ?? 0))
  return {
    way: line.toString('utf8', 0, ends[0] ?? 0),
    line: field(1),
    isMatch,
    column: isMatch ? field(2) : 0,
    start: field(isMatch ? 3 : 2),
    text: Buffer.from(line.subarray((ends.at(-1) ?? 0) + 1)),
  }
}

/** A part of a file that is shown of a line, as it stands there. */
export interface ShownSlice {
  /** Where it begins in the file, in bytes. */
  readonly start: number
  readonly bytes: Buffer
  /** What is shown of its text, which may have lost secrets. */
  readonly show: (text: string) => string
}

/** The line, or the part of it around the match if it is very long; without its line end. */
export function shownPart(record: MatchRecord, file: FoundFile): ShownSlice {
  const { text, column, start } = record
  if (omitted.test(text.toString('latin1', 0, 20)) && isLonger(record, file))
    return partAround(file, start, column)
  const bytes = text.at(-1) === 13 ? text.subarray(0, -1) : text
  const before = text.subarray(0, Math.max(0, column - 1))
  return { start, bytes, show: (whole) => (whole.length <= shownLetters ? whole : cutAround(whole, before)) }
}

/** The letters around the match, which stands behind `before`. */
function cutAround(whole: string, before: Buffer): string {
  const from = Math.max(0, Math.min(before.toString().length - lettersBefore, whole.length - shownLetters))
  return cut(whole, from, from + shownLetters)
}

/** Whether the line in the file is longer than ripgrep prints, and does not merely say so. */
function isLonger({ start }: MatchRecord, file: FoundFile): boolean {
  const bytes = file.read(start, longestLine + 1)
  return bytes.length > longestLine && !bytes.subarray(0, longestLine).includes(10)
}

function partAround(file: FoundFile, start: number, column: number): ShownSlice {
  const at = start + Math.max(0, column - 1)
  const from = Math.max(start, at - lettersBefore)
  const read = file.read(from, shownLetters)
  const lineEnd = read.indexOf(10, Math.min(at - from, read.length))
  const show = (text: string): string => {
    const whole = text.replace(/^\ufffd{1,3}/, '').replace(/\ufffd{1,3}$/, '')
    return `${from > start ? '…' : ''}${whole}${lineEnd < 0 ? '…' : ''}`
  }
  return { start: from, bytes: lineEnd < 0 ? read : read.subarray(0, lineEnd), show }
}

function cut(text: string, from: number, to: number): string {
  const before = isLow(text.charCodeAt(from)) ? from + 1 : from
  const after = isLow(text.charCodeAt(to)) ? to - 1 : to
  return `${before > 0 ? '…' : ''}${text.slice(before, after)}${after < text.length ? '…' : ''}`
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}

/** Lines of a stream of bytes. */
export class Lines {
  #rest: Buffer = Buffer.alloc(0)

  push(chunk: Buffer): Buffer[] {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const lines: Buffer[] = []
    let at = 0
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, at)) {
      lines.push(bytes.subarray(at, end))
      at = end + 1
    }
    this.#rest = Buffer.from(bytes.subarray(at))
    return lines
  }
}
