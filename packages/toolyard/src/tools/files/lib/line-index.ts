/**
 * Where the lines of a large file are, without keeping the file: how many end in each block of 64 KiB.
 *
 * Built only as far as it was asked for, and good for the one content of the file that its stamp names. A gigabyte takes
 * 16,384 numbers.
 *
 * @module
 */
import type { FileStamp, OpenFile } from '../../../host/index.ts'
import { counterBytes, countNewlines, createNewlineCounter } from './newline-counter.ts'

export const blockBytes = 65_536

/** What of a file is needed here; bytes in memory will do. */
export type LineSource = Pick<OpenFile, 'size' | 'read' | 'readPart'>

/** A place from which a line can be counted to. */
export interface LinePlace {
  /** Where the block starts. */
  readonly position: number
  /** Line feeds before it. */
  readonly newlines: number
}

export class LineIndex {
  readonly stamp: FileStamp
  readonly size: number
  /** Line feeds up to the end of each block. */
  readonly #sums: number[] = []
  #scanning: Promise<void> = Promise.resolve()

  constructor({ stamp, size }: { readonly stamp: FileStamp; readonly size: number }) {
    this.stamp = stamp
    this.size = size
  }

  /** Bytes that were looked at. */
  get scanned(): number {
    return Math.min(this.size, this.#sums.length * blockBytes)
  }

  /** Line feeds in them. */
  get newlines(): number {
    return this.#sums.at(-1) ?? 0
  }

  get isComplete(): boolean {
    return this.scanned >= this.size
  }

  /** The last block boundary that has at most so many line feeds before it; the furthest known if there are fewer. */
  async find(file: LineSource, newlines: number, signal: AbortSignal): Promise<LinePlace> {
    await this.scanTo(file, newlines, signal)
    let [low, high] = [0, this.#sums.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sums[middle] ?? 0) >= newlines) high = middle
      else low = middle + 1
    }
    return { position: low * blockBytes, newlines: this.#sums[low - 1] ?? 0 }
  }

  /** Looks on until so many line feeds are known, or the file ends. One after another: calls may come at once. */
  scanTo(file: LineSource, newlines: number, signal: AbortSignal): Promise<void> {
    const scan = async (): Promise<void> => {
      if (!this.isComplete && this.newlines < newlines) await this.#scan(file, newlines, signal)
    }
    const scanned = this.#scanning.then(scan)
    this.#scanning = scanned.catch(() => {})
    return scanned
  }

  async #scan(file: LineSource, newlines: number, signal: AbortSignal): Promise<void> {
    if (this.size - this.scanned <= counterBytes) {
      const bytes = await file.readPart(this.scanned, this.size)
      for (let from = 0; from < bytes.length; from += blockBytes)
        this.#sums.push(this.newlines + countNewlines(bytes.subarray(from, from + blockBytes)))
      return
    }
    const counter = createNewlineCounter()
    let side: 0 | 1 = 0
    let next = fillFrom(file, counter.buffers[side], this.scanned)
    for (;;) {
      const at: 0 | 1 = side
      const count = await next
      const isLast = count < counterBytes || this.scanned + count >= this.size
      side = at === 0 ? 1 : 0
      if (!isLast) next = fillFrom(file, counter.buffers[side], this.scanned + count)
      for (let from = 0; from < count; from += blockBytes)
        this.#sums.push(this.newlines + counter.count(at, from, Math.min(from + blockBytes, count)))
      if (isLast) return
      if (this.newlines >= newlines || signal.aborted) {
        await next
        signal.throwIfAborted()
        return
      }
    }
  }
}

async function fillFrom(file: LineSource, buffer: Uint8Array, position: number): Promise<number> {
  let filled = 0
  while (filled < buffer.byteLength) {
    const count = await file.read(buffer.subarray(filled), position + filled)
    if (count === 0) break
    filled += count
  }
  return filled
}

/** The indexes of one conversation, the last used ones. */
export class LineIndexes {
  readonly #byPath = new Map<string, LineIndex>()
  readonly #limit = 16

  of(file: OpenFile): LineIndex {
    const known = this.#byPath.get(file.path)
    const index = known?.stamp === file.stamp ? known : new LineIndex(file)
    this.#byPath.delete(file.path)
    this.#byPath.set(file.path, index)
    for (const path of this.#byPath.keys()) {
      if (this.#byPath.size <= this.#limit) break
      this.#byPath.delete(path)
    }
    return index
  }
}
