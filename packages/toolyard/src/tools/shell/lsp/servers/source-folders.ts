/**
 * A walk over the folders in which people keep their own files.
 *
 * Folders of packages, of version control and of caches, other hidden folders and links are passed by.
 *
 * @module
 */
import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const passedBy = new Set(['node_modules', 'bower_components', '__pycache__', 'venv', 'target'])

/** Folders that are read at the same time. */
export const atOnce = 32

/** Takes the plain files of one folder; answers `false` to end the walk. */
export type VisitFolder = (folder: string, names: readonly string[]) => boolean | Promise<boolean>

/** Whether it came to its end. */
export async function walkSources(root: string, visit: VisitFolder): Promise<boolean> {
  const waiting = [root]
  while (waiting.length > 0) {
    const folders = waiting.splice(-atOnce)
    const read = await Promise.all(folders.map(entriesOf))
    for (const [index, entries] of read.entries()) {
      const folder = folders[index] ?? root
      const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
      if (!(await visit(folder, files))) return false
      for (const entry of entries)
        if (entry.isDirectory() && isSourceFolder(entry.name)) waiting.push(join(folder, entry.name))
    }
  }
  return true
}

function isSourceFolder(name: string): boolean {
  return !name.startsWith('.') && !passedBy.has(name)
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch {
    // Gone, or not ours to read: then it is not the server's either.
    return []
  }
}
