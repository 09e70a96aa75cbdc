/**
 * Opens the folder that a file is to be written in, making it where it is missing, one level at a time.
 *
 * Each level is made and opened through the descriptor of the one above, and compared with where it should be.
 *
 * @module
 */
import { mkdirSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { errnoOf } from './file-error.ts'
import { type FolderHandle, openFolderHandle } from './folder-handle.ts'
import { realPathOf } from './real-path.ts'

/** Undefined if the path leads elsewhere by now. `folder` is a real path, of which the last parts may be missing. */
export function openParent(folder: string, byDescriptor: boolean): FolderHandle | undefined {
  const existing = nearestExisting(folder)
  let handle = openFolderHandle(existing, byDescriptor)
  for (const name of relative(existing, folder).split(sep)) {
    if (!handle || name === '') continue
    handle = openChild(handle, name, byDescriptor)
  }
  return handle
}

function nearestExisting(folder: string): string {
  let at = folder
  while (!realPathOf(at).exists && dirname(at) !== at) at = dirname(at)
  return at
}

function openChild(parent: FolderHandle, name: string, byDescriptor: boolean): FolderHandle | undefined {
  using above = parent
  try {
    mkdirSync(above.at(name))
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error
  }
  return openFolderHandle(join(above.path, name), byDescriptor, above.at(name))
}
