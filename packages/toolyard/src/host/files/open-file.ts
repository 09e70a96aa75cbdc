/**
 * Opens a file to read, and makes sure that what is open is what was checked.
 *
 * Only regular files, so that nothing ever waits for a pipe or a device. Looking up is done in one go, without a turn of
 * the event loop in between: it takes microseconds, and leaves an attacker who swaps folders the least time. Bytes are read
 * asynchronously.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { type BigIntStats, closeSync, constants, fstatSync, lstatSync, openSync, read } from 'node:fs'
import { ToolyardError } from '../../kernel/index.ts'
import { errnoOf, fileError, kindOf } from './file-error.ts'
import { type FileStamp, stampOf } from './file-stamp.ts'
import { isOpenAt } from './folder-handle.ts'
import type { Jail } from './jail.ts'
import { missingFile } from './missing-file.ts'

export interface OpenFile extends Disposable {
  readonly path: string
  readonly shown: string
  readonly size: number
  readonly stamp: FileStamp
  /** When it last changed, in milliseconds since 1970. */
  readonly changedAt: number
  /** Fills `target` from `position` on; answers how many bytes there were. */
  read(target: Uint8Array, position: number): Promise<number>
  /** Everything from `from` up to `to`, less where the file is shorter. */
  readPart(from: number, to: number): Promise<Buffer>
}

export interface OpenContext {
  readonly jail: Jail
  /** Whether this machine tells the path of a descriptor. */
  readonly byDescriptor: boolean
}

/** Files are replaced while they are opened, by honest writers too. */
export const attempts = 5

const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

export function openFile({ jail, byDescriptor }: OpenContext, request: string): OpenFile {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const resolved = jail.resolve(request)
    if (!resolved.exists) throw missingFile(resolved, byDescriptor)
    const { path, shown } = resolved
    const opened = tryOpen(path, shown, byDescriptor)
    if (opened) return toOpenFile(opened, path, shown)
  }
  throw jail.moved(request)
}

interface OpenedFile {
  readonly descriptor: number
  readonly stat: BigIntStats
}

/** Undefined if the path leads elsewhere by now. */
function tryOpen(path: string, shown: string, byDescriptor: boolean): OpenedFile | undefined {
  let descriptor: number | undefined
  try {
    requireFile(lstatSync(path, { bigint: true }), shown)
    descriptor = openSync(path, flags)
    const stat = fstatSync(descriptor, { bigint: true })
    if (isOpenAt(descriptor, path, byDescriptor)) {
      requireFile(stat, shown)
      return { descriptor, stat }
    }
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor)
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errnoOf(error) ?? '')) return undefined
    throw fileError(error, shown)
  }
  closeSync(descriptor)
  return undefined
}

/** Throws unless it is a regular file. */
export function requireFile(stat: BigIntStats, shown: string): void {
  if (stat.isFile()) return
  const kind = kindOf(stat)
  throw new ToolyardError('tool_failed', `"${shown}" is a ${kind}, not a regular file`, {
    hint: kind === 'folder' ? 'Use list_dir to see what is in it.' : 'Only regular files can be used.',
  })
}

function toOpenFile({ descriptor, stat }: OpenedFile, path: string, shown: string): OpenFile {
  let isOpen = true
  const fill = (target: Uint8Array, position: number): Promise<number> => {
    // Its number may be another file's by now.
    if (!isOpen) throw new ToolyardError('internal', `"${shown}" was read after it was closed`)
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    read(descriptor, target, 0, target.byteLength, position, (error, count) => {
      if (error) reject(fileError(error, shown))
      else resolve(count)
    })
    return promise
  }
  return {
    path,
    shown,
    size: Number(stat.size),
    stamp: stampOf(stat),
    changedAt: Number(stat.ctimeNs / 1_000_000n),
    read: fill,
    async readPart(from, to) {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(to, Number(stat.size)) - from))
      let filled = 0
      while (filled < bytes.length) {
        const count = await fill(bytes.subarray(filled), from + filled)
        if (count === 0) break
        filled += count
      }
      return bytes.subarray(0, filled)
    },
    [Symbol.dispose]() {
      if (isOpen) closeSync(descriptor)
      isOpen = false
    },
  }
}
