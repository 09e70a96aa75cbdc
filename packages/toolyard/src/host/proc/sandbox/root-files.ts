/**
 * What a program that runs as uid 0 could open in the sandbox by its number alone, without any capability: files of the
 * system that no other user may read.
 *
 * @module
 */
import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where machines keep passwords and keys. */
const places = ['/etc']
const maxFound = 32

export interface RootFile {
  readonly path: string
  readonly isFolder: boolean
}

/** None for any user but uid 0: the kernel refuses them already. */
export function rootFiles(uid = process.getuid?.()): readonly RootFile[] {
  if (uid !== 0) return []
  const found: RootFile[] = []
  for (const waiting = [...places]; found.length < maxFound;) {
    const folder = waiting.pop()
    if (folder === undefined) break
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name)
      const isFolder = entry.isDirectory()
      if (isKept(path, isFolder)) found.push({ path, isFolder })
      else if (isFolder) waiting.push(path)
    }
  }
  return found
}

/** Owned by root, not readable for others, and not empty. */
function isKept(path: string, isFolder: boolean): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats || stats.isSymbolicLink() || stats.uid !== 0 || (stats.mode & 0o004) !== 0) return false
  return isFolder || (stats.isFile() && stats.size > 0)
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
