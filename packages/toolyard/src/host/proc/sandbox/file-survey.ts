/**
 * Which files of the workspace and its roots a sandboxed program must not read, and which it must not write: the sensitive
 * ones, and those that make something run outside the sandbox later.
 *
 * Looked up by walking the folders once; after that only folders that have changed are read again. `node_modules` is passed
 * over, links are not followed.
 *
 * @module
 */
import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import { join, relative } from 'node:path'
import { isProtectedName, isSensitiveFolder, isSensitivePath, isWithin } from '../../files/index.ts'
import { gitNests, gitSettings, isGitFolder } from './git-settings.ts'

export interface Survey {
  /** Sensitive files and folders, by their real paths. */
  readonly secrets: readonly string[]
  /** Files and folders that configure what runs outside. */
  readonly settings: readonly string[]
}

interface FolderFacts extends Survey {
  readonly stamp: string
  /** Changes so close together may share a time: such a folder is read again. */
  readonly isSettled: boolean
  readonly folders: readonly string[]
}

const skipped = new Set(['node_modules'])
/** So long a survey holds good. */
const freshMs = 1000
/** Larger trees are looked at again less often: one part of the time in twenty. */
const share = 20
const settledMs = 100
/** One slice of a walk: the loop turns in between. */
const sliceMs = 5

export class FileSurvey {
  readonly #roots: readonly string[]
  readonly #known = new Map<string, FolderFacts>()
  #found: Survey = { secrets: [], settings: [] }
  #freshUntil = 0

  constructor(roots: readonly string[]) {
    this.#roots = roots
  }

  /** As of a moment ago. */
  recent(): Survey | Promise<Survey> {
    return performance.now() < this.#freshUntil ? this.#found : this.now()
  }

  /** As of now; at once where the walk is short. */
  now(): Survey | Promise<Survey> {
    const walk = new Walk(this.#roots, this.#known)
    return walk.goOn() ? this.#keep(walk) : this.#finish(walk)
  }

  async #finish(walk: Walk): Promise<Survey> {
    do await new Promise((resolve) => setImmediate(resolve))
    while (!walk.goOn())
    return this.#keep(walk)
  }

  #keep(walk: Walk): Survey {
    this.#freshUntil = performance.now() + Math.max(freshMs, walk.tookMs * share)
    for (const folder of this.#known.keys()) if (!walk.seen.has(folder)) this.#known.delete(folder)
    return (this.#found = walk.survey)
  }
}

/** One walk over all folders, in slices. */
class Walk {
  readonly seen = new Set<string>()
  readonly #secrets: string[] = []
  readonly #settings: string[] = []
  readonly #waiting: { readonly root: string; readonly folder: string }[]
  readonly #known: Map<string, FolderFacts>
  tookMs = 0

  constructor(roots: readonly string[], known: Map<string, FolderFacts>) {
    this.#waiting = roots.map((root) => ({ root, folder: root }))
    this.#known = known
  }

  get survey(): Survey {
    return { secrets: [...new Set(this.#secrets)], settings: [...new Set(this.#settings)] }
  }

  /** Whether it has come to its end. */
  goOn(): boolean {
    const from = performance.now()
    for (;;) {
      const next = this.#waiting.pop()
      if (!next) break
      if (!this.seen.has(next.folder)) this.#visit(next)
      if (performance.now() - from > sliceMs) break
    }
    this.tookMs += performance.now() - from
    return this.#waiting.length === 0
  }

  #visit({ root, folder }: { readonly root: string; readonly folder: string }): void {
    const stats = statOf(folder)
    if (!stats?.isDirectory()) return
    const stamp = `${stats.dev}:${stats.ino}:${stats.mtimeMs}:${stats.ctimeMs}`
    const before = this.#known.get(folder)
    const facts =
      before?.isSettled && before.stamp === stamp
        ? before
        : { ...readFolder(root, folder), stamp, isSettled: Date.now() - stats.mtimeMs > settledMs }
    this.#known.set(folder, facts)
    this.seen.add(folder)
    this.#secrets.push(...facts.secrets)
    this.#settings.push(...facts.settings)
    this.#waiting.push(...facts.folders.map((each) => ({ root, folder: each })))
  }
}

function readFolder(root: string, folder: string): Pick<FolderFacts, 'secrets' | 'settings' | 'folders'> {
  const entries = entriesOf(folder)
  const names = new Set(entries.map(({ name }) => name))
  if (isGitFolder(names)) return readGitFolder(folder, entries)
  const inGit = gitNests.some((nest) => folder.includes(`/.git/${nest}`))
  const found = { secrets: [] as string[], settings: [] as string[], folders: [] as string[] }
  for (const entry of entries) {
    const path = join(folder, entry.name)
    const inside = relative(root, path)
    // A link can't be held in its place: what takes its place is new.
    if (isSetting(entry, inside) && entry.isSymbolicLink()) continue
    if (entry.name === '.git') {
      if (entry.isDirectory()) found.folders.push(path)
      else found.settings.push(path)
    } else if (!inGit && isSetting(entry, inside)) found.settings.push(path)
    else if (entry.isDirectory()) {
      if (isSensitiveFolder(entry.name)) found.secrets.push(path)
      else if (!skipped.has(entry.name)) found.folders.push(path)
    } else if (isSensitivePath(inside)) found.secrets.push(...secretAt(root, path, entry))
  }
  return found
}

function isSetting({ name }: Dirent, inside: string): boolean {
  return name === '.git' || isProtectedName(inside)
}

/** A link is hidden where it leads, if that is inside. */
function secretAt(root: string, path: string, entry: Dirent): readonly string[] {
  if (!entry.isSymbolicLink()) return entry.isFile() ? [path] : []
  try {
    const real = realpathSync.native(path)
    return isWithin(root, real) && lstatSync(real).isFile() ? [real] : []
  } catch {
    return []
  }
}

function readGitFolder(
  folder: string,
  entries: readonly Dirent[],
): Pick<FolderFacts, 'secrets' | 'settings' | 'folders'> {
  const named = (wanted: readonly string[]): string[] =>
    entries.flatMap((entry) =>
      wanted.includes(entry.name) && !entry.isSymbolicLink() ? [join(folder, entry.name)] : [],
    )
  return { secrets: [], settings: named(gitSettings), folders: named(gitNests) }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
