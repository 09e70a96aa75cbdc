/**
 * By what a file is known again without reading it: device, inode, size and both times, in one word.
 *
 * @module
 */
import type { BigIntStats } from 'node:fs'

/** Equal stamps are the same content, except within the clock's grain of a change. */
export type FileStamp = `${bigint}:${bigint}:${bigint}:${bigint}:${bigint}`

export function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): FileStamp {
  return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`
}
