/**
 * What is kept of a program's output for its outcome: the first bytes of each stream; the rest is counted.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'
import type { OutputStream } from './program.ts'

const defaultMost = 1_000_000

export class KeptOutput {
  readonly #most: number
  readonly #parts: Record<OutputStream, Buffer[]> = { stdout: [], stderr: [] }
  readonly #lengths: Record<OutputStream, number> = { stdout: 0, stderr: 0 }
  #dropped = 0

  constructor(most = defaultMost) {
    this.#most = most
  }

  /** Copies what it keeps. */
  add(chunk: Buffer, stream: OutputStream): void {
    const kept = Math.min(chunk.length, this.#most - this.#lengths[stream])
    this.#dropped += chunk.length - kept
    if (kept <= 0) return
    this.#lengths[stream] += kept
    this.#parts[stream].push(Buffer.from(chunk.subarray(0, kept)))
  }

  texts(): { readonly stdout: string; readonly stderr: string; readonly dropped: number } {
    return { stdout: this.#text('stdout'), stderr: this.#text('stderr'), dropped: this.#dropped }
  }

  /** Where it was cut, a character that is not whole is left out. */
  #text(stream: OutputStream): string {
    const parts = this.#parts[stream]
    if (parts.length === 0) return ''
    const decoder = new StringDecoder('utf8')
    const text = decoder.write(Buffer.concat(parts))
    return this.#lengths[stream] < this.#most ? text + decoder.end() : text
  }
}
