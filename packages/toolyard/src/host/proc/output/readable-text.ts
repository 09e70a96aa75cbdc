/**
 * What can be read of output that may not be text at all.
 *
 * Text stays as it is, its colours and cursor movements included: to clean it is the business of the pipeline, which would
 * take long over megabytes of binary data. So of binary data only the readable parts are passed on, and not much of it.
 *
 * @module
 */

const sampleLength = 4096
/** Characters of binary data that are looked at in one output. */
const mostBinary = 16 * 1024
const nuls = /\0+/g
const escape = String.raw`\u001b`
/** Colours begin with an escape: it alone makes nothing binary. */
const strange = new RegExp(`[[\\p{Cc}\ufffd]--[\\t-\\r${escape}]]`, 'gv')
const unreadable = /[[\p{Cc}\ufffd]--[\t-\r]]+/gv

/** For output in pieces. */
export class ReadableText {
  #binary = 0
  #leftOut = 0

  /** Without NULs; where much of it can't be read, every such part is a `·`, and past a limit it is left out. */
  push(piece: string): string {
    if (!isBinary(piece)) return this.flush() + (piece.includes('\0') ? piece.replaceAll(nuls, '') : piece)
    const room = Math.max(0, mostBinary - this.#binary)
    this.#binary += piece.length
    this.#leftOut += Math.max(0, piece.length - room)
    return piece.slice(0, room).replaceAll(unreadable, '·')
  }

  /** How much was left out, where something was. */
  flush(): string {
    if (this.#leftOut === 0) return ''
    const note = `\n… ${this.#leftOut.toLocaleString('en-US')} characters of binary output left out …\n`
    this.#leftOut = 0
    return note
  }
}

/** Judged by its beginning, its middle and its end. */
function isBinary(text: string): boolean {
  return [0, Math.floor(text.length / 2), Math.max(0, text.length - sampleLength)].some((from) => {
    const sample = text.slice(from, from + sampleLength).replaceAll(nuls, '\0')
    const count = sample.match(strange)?.length ?? 0
    return count > 8 && count * 20 > sample.length
  })
}
