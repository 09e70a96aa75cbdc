/**
 * A folder that only its owner reads and writes: made if it is missing, refused if others could have put something into it.
 *
 * What we make carries the sticky bit, which changes nothing for its owner and which no checkout, package or unpacked archive
 * has: where a folder could have come along with other files, only one that we made is used.
 *
 * @module
 */
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'

const ownerOnly = 0o700
const sticky = 0o1000

export interface PrivateOptions {
  /** Refuses a folder that has something in it and was not made here. */
  readonly madeHere: boolean
}

/** Answers why the folder can't be used. Throws what the operating system says if it can't be made. */
export function makePrivate(folder: string, { madeHere }: PrivateOptions): string | undefined {
  mkdirSync(dirname(folder), { recursive: true, mode: ownerOnly })
  try {
    mkdirSync(folder, { mode: ownerOnly })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const { mode, uid, ...found } = factsOf(folder)
  if (found.isLink) return 'is a link'
  if (!found.isFolder) return 'is not a folder'
  const user = process.getuid?.()
  // Windows has neither owners nor modes here; the home folder is the user's alone.
  if (user === undefined) return undefined
  if (uid !== user) return `belongs to another user (uid ${uid})`
  if ((mode & 0o022) !== 0) return 'can be written by other users'
  const isEmpty = readdirSync(folder).length === 0
  const isMadeHere = (mode & sticky) !== 0
  if (madeHere && !isMadeHere && !isEmpty)
    return 'was not made by Toolyard, and may have come with other files'
  const wanted = ownerOnly | (isMadeHere || isEmpty ? sticky : 0)
  if ((mode & 0o7777) !== wanted) chmodSync(folder, wanted)
  return undefined
}

function factsOf(folder: string) {
  const found = lstatSync(folder)
  return { mode: found.mode, uid: found.uid, isLink: found.isSymbolicLink(), isFolder: found.isDirectory() }
}
