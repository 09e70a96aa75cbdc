/**
 * A folder that only its owner reads and writes: made if it is missing, refused if others could have put something into it.
 *
 * @module
 */
import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

const ownerOnly = 0o700

/** Answers why the folder can't be used. Throws what the operating system says if it can't be made. */
export function makePrivate(folder: string): string | undefined {
  mkdirSync(dirname(folder), { recursive: true, mode: ownerOnly })
  try {
    mkdirSync(folder, { mode: ownerOnly })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const found = lstatSync(folder)
  if (found.isSymbolicLink()) return 'is a link'
  if (!found.isDirectory()) return 'is not a folder'
  const user = process.getuid?.()
  // Windows has neither owners nor modes here; the home folder is the user's alone.
  if (user === undefined) return undefined
  if (found.uid !== user) return `belongs to another user (uid ${found.uid})`
  if ((found.mode & 0o022) !== 0) return 'can be written by other users'
  if ((found.mode & 0o077) !== 0) chmodSync(folder, ownerOnly)
  return undefined
}
