/**
 * Cleans and redacts a long text in slices, so that no one else waits for it, and counts it on the way.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import type { Redactor } from '../../host/index.ts'

const sliceLength = 128 * 1024

export interface CleanText {
  readonly text: string
  readonly seen: { readonly totalLines: number; readonly totalBytes: number }
}

/** Without anything that acts on a terminal, and without secrets. */
export async function cleanSlowly(text: string, redactor: Pick<Redactor, 'cleanStream'>): Promise<CleanText> {
  const stream = redactor.cleanStream()
  const safe = new Rewriting(text)
  for (let at = 0; at < text.length; at += sliceLength) {
    safe.add(stream.push(text.slice(at, at + sliceLength)))
    await new Promise((resolve) => setImmediate(resolve))
  }
  safe.add(stream.flush())
  const { lines: totalLines, bytes: totalBytes } = safe
  return { text: safe.toString(), seen: { totalLines, totalBytes } }
}

/** A text that is written again in pieces. As long as they say the same, as most do, there is no second one. */
class Rewriting {
  readonly #before: string
  #same = 0
  #rest = ''
  #breaks = 0
  #endsLine = true
  bytes = 0

  constructor(before: string) {
    this.#before = before
  }

  /** The last one may lack its end. */
  get lines(): number {
    return this.#breaks + (this.#endsLine ? 0 : 1)
  }

  add(piece: string): void {
    if (piece === '') return
    if (this.#rest === '' && this.#before.startsWith(piece, this.#same)) this.#same += piece.length
    else this.#rest += piece
    this.bytes += Buffer.byteLength(piece)
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) this.#breaks++
    this.#endsLine = piece.endsWith('\n')
  }

  toString(): string {
    const isWhole = this.#rest === '' && this.#same === this.#before.length
    return isWhole ? this.#before : this.#before.slice(0, this.#same) + this.#rest
  }
}
