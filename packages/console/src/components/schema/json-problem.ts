/**
 * Where a text stops being JSON. Browsers say it each in their own words, or not at all; this says it the same everywhere.
 *
 * @module
 */

export interface JsonProblem {
  /** From 1. */
  readonly line: number
  readonly column: number
  /** The character that can't stand there; empty at the end of the text. */
  readonly found: string
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
// oxlint-disable-next-line no-control-regex -- JSON allows no control characters in a string
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
// oxlint-disable-next-line no-control-regex -- the same, without its end
const partOfString = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y
const word = /true|false|null/y
const space = /[ \t\n\r]*/y
const mostDepth = 500

/** Nothing where the text is JSON. */
export function jsonProblem(text: string): JsonProblem | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch {
    return placeOf(text, new Scanner(text).failure())
  }
}

function placeOf(text: string, at: number): JsonProblem {
  const before = text.slice(0, at)
  const line = before.split('\n').length
  return { line, column: at - before.lastIndexOf('\n'), found: text.slice(at, at + 1) }
}

class Scanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The offset of the first character that is wrong. */
  failure(): number {
    if (!this.#value(0)) return this.#at
    this.#take(space)
    return this.#at
  }

  #value(depth: number): boolean {
    this.#take(space)
    const first = this.#text[this.#at]
    if (depth > mostDepth) return false
    if (first === '{') return this.#list('}', () => this.#member(depth + 1))
    if (first === '[') return this.#list(']', () => this.#value(depth + 1))
    if (first === '"') return this.#string()
    return this.#take(number) || this.#take(word)
  }

  #member(depth: number): boolean {
    this.#take(space)
    if (this.#text[this.#at] !== '"' || !this.#string()) return false
    this.#take(space)
    return this.#skip(':') && this.#value(depth)
  }

  #list(end: string, item: () => boolean): boolean {
    this.#at++
    this.#take(space)
    if (this.#skip(end)) return true
    for (;;) {
      if (!item()) return false
      this.#take(space)
      if (this.#skip(end)) return true
      if (!this.#skip(',')) return false
    }
  }

  #string(): boolean {
    if (this.#take(string)) return true
    this.#take(partOfString)
    return false
  }

  #skip(character: string): boolean {
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (!found) return false
    this.#at += found[0].length
    return true
  }
}
