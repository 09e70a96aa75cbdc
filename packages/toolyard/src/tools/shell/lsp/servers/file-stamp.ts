/**
 * What tells that a file has changed, without reading it.
 *
 * @module
 */
import { lstat } from 'node:fs/promises'
import { type FileStamp, stampOf as stampOfStat } from '../../../../host/files/index.ts'

/** Differs where the file's content may; `undefined` if there is no file. */
export async function stampOf(path: string): Promise<FileStamp | undefined> {
  try {
    return stampOfStat(await lstat(path, { bigint: true }))
  } catch {
    return undefined
  }
}
