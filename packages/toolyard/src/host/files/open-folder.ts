/**
 * Opens a folder to look into: its entries, their facts, the folders in it. Links are told, never followed; what is
 * Toolyard's own is not among them.
 *
 * @module
 */
import { type BigIntStats, type Dirent, lstatSync, readlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ToolyardError } from '../../kernel/index.ts'
import { fileError, kindOf } from './file-error.ts'
import { type FolderHandle, openFolderHandle } from './folder-handle.ts'
import { missingFile } from './missing-file.ts'
import { attempts, type OpenContext } from './open-file.ts'

export interface OpenFolder extends Disposable {
  readonly path: string
  readonly shown: string
  /** In no order. */
  entries(): Promise<Dirent[]>
  /** Of the entry itself, also if it is a link; undefined if it is gone. */
  stat(name: string): BigIntStats | undefined
  linkTarget(name: string): string | undefined
  /** A folder in this one; undefined if it is a link, gone, or Toolyard's own. */
  child(name: string): OpenFolder | undefined
}

export function openFolder(opening: OpenContext, request: string): OpenFolder {
  const { jail, byDescriptor } = opening
  for (let attempt = 0; attempt < attempts; attempt++) {
    const resolved = jail.resolve(request)
    if (!resolved.exists) throw missingFile(resolved, byDescriptor)
    const { path, shown } = resolved
    try {
      const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
      if (stat && !stat.isSymbolicLink() && !stat.isDirectory())
        throw new ToolyardError('tool_failed', `"${shown}" is a ${kindOf(stat)}, not a folder`, {
          hint: stat.isFile() ? 'Use read_file to read it.' : 'Name a folder.',
        })
      const handle = openFolderHandle(path, byDescriptor)
      if (handle) return toOpenFolder(handle, shown, opening)
    } catch (error) {
      throw fileError(error, shown)
    }
  }
  throw jail.moved(request)
}

function toOpenFolder(handle: FolderHandle, shown: string, opening: OpenContext): OpenFolder {
  const { jail, byDescriptor } = opening
  const isOwn = (name: string): boolean => jail.isOwn(join(handle.path, name))
  const holdsOwn = jail.ownBelow(handle.path).length > 0
  return {
    path: handle.path,
    shown,
    async entries() {
      try {
        const found = await readdir(handle.at('.'), { withFileTypes: true })
        if (byDescriptor || handle.isInPlace())
          return holdsOwn ? found.filter(({ name }) => !isOwn(name)) : found
      } catch (error) {
        throw fileError(error, shown)
      }
      throw new ToolyardError('not_found', `"${shown}" was moved while it was listed`, { retryable: true })
    },
    stat: (name) => lstatSync(handle.at(name), { bigint: true, throwIfNoEntry: false }),
    linkTarget(name) {
      try {
        return readlinkSync(handle.at(name))
      } catch {
        return undefined
      }
    },
    child(name) {
      if (isOwn(name)) return undefined
      const child = openFolderHandle(join(handle.path, name), byDescriptor, handle.at(name))
      return child && toOpenFolder(child, join(shown, name), opening)
    },
    [Symbol.dispose]: () => handle[Symbol.dispose](),
  }
}
