/**
 * Small files that say how a project is set up, read whole or not at all.
 *
 * A name in a project may lead anywhere: to a device without an end, to a pipe without a writer. Regular files are
 * read, nothing is waited for, and no more than the limit is.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

const defaultBytes = 1_000_000

/** Its first bytes as text; undefined if there is no such file. */
export function readSmallFile(path: string, maxBytes = defaultBytes): string | undefined {
  let handle: number | undefined
  try {
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const found = fstatSync(handle)
    if (!found.isFile()) return undefined
    const bytes = Buffer.alloc(Math.min(found.size, maxBytes))
    return bytes.toString('utf8', 0, readSync(handle, bytes, 0, bytes.length, 0))
  } catch {
    return undefined
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
