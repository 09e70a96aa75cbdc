/**
 * Which files a command may be given: those inside, by the path as written and by the path as the kernel follows it.
 *
 * Answers of this moment: what a command opens later is kept in by the sandbox, not by these.
 *
 * @module
 */
import { type Dirent, readdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { bothPaths, isInFolders, isSensitivePath, isWithin, realPathOf } from '../../../host/files/index.ts'
import { findRepository, type FoundRepository } from './repository.ts'

export interface Places {
  /** `path` is absolute and as written: `..` after a link leads where the kernel goes. */
  isInside(path: string): boolean
  isFolder(path: string): boolean
  /** Whether it is the workspace itself. */
  isTop(path: string): boolean
  /** Whether it is likely to hold secrets, under its own name or behind a link. */
  isSensitive(path: string): boolean
  /** What git would find from a folder. */
  repository(folder: string): FoundRepository | undefined
  /** Why not everything below a folder may be read, with or without hidden files; undefined if all of it may. */
  hides(folder: string, hidden: boolean): string | undefined
  /** The names in a folder; undefined if there are too many to look at. */
  list(folder: string): readonly string[] | undefined
}

const kernelFolders = ['/proc', '/sys', '/dev']
/** Folders of others' files. */
const skipped = new Set(['.git', 'node_modules'])
const maxListed = 2000
const maxLookedAt = 10_000

/** Of folders given by their real paths, the workspace first. What is Toolyard's own is outside, wherever it is. */
export function createPlaces(roots: readonly string[], statePaths: readonly string[] = []): Places {
  const own = bothPaths(statePaths, roots[0] ?? '/')
  const isOwn = (path: string): boolean => own.length > 0 && isInFolders(path, own)
  const rootOf = (path: string): string | undefined =>
    roots.find((root) => isWithin(root, path) && !isKernels(root, path))
  const isSecret = (path: string): boolean =>
    isOwn(path) || isSensitivePath(relative(rootOf(path) ?? '/', path))
  return {
    isInside(path) {
      const [written, real] = [resolve(path), realOf(path)]
      if (real === undefined || isOwn(written) || isOwn(real)) return false
      return rootOf(written) !== undefined && rootOf(real) !== undefined
    },
    isFolder,
    isTop: (path) => resolve(path) === roots[0],
    isSensitive: (path) => isSecret(resolve(path)) || isSecret(realOf(path) ?? path),
    repository: (folder) => findRepository(realOf(folder) ?? folder, (path) => rootOf(path) !== undefined),
    hides: (folder, hidden) =>
      hides(folder, (name, path) => (hidden || !name.startsWith('.') ? isSecret(path) : undefined)),
    list: (folder) => {
      const entries = entriesOf(folder)
      return entries.length > maxListed ? undefined : entries.map(({ name }) => name)
    },
  }
}

/** What can't be looked at is none. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function realOf(path: string): string | undefined {
  try {
    return realPathOf(path).path
  } catch {
    return undefined
  }
}

function isKernels(root: string, path: string): boolean {
  return kernelFolders.some((folder) => isWithin(folder, path) && !isWithin(folder, root))
}

/** `judge` says whether a file may hold secrets; undefined if it is not looked at, and folders of that name neither. */
function hides(
  start: string,
  judge: (name: string, path: string) => boolean | undefined,
): string | undefined {
  const waiting = [resolve(start)]
  for (let looked = 0; ;) {
    const folder = waiting.pop()
    if (folder === undefined) return undefined
    const entries = entriesOf(folder)
    looked += entries.length
    if (looked > maxLookedAt) return 'more files are below it than can be looked at first'
    for (const entry of entries) {
      const path = join(folder, entry.name)
      const secret = judge(entry.name, path)
      if (secret === undefined || skipped.has(entry.name)) continue
      if (entry.isDirectory()) waiting.push(path)
      else if (secret) return `"${relative(resolve(start), path)}" may hold secrets`
    }
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
