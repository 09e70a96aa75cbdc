/**
 * The words and marks of TypeScript's types, one after the other, with the doc comments between them.
 *
 * It starts inside a type and never meets the code of a function. What it can't be sure of is `Unreadable`.
 *
 * @module
 */

/** Why a type can't be read, in words that fit behind "the type of …". */
export class Unreadable extends Error {}

export interface TypeToken {
  readonly kind: 'name' | 'text' | 'number' | 'mark' | 'end'
  readonly text: string
  /** Whether a line ends before it. */
  readonly isOnNewLine: boolean
  /** What the doc comment right before it says. */
  readonly doc: string | undefined
  readonly end: number
}

const space = /\s+/y
const comment = /\/\/[^\n]*|\/\*([\s\S]*?)\*\//y
const kinds = [
  ['name', /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy],
  ['text', /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y],
  ['number', /-?\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])/iy],
  ['mark', /=>|\.\.\.|[^\s]/uy],
] as const

export class TypeTokens {
  readonly #source: string
  #at: number
  #ahead: TypeToken | undefined

  constructor(source: string, at: number) {
    this.#source = source
    this.#at = at
  }

  peek(): TypeToken {
    return (this.#ahead ??= this.#read())
  }

  next(): TypeToken {
    const token = this.peek()
    this.#ahead = undefined
    this.#at = token.end
    return token
  }

  /** Whether the next token is this mark or name; then it is passed. */
  takes(text: string): boolean {
    const { kind, text: found } = this.peek()
    if (found !== text || (kind !== 'mark' && kind !== 'name')) return false
    this.next()
    return true
  }

  expect(text: string): void {
    if (!this.takes(text)) throw new Unreadable(`has "${this.peek().text}" in it, which can't be read`)
  }

  name(): string {
    const { kind, text } = this.next()
    if (kind !== 'name') throw new Unreadable(`has "${text}" in it, which can't be read`)
    return text
  }

  /** Goes on at another place. */
  jump(at: number): void {
    this.#ahead = undefined
    this.#at = at
  }

  #read(): TypeToken {
    const from = this.#at
    let at = from
    let doc: string | undefined
    for (;;) {
      const blank = match(space, this.#source, at)
      const note = blank ?? match(comment, this.#source, at)
      if (!note) break
      if (note[0].startsWith('/**')) doc = wordsOf(note[1] ?? '')
      at += note[0].length
    }
    const isOnNewLine = this.#source.slice(from, at).includes('\n')
    for (const [kind, pattern] of kinds) {
      const found = match(pattern, this.#source, at)
      if (found) return { kind, text: found[0], isOnNewLine, doc, end: at + found[0].length }
    }
    return { kind: 'end', text: 'the end of the file', isOnNewLine, doc, end: at }
  }
}

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}

/** All lines of a doc comment before its first tag, as one. */
function wordsOf(inside: string): string | undefined {
  const lines = inside.split('\n').map((line) => line.replace(/^\s*\**\s?/, '').trim())
  const tag = lines.findIndex((line) => line.startsWith('@'))
  const words = lines.slice(0, tag < 0 ? undefined : tag).filter((line) => line !== '')
  return words.length > 0 ? words.join(' ') : undefined
}
