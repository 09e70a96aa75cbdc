/**
 * Lines out of chunks of bytes, each bounded. A chunk is good only until `push` returns: what is kept is copied.
 *
 * @module
 */
import { Buffer } from 'node:buffer'

export interface LineReader {
  /** Answers `false` from the first line on that is too long: nothing more is read. */
  push(chunk: Buffer): boolean
}

const newline = 0x0a

export function createLineReader(maxBytes: number, onLine: (line: string) => void): LineReader {
  let parts: Buffer[] = []
  let length = 0
  let isOpen = true
  const take = (chunk: Buffer, from: number, to: number): void => {
    if (parts.length === 0) return onLine(chunk.toString('utf8', from, to))
    const line = Buffer.concat([...parts, chunk.subarray(from, to)]).toString('utf8')
    parts = []
    length = 0
    onLine(line)
  }
  return {
    push(chunk) {
      if (!isOpen) return false
      let from = 0
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
        if (length + end - from > maxBytes) return (isOpen = false)
        take(chunk, from, end)
        from = end + 1
      }
      length += chunk.length - from
      if (length > maxBytes) return (isOpen = false)
      if (from < chunk.length) parts.push(Buffer.from(chunk.subarray(from)))
      return true
    },
  }
}
