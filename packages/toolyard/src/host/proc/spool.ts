/**
 * Bytes that are put aside: on disk, in a file that no other process sees and that is gone when it is closed.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Spool {
  readonly length: number
  append(bytes: Uint8Array): void
  /** A part of what was put aside; everything by default. */
  read(from?: number, to?: number): Buffer
  /** Gives the disk back. Closing twice does nothing. */
  close(): void
}

/** Touches the disk with the first byte. */
export function createSpool(): Spool {
  return new FileSpool()
}

class FileSpool implements Spool {
  #file: { readonly fd: number; readonly path: string } | undefined
  #length = 0

  get length(): number {
    return this.#length
  }

  append(bytes: Uint8Array): void {
    this.#file ??= openHidden()
    for (let from = 0; from < bytes.length;)
      from += writeSync(this.#file.fd, bytes, from, bytes.length - from, this.#length + from)
    this.#length += bytes.length
  }

  read(from = 0, to = this.#length): Buffer {
    const part = Buffer.allocUnsafeSlow(Math.max(0, Math.min(to, this.#length) - from))
    if (!this.#file) return part
    for (let at = 0; at < part.length;) {
      const count = readSync(this.#file.fd, part, at, part.length - at, from + at)
      if (count === 0) return part.subarray(0, at)
      at += count
    }
    return part
  }

  close(): void {
    if (!this.#file) return
    closeSync(this.#file.fd)
    rmSync(this.#file.path, { force: true })
    this.#file = undefined
    this.#length = 0
  }
}

/** Where a file may lose its name while it is open, it does at once: nothing is left even if we are killed. */
function openHidden(): { readonly fd: number; readonly path: string } {
  const path = join(tmpdir(), `toolyard-${randomUUID()}`)
  const fd = openSync(path, 'wx+', 0o600)
  if (process.platform !== 'win32') rmSync(path, { force: true })
  return { fd, path }
}
