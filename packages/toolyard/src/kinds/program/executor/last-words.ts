/**
 * The end of what a program said on its standard error, for the error that tells of its failure. It is cleaned and redacted with
 * that error: cleaning alone could take a letter of a secret.
 *
 * @module
 */
import { Buffer } from 'node:buffer'

const keptBytes = 8192
const shownLines = 12
const shownCharacters = 2000

export class LastWords {
  #bytes = Buffer.alloc(0)

  add(chunk: Buffer): void {
    const kept = Buffer.concat([this.#bytes, chunk.subarray(-keptBytes)])
    this.#bytes = kept.length > keptBytes ? Buffer.from(kept.subarray(-keptBytes)) : kept
  }

  /** A sentence to append, or an empty text if nothing was said. */
  tell(from = 'standard error'): string {
    const text = this.#bytes.toString('utf8').trim()
    const shown = text.split('\n').slice(-shownLines).join('\n').slice(-shownCharacters)
    return shown === '' ? '' : `\nIts ${from} ended with:\n${shown}`
  }
}
