/**
 * What a program said on its standard error: how it began, which often names the cause, and how it ended.
 *
 * More is kept than is told, and it is cleaned and redacted before the rest is cut off: a secret that a cut went through would
 * not be known any more.
 *
 * @module
 */
import type { Buffer } from 'node:buffer'
import { BoundedText } from '../../../kernel/index.ts'

const kept = { head: 4096, tail: 4096 }
const told = { head: 700, tail: 900 }

export class ServerLastWords {
  readonly #text = new BoundedText(kept)
  readonly #decoder = new TextDecoder()

  add(chunk: Buffer): void {
    this.#text.push(this.#decoder.decode(chunk, { stream: true }))
  }

  /** At most some 1,600 characters of it, without blanks at its ends. */
  tell(clean: (text: string) => string): string {
    const said = clean(this.#text.toString()).trim()
    if (said.length <= told.head + told.tail) return said
    return [headOf(said), '… part of it is left out …', tailOf(said)].join('\n')
  }
}

/** Characters of the log that are kept, and of those how many are told. */
const log = { kept: 32_768, told: 16_384 }

/** The newest of what a server's program says on its standard error, through all its starts. */
export class ServerLog {
  #text = ''
  readonly #decoder = new TextDecoder()

  add(chunk: Buffer): void {
    const text = this.#text + this.#decoder.decode(chunk, { stream: true })
    this.#text = text.length > 2 * log.kept ? text.slice(-log.kept) : text
  }

  tell(clean: (text: string) => string): string {
    const said = clean(this.#text.slice(-log.kept)).trim()
    return said.length <= log.told
      ? said
      : said.slice(said.indexOf('\n', said.length - log.told) + 1).toWellFormed()
  }
}

/** Whole lines where there are some. */
function headOf(text: string): string {
  const head = text.slice(0, told.head)
  const end = head.lastIndexOf('\n')
  return (end > told.head / 2 ? head.slice(0, end) : head).toWellFormed()
}

function tailOf(text: string): string {
  const tail = text.slice(-told.tail)
  const start = tail.indexOf('\n') + 1
  return (start > 0 && start < told.tail / 2 ? tail.slice(start) : tail).toWellFormed()
}
