/**
 * Places in a text, as people count them and as the protocol does.
 *
 * People count lines and characters (Unicode code points) from 1. The protocol counts from 0 and in UTF-16 units, of
 * which an emoji has two or more. Lines end with `\n`, `\r\n` or `\r`, as the protocol has it.
 *
 * @module
 */

/** As people count: from 1, in characters. */
export interface LineColumn {
  readonly line: number
  readonly column: number
}

/** As the protocol counts: from 0, in UTF-16 units. */
export interface Position {
  readonly line: number
  readonly character: number
}

export interface Range {
  readonly start: Position
  readonly end: Position
}

export class LineIndex {
  readonly #text: string
  readonly #starts: number[] = [0]

  constructor(text: string) {
    this.#text = text
    for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) this.#starts.push(index + end.length)
  }

  get lineCount(): number {
    return this.#starts.length
  }

  /** The text of a line, counted from 0, without its end. */
  line(number: number): string | undefined {
    const start = this.#starts[number]
    if (start === undefined) return undefined
    return this.#text.slice(start, this.#starts[number + 1]).replace(/\r?\n$|\r$/, '')
  }

  /** Where a position is in the text; past the end of a line is its end, past the last line the end of the text. */
  offset({ line, character }: Position): number {
    const start = this.#starts[line]
    if (start === undefined) return this.#text.length
    return start + Math.min(character, this.line(line)?.length ?? 0)
  }

  /** A position of the protocol as people count. */
  place({ line, character }: Position): LineColumn {
    const before = (this.line(line) ?? '').slice(0, character)
    return { line: line + 1, column: Array.from(before).length + 1 }
  }

  /** A place as the protocol counts; `undefined` if the text has no such line. */
  position({ line, column }: LineColumn): Position | undefined {
    const text = this.line(line - 1)
    if (text === undefined) return undefined
    const before = Array.from(text)
      .slice(0, column - 1)
      .join('')
    return { line: line - 1, character: before.length }
  }
}
