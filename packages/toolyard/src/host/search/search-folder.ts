/**
 * A folder that is searched, and the files that a search found in it, all held by their descriptors.
 *
 * Another program walks the folder by names, and names may be swapped for links while it does. What it found is
 * therefore only a hint: a file is opened by the very path at which it should stand, and one that stands elsewhere
 * was not found at all.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { ToolyardError } from '../../kernel/index.ts'
import { type FolderHandle, hasDescriptorPaths, openFolderHandle } from '../files/folder-handle.ts'
import { isWithin, type Workspace } from '../files/index.ts'

/** A name below the folder as bytes, for names that are no text. */
export type FoundName = string | Buffer

export interface FoundFile extends Disposable {
  /** How another program reaches this very file. */
  readonly way: string
  /** Bytes from `from` on, fewer where the file ends. */
  read(from: number, length: number): Buffer
}

export interface SearchFolder extends Disposable {
  /** Its real path. */
  readonly path: string
  /** As people and models know it. */
  readonly shown: string
  /** How another program reaches this very folder. */
  readonly way: string
  /** Names below it that are Toolyard's own, and not looked at. */
  readonly own: readonly string[]
  /** Undefined if no regular file stands there, a link is on the way, or it is Toolyard's own. */
  open(name: FoundName): FoundFile | undefined
  /** Of a name below the folder, whose links are not followed. */
  changedAt(name: FoundName): number | undefined
  /** Whether the name stands below the folder without a link on the way, and is not Toolyard's own. */
  holds(name: FoundName): boolean
}

const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW
const attempts = 5

/** Where a request leads: a folder, or one file in a folder. */
export interface SearchPlace {
  readonly folder: SearchFolder
  readonly file?: string
}

/** Throws `outside_workspace`, `not_found`, or `tool_failed` if it is neither file nor folder. */
export function openSearchPlace(files: Workspace, request: string): SearchPlace {
  const byDescriptor = hasDescriptorPaths(files.path)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { path, shown, exists } = files.resolve(request)
    const isFile = lstat(path)?.isFile() === true
    if (!exists) files.openFolder(request)[Symbol.dispose]()
    const handle = openFolderHandle(isFile ? dirname(path) : path, byDescriptor)
    if (!handle) continue
    const own = files.ownBelow(handle.path)
    if (!isFile) return { folder: toSearchFolder(handle, { shown, own, byDescriptor }) }
    return {
      folder: toSearchFolder(handle, { shown: dirname(shown), own, byDescriptor }),
      file: basename(path),
    }
  }
  throw new ToolyardError(
    'tool_failed',
    `"${request}" is neither a file nor a folder, or was replaced while it was opened`,
    {
      hint: 'Name a folder of the workspace.',
    },
  )
}

interface SearchFolderFacts {
  readonly shown: string
  readonly own: readonly string[]
  readonly byDescriptor: boolean
}

function toSearchFolder(handle: FolderHandle, { shown, own, byDescriptor }: SearchFolderFacts): SearchFolder {
  const above = handle.path.endsWith('/') ? handle.path : `${handle.path}/`
  const pathOf = (name: FoundName): FoundName =>
    typeof name === 'string' ? above + name : Buffer.concat([Buffer.from(above), name])
  const isOwn = (name: FoundName): boolean => own.some((path) => isWithin(path, name.toString()))
  return {
    path: handle.path,
    shown,
    way: byDescriptor ? `/proc/${process.pid}/fd/${handle.descriptor}` : handle.path,
    own,
    open: (name) => (isOwn(name) ? undefined : openFound(pathOf(name), byDescriptor)),
    changedAt: (name) => lstat(pathOf(name))?.mtimeMs,
    holds: (name) => !isOwn(name) && isPlace(pathOf(name)),
    [Symbol.dispose]: () => handle[Symbol.dispose](),
  }
}

function openFound(path: FoundName, byDescriptor: boolean): FoundFile | undefined {
  let descriptor: number
  try {
    descriptor = openSync(path, flags)
  } catch {
    return undefined
  }
  if (!fstatSync(descriptor).isFile() || !(byDescriptor ? isOpenAt(descriptor, path) : isPlace(path))) {
    closeSync(descriptor)
    return undefined
  }
  return {
    way: byDescriptor ? `/proc/${process.pid}/fd/${descriptor}` : path.toString(),
    read(from, length) {
      const bytes = Buffer.allocUnsafe(length)
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length, from))
    },
    [Symbol.dispose]: () => closeSync(descriptor),
  }
}

function isOpenAt(descriptor: number, path: FoundName): boolean {
  return readlinkSync(`/proc/self/fd/${descriptor}`, { encoding: 'buffer' }).equals(bytesOf(path))
}

function isPlace(path: FoundName): boolean {
  try {
    return realpathSync.native(path, { encoding: 'buffer' }).equals(bytesOf(path))
  } catch {
    return false
  }
}

function lstat(path: FoundName): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function bytesOf(path: FoundName): Buffer {
  return typeof path === 'string' ? Buffer.from(path) : path
}
