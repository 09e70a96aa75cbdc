/**
 * Where a path really leads, also if its last parts do not exist yet.
 *
 * The real path of the nearest existing ancestor, with the missing names behind it. A link whose target is missing is
 * followed too: who creates the file creates the target.
 *
 * @module
 */
import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { errnoOf } from './file-error.ts'

export interface RealPath {
  readonly path: string
  readonly exists: boolean
}

/** As many links as Linux follows. */
const maxLinks = 40

/** `path` is absolute. Throws what the operating system says, except that something is missing. */
export function realPathOf(path: string, links = 0): RealPath {
  try {
    return { path: realpathSync.native(path), exists: true }
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error
  }
  const folder = dirname(path)
  if (folder === path) return { path, exists: false }
  const parent = realPathOf(folder, links)
  const missing = join(parent.path, basename(path))
  const target = parent.exists ? linkTarget(missing) : undefined
  if (target === undefined) return { path: missing, exists: false }
  if (links >= maxLinks) throw Object.assign(new Error('too many links'), { code: 'ELOOP' })
  return realPathOf(resolve(parent.path, target), links + 1)
}

/** Paths as they are written, and as they really are if that can be found out. */
export function bothPaths(paths: readonly string[], folder: string): string[] {
  return [...new Set(paths.map((path) => resolve(folder, path)).flatMap((path) => [path, realOr(path)]))]
}

/** What can't be looked up leads nowhere. */
function realOr(path: string): string {
  try {
    return realPathOf(path).path
  } catch {
    return path
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined
  } catch {
    return undefined
  }
}
