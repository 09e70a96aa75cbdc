/**
 * Says that a file is not there, and which name beside it was perhaps meant.
 *
 * @module
 */
import { opendirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { didYouMean, ToolyardError, visibleText } from '../../kernel/index.ts'
import { openFolderHandle } from './folder-handle.ts'
import type { ResolvedPath } from './jail.ts'

/** Names that are looked at. */
const mostNames = 1000

export function missingFile({ path, shown }: ResolvedPath, byDescriptor: boolean): ToolyardError {
  const near = didYouMean(basename(path), namesIn(dirname(path), byDescriptor))
  return new ToolyardError('not_found', `"${shown}" does not exist.${visibleText(near)}`, {
    hint: 'List the folder to see what is there.',
  })
}

function namesIn(path: string, byDescriptor: boolean): string[] {
  const names: string[] = []
  try {
    using handle = openFolderHandle(path, byDescriptor)
    if (!handle) return names
    const folder = opendirSync(handle.at('.'), { bufferSize: mostNames })
    try {
      for (let entry = folder.readSync(); entry && names.length < mostNames; entry = folder.readSync())
        names.push(entry.name)
    } finally {
      folder.closeSync()
    }
  } catch {
    // A folder that can't be listed has no names to offer.
  }
  return names
}
