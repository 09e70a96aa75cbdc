/**
 * Finds many values in one pass, whatever their number (Aho–Corasick).
 *
 * White space in the text, and a line break written as `\n`, leaves the state as it is: a value that was broken
 * over lines is still found. Every character is looked at once; twice where lines are numbered or marked, because a
 * value may go on behind such a beginning, or with it.
 *
 * @module
 */
import type { Needle } from './forms.ts'
import { endOfMatch, linePrefix, type Span } from './span.ts'

/** A value that was found, with what beside it holds some of its bits; and the value alone. */
export interface NeedleMatch extends Span {
  readonly value: Span
  readonly name: string | undefined
}

/** So many digits may begin an encoded value and are not held back: ordinary text is full of them, such as `line 0`. */
const mostDigits = 2
/** A gap longer than this inside a value ends the match. */
const maxGap = 256

export class NeedleIndex {
  readonly #shortest: number
  readonly #needles: readonly Needle[]
  /** Class of every UTF-16 unit; 0 for those in no value. */
  readonly #classes: Uint16Array
  readonly #width: number
  readonly #next: Int32Array
  readonly #depth: Int32Array
  /** The state of the longest suffix that is also a beginning. */
  readonly #failure: Int32Array
  /** 1 where more than such digits of an encoded value were read. */
  readonly #telling: Uint8Array
  /** The longest needle that ends in a state, plus one. */
  readonly #output: Int32Array
  readonly #positions: Int32Array
  #breakAt = 0
  /** Whether a line that a value may reach into begins with a number or a mark. */
  #metPrefix = false
  /** Where a value may have begun that the text does not finish. */
  #begunAt = 0

  constructor(needles: readonly Needle[]) {
    const trie = buildTrie(needles)
    this.#needles = needles
    this.#classes = trie.classes
    this.#width = trie.width
    this.#next = trie.next
    this.#depth = trie.depth
    this.#failure = trie.failure
    this.#telling = trie.telling
    this.#output = trie.output
    this.#shortest = needles.reduce((length, needle) => Math.min(length, needle.text.length), Infinity)
    const longest = needles.reduce((length, needle) => Math.max(length, needle.text.length), 1)
    this.#positions = new Int32Array(2 ** Math.ceil(Math.log2(longest + 1)))
  }

  /** The last start of a line that no value reaches over, found or only begun. */
  lastBreak(text: string): number {
    this.#scan(text, false)
    const breakAt = this.#breakAt
    if (!this.#metPrefix) return breakAt
    this.#scan(text, true)
    return Math.min(breakAt, this.#breakAt)
  }

  /** Where a value may have begun that `text` does not finish; its length where none has. */
  begunAt(text: string): number {
    this.#scan(text, false)
    if (!text.endsWith('\\')) return this.#begunAt
    // A backslash may become a written break with what follows.
    const begunAt = this.#begunAt
    const before = text.length - 1
    this.#scan(text.slice(0, before), false)
    return this.#begunAt === before ? begunAt : Math.min(begunAt, this.#begunAt)
  }

  find(text: string): NeedleMatch[] | undefined {
    if (text.length < this.#shortest) return undefined
    const found = this.#scan(text, false)
    if (!this.#metPrefix) return found
    const behind = this.#scan(text, true)
    return found && behind ? found.concat(behind) : (found ?? behind)
  }

  #scan(text: string, skipsPrefixes: boolean): NeedleMatch[] | undefined {
    const classes = this.#classes
    const next = this.#next
    const width = this.#width
    const outputs = this.#output
    const positions = this.#positions
    const mask = positions.length - 1
    let found: NeedleMatch[] | undefined
    let state = 0
    let count = 0
    let gap = 0
    this.#breakAt = 0
    this.#metPrefix = false
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      const group = classes[code] as number
      if (state !== 0 && code === 0x5c && this.#isWrittenBreak(text, at, state)) {
        at++
        continue
      }
      if (group === 0) {
        if (state !== 0 && !(isSpace(code) && ++gap <= maxGap)) state = 0
        if (code !== 0x0a) continue
        if (state === 0) this.#breakAt = at + 1
        else {
          const end = endOfMatch(linePrefix, text, at + 1)
          if (end < 0) continue
          this.#metPrefix = true
          if (skipsPrefixes) at = end - 1
        }
        continue
      }
      gap = 0
      state = next[state * width + group] as number
      if (state === 0) continue
      positions[count++ & mask] = at
      const output = outputs[state] as number
      if (output === 0) continue
      const needle = this.#needles[output - 1] as Needle
      const span = spanOf(text, needle, {
        start: positions[(count - needle.text.length) & mask] as number,
        end: at + 1,
      })
      if (span) (found ??= []).push(span)
    }
    const begun = this.#begunIn(state)
    this.#begunAt =
      begun === 0 ? text.length : (positions[(count - (this.#depth[begun] as number)) & mask] as number)
    return found
  }

  /** The state, or the next one behind it in which a value has begun. */
  #begunIn(state: number): number {
    let begun = state
    while (begun !== 0 && this.#telling[begun] === 0) begun = this.#failure[begun] as number
    return begun
  }

  /** `\n`, `\r`, `\t` as two characters, or a backslash before a line break, where the value has no backslash. */
  #isWrittenBreak(text: string, at: number, state: number): boolean {
    const after = text.charCodeAt(at + 1)
    if (after !== 0x6e && after !== 0x72 && after !== 0x74 && after !== 0x0a) return false
    const target = this.#next[state * this.#width + (this.#classes[0x5c] as number)] as number
    return (this.#depth[target] as number) <= (this.#depth[state] as number)
  }
}

function spanOf(text: string, needle: Needle, { start, end }: Span): NeedleMatch | undefined {
  if (needle.whole && (end - start !== needle.text.length || !isApart(text, start, end))) return undefined
  const first = needle.before > 0 && isBase64(text.charCodeAt(start - 1)) ? start - 1 : start
  let last = needle.after > 0 && isBase64(text.charCodeAt(end)) ? end + 1 : end
  if (last > end) while (text.charCodeAt(last) === 0x3d && last < end + 3) last++
  return { start: first, end: last, value: { start, end }, name: needle.name }
}

function isApart(text: string, start: number, end: number): boolean {
  return !isWord(text.charCodeAt(start - 1)) && !isWord(text.charCodeAt(end))
}

function isWord(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)
}

function isBase64(code: number): boolean {
  return isWord(code) || code === 0x2b || code === 0x2f || code === 0x2d || code === 0x5f
}

/** White space and the characters without width: what can stand inside a value without being seen. */
function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return (
    code === 0xa0 || code === 0xad || (code >= 0x200b && code <= 0x200f) || code === 0x2060 || code === 0xfeff
  )
}

interface Trie {
  readonly classes: Uint16Array
  readonly width: number
  readonly next: Int32Array
  readonly depth: Int32Array
  readonly failure: Int32Array
  readonly telling: Uint8Array
  readonly output: Int32Array
}

function buildTrie(needles: readonly Needle[]): Trie {
  const classes = new Uint16Array(65_536)
  let width = 1
  let size = 1
  for (const { text } of needles) {
    size += text.length
    for (let at = 0; at < text.length; at++)
      if (classes[text.charCodeAt(at)] === 0) classes[text.charCodeAt(at)] = width++
  }
  const next = new Int32Array(size * width)
  const depth = new Int32Array(size)
  const output = new Int32Array(size)
  const telling = new Uint8Array(size)
  let states = 1
  for (const [index, { text, encoded }] of needles.entries()) {
    const silent = encoded ? Math.min(mostDigits, /^\d*/.exec(text)?.[0].length ?? 0) : 0
    let state = 0
    for (let at = 0; at < text.length; at++) {
      const edge = state * width + (classes[text.charCodeAt(at)] as number)
      if (next[edge] === 0) {
        depth[states] = at + 1
        next[edge] = states++
      }
      state = next[edge] as number
      if (at >= silent) telling[state] = 1
    }
    output[state] = index + 1
  }
  const failure = linkFailures({ width, next, output }, states)
  return { classes, width, next: next.slice(0, states * width), depth, failure, telling, output }
}

/** Breadth first: where a state has no edge, it takes that of the longest suffix which is also a beginning. */
function linkFailures(
  { width, next, output }: Pick<Trie, 'width' | 'next' | 'output'>,
  states: number,
): Int32Array {
  const failure = new Int32Array(states)
  const queue = new Int32Array(states)
  let tail = 0
  for (let group = 1; group < width; group++) {
    const child = next[group] as number
    if (child !== 0) queue[tail++] = child
  }
  for (let head = 0; head < tail; head++) {
    const state = queue[head] as number
    const fallback = failure[state] as number
    if (output[state] === 0) output[state] = output[fallback] as number
    for (let group = 1; group < width; group++) {
      const edge = state * width + group
      const child = next[edge] as number
      const other = next[fallback * width + group] as number
      if (child === 0) next[edge] = other
      else {
        failure[child] = other
        queue[tail++] = child
      }
    }
  }
  return failure
}
