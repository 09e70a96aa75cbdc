/**
 * Lines out of chunks of bytes, each bounded. A chunk is good only until `push` returns: what is kept is copied.
 *
 * @module
 */
import type { Buffer } from 'node:buffer'
import { GrowingBytes } from '../../../kernel/index.ts'

export interface LineReader {
  /** Answers `false` from the first line on that is too long: nothing more is read. */
  push(chunk: Buffer): boolean
}

const newline = 0x0a

export function createLineReader(maxBytes: number, onLine: (line: string) => void): LineReader {
  const begun = new GrowingBytes()
  let isOpen = true
  const take = (chunk: Buffer, from: number, to: number): void => {
    if (begun.length === 0) return onLine(chunk.toString('utf8', from, to))
    begun.push(chunk.subarray(from, to))
    onLine(begun.take().toString('utf8'))
  }
  return {
    push(chunk) {
      if (!isOpen) return false
      let from = 0
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
        if (begun.length + end - from > maxBytes) return (isOpen = false)
        take(chunk, from, end)
        from = end + 1
      }
      if (begun.length + chunk.length - from > maxBytes) return (isOpen = false)
      if (from < chunk.length) begun.push(chunk.subarray(from))
      return true
    },
  }
}
