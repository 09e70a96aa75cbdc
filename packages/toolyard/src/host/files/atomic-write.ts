/**
 * Writes a file whole or not at all.
 *
 * A temporary file in the same folder, reached through that folder's descriptor, brought to the disk and then renamed. The
 * file's mode and, where that is allowed, its owner stay; a hard link to it elsewhere keeps the old content.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import {
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  linkSync,
  lstatSync,
  openSync,
  read,
  renameSync,
  unlinkSync,
  writev,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { promisify } from 'node:util'
import { type Ids, ToolyardError } from '../../kernel/index.ts'
import { errnoOf, fileError } from './file-error.ts'
import { type FileStamp, stampOf } from './file-stamp.ts'
import type { FolderHandle } from './folder-handle.ts'
import type { ResolvedPath } from './jail.ts'
import { missingFile } from './missing-file.ts'
import { attempts, type OpenContext, requireFile } from './open-file.ts'
import { openParent } from './open-parent.ts'

export type WriteMode = 'overwrite' | 'create' | 'append'

export interface FileWriteOptions {
  /** `overwrite` by default; `create` only if nothing is there. */
  readonly mode?: WriteMode
  /** What must be there still: a stamp, or nothing at all. Anything if it is not given. */
  readonly expected?: FileStamp | 'nothing' | undefined
}

export interface WrittenFile {
  readonly path: string
  readonly shown: string
  readonly created: boolean
  readonly size: number
  readonly stamp: FileStamp
  readonly changedAt: number
}

export interface WriteContext extends OpenContext {
  readonly ids: Ids
}

export type FileContent = readonly Uint8Array[]

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants
const [filled, synced, written] = [promisify(read), promisify(fsync), promisify(writev)]
/** Of a copy, at a time. */
const chunkBytes = 1024 * 1024
/** What file systems without hard links answer. */
const noLinks: readonly (string | undefined)[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

export async function writeAtomically(
  writing: WriteContext,
  request: string,
  { content, mode = 'overwrite', expected }: FileWriteOptions & { readonly content: FileContent },
): Promise<WrittenFile> {
  const { target, folder } = openTarget(writing, request)
  using held = folder
  const name = basename(target.path)
  const before = statIn(held, name)
  try {
    if (before) requireFile(before, target.shown)
    const wanted = mode === 'create' ? 'nothing' : expected
    checkExpected(before, wanted, target)
    const temporary = `.${writing.ids.next('toolyard')}.tmp`
    const keep = mode === 'append' && before !== undefined
    return await replace(held, { target, name, temporary, keep, before, content, expected: wanted })
  } catch (error) {
    throw fileError(error, target.shown)
  }
}

export function removeFile(writing: WriteContext, request: string, expected?: FileStamp): void {
  const { target, folder } = openTarget(writing, request)
  using held = folder
  const name = basename(target.path)
  const before = statIn(held, name)
  if (!before) throw missingFile(target, writing.byDescriptor)
  requireFile(before, target.shown)
  checkExpected(before, expected, target)
  try {
    unlinkSync(held.at(name))
  } catch (error) {
    throw fileError(error, target.shown)
  }
}

function openTarget(
  { jail, byDescriptor }: WriteContext,
  request: string,
): { readonly target: ResolvedPath; readonly folder: FolderHandle } {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const target = jail.resolve(request, 'write')
    try {
      if (target.exists) requireFile(lstatSync(target.path, { bigint: true }), target.shown)
      const folder = openParent(dirname(target.path), byDescriptor)
      if (folder) return { target, folder }
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw fileError(error, target.shown)
    }
  }
  throw jail.moved(request)
}

interface Replacement {
  readonly target: ResolvedPath
  readonly name: string
  readonly temporary: string
  /** Whether what is there comes first. */
  readonly keep: boolean
  readonly before: BigIntStats | undefined
  readonly content: FileContent
  readonly expected: FileStamp | 'nothing' | undefined
}

async function replace(folder: FolderHandle, replacement: Replacement): Promise<WrittenFile> {
  const { target, name, temporary, keep, before, content, expected } = replacement
  const way = folder.at(temporary)
  const descriptor = openSync(way, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, before ? 0o600 : 0o666)
  let placed = false
  try {
    if (keep) await copyInto(descriptor, folder.at(name), target)
    await writeAll(descriptor, content)
    if (before) keepOwner(descriptor, before)
    await synced(descriptor)
    checkExpected(statIn(folder, name), expected, target)
    if (!folder.isInPlace()) throw movedAway(target)
    place(folder, replacement)
    placed = true
    if (!folder.isInPlace()) {
      removeQuietly(folder.at(name))
      throw movedAway(target)
    }
    const stat = fstatSync(descriptor, { bigint: true })
    await syncFolder(folder)
    return {
      path: target.path,
      shown: target.shown,
      created: before === undefined,
      size: Number(stat.size),
      stamp: stampOf(stat),
      changedAt: Number(stat.ctimeNs / 1_000_000n),
    }
  } finally {
    closeSync(descriptor)
    if (!placed) removeQuietly(way)
  }
}

/** Not every file system knows how; the file itself is safe. */
async function syncFolder({ descriptor }: FolderHandle): Promise<void> {
  try {
    await synced(descriptor)
  } catch {
    // The name may be lost with the power, never the content.
  }
}

function removeQuietly(way: string): void {
  try {
    unlinkSync(way)
  } catch {
    // The failure that led here is told.
  }
}

/** Where nothing may be there, a link fails on what came meanwhile, which a rename would replace. */
function place(folder: FolderHandle, { name, temporary, expected, target }: Replacement): void {
  if (expected !== 'nothing') {
    renameSync(folder.at(temporary), folder.at(name))
    return
  }
  try {
    linkSync(folder.at(temporary), folder.at(name))
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') throw alreadyThere(target)
    if (!noLinks.includes(errnoOf(error))) throw error
    renameSync(folder.at(temporary), folder.at(name))
    return
  }
  unlinkSync(folder.at(temporary))
}

/** The content of the file itself, never of what a link leads to. */
async function copyInto(descriptor: number, way: string, target: ResolvedPath): Promise<void> {
  const source = openSync(way, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    requireFile(fstatSync(source, { bigint: true }), target.shown)
    const chunk = Buffer.allocUnsafe(chunkBytes)
    for (;;) {
      const { bytesRead } = await filled(source, chunk, 0, chunk.length, null)
      if (bytesRead === 0) return
      await writeAll(descriptor, [chunk.subarray(0, bytesRead)])
    }
  } finally {
    closeSync(source)
  }
}

async function writeAll(descriptor: number, content: FileContent): Promise<void> {
  const rest = content.filter((part) => part.byteLength > 0)
  while (rest.length > 0) {
    let { bytesWritten: left } = await written(descriptor, rest.slice(0, 64))
    while (left > 0 && rest[0]) {
      const [first] = rest
      if (left < first.byteLength) rest[0] = first.subarray(left)
      else rest.shift()
      left -= Math.min(left, first.byteLength)
    }
  }
}

/** The mode without the bits that lend a program its owner's rights: its content is another now. */
function keepOwner(descriptor: number, { mode, uid, gid }: BigIntStats): void {
  const now = fstatSync(descriptor, { bigint: true })
  if (now.uid !== uid || now.gid !== gid) {
    try {
      fchownSync(descriptor, Number(uid), Number(gid))
    } catch {
      // Only the superuser may give a file away.
    }
  }
  fchmodSync(descriptor, Number(mode & 0o1777n))
}

function checkExpected(
  before: BigIntStats | undefined,
  expected: FileStamp | 'nothing' | undefined,
  target: ResolvedPath,
): void {
  if (expected === undefined) return
  if (expected === 'nothing') {
    if (before) throw alreadyThere(target)
  } else if (!before || stampOf(before) !== expected) {
    throw new ToolyardError('stale_file', `"${target.shown}" was changed by someone else meanwhile`, {
      hint: 'Read the file again, then repeat.',
      retryable: true,
    })
  }
}

function alreadyThere({ shown }: ResolvedPath): ToolyardError {
  return new ToolyardError('stale_file', `"${shown}" exists already`, {
    hint: 'Read it, then use edit_file, or write_file with mode "overwrite".',
  })
}

function movedAway({ shown, root }: ResolvedPath): ToolyardError {
  return new ToolyardError(
    'outside_workspace',
    `the folder of "${shown}" was moved out of its place below ${root.path} while the file was written`,
    {
      hint: 'Try again when nothing else changes these folders.',
      retryable: true,
    },
  )
}

function statIn(folder: FolderHandle, name: string): BigIntStats | undefined {
  return lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false })
}
