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
import { gitNests, gitSettings, isGitFolder, pathsNamedIn } from './git-settings.ts'

export interface Survey {
  /** Sensitive files and folders, and folders that can't be opened, by their real paths. */
  readonly secrets: readonly string[]
  /** Files and folders that configure what runs outside. */
  readonly settings: readonly string[]
  /** Links of such names. They can't be held in their place: what takes their place is new. */
  readonly links: readonly string[]
  /** What the settings of git name: folders of hooks, files that are included; those that are there. */
  readonly pointed: readonly string[]
}

interface SurveyedFolder extends Survey {
  readonly stamp: string
  /** Changes so close together may share a time: such a folder is read again. */
  readonly isSettled: boolean
  readonly folders: readonly string[]
}

type SurveyLists = { -readonly [Name in keyof Survey | 'folders']: string[] }

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
  readonly #known = new Map<string, SurveyedFolder>()
  #found: Survey = { secrets: [], settings: [], links: [], pointed: [] }
  /** Where links to secrets led once: taking a link away opens nothing. */
  readonly #linked = new Set<string>()
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
    const walk = new SurveyWalk(this.#roots, this.#known)
    return walk.goOn() ? this.#keep(walk) : this.#finish(walk)
  }

  async #finish(walk: SurveyWalk): Promise<Survey> {
    do await new Promise((resolve) => setImmediate(resolve))
    while (!walk.goOn())
    return this.#keep(walk)
  }

  #keep(walk: SurveyWalk): Survey {
    this.#freshUntil = performance.now() + Math.max(freshMs, walk.tookMs * share)
    for (const folder of this.#known.keys()) if (!walk.seen.has(folder)) this.#known.delete(folder)
    for (const path of walk.linked) this.#linked.add(path)
    const { secrets, ...rest } = walk.survey
    return (this.#found = { ...rest, secrets: [...new Set([...secrets, ...this.#linked])] })
  }
}

/** One walk over all folders, in slices. */
class SurveyWalk {
  readonly seen = new Set<string>()
  readonly linked = new Set<string>()
  readonly #facts: SurveyedFolder[] = []
  readonly #waiting: { readonly root: string; readonly folder: string }[]
  readonly #known: Map<string, SurveyedFolder>
  tookMs = 0

  constructor(roots: readonly string[], known: Map<string, SurveyedFolder>) {
    this.#waiting = roots.map((root) => ({ root, folder: root }))
    this.#known = known
  }

  get survey(): Survey {
    const all = (name: keyof Survey): string[] => [...new Set(this.#facts.flatMap((facts) => facts[name]))]
    return {
      secrets: all('secrets'),
      settings: all('settings'),
      links: all('links'),
      pointed: all('pointed').filter((path) => statOf(path) !== undefined),
    }
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
        : {
            ...readFolder(root, folder, this.linked),
            stamp,
            isSettled: Date.now() - stats.mtimeMs > settledMs,
          }
    this.#known.set(folder, facts)
    this.seen.add(folder)
    this.#facts.push(facts)
    this.#waiting.push(...facts.folders.map((each) => ({ root, folder: each })))
  }
}

function readFolder(root: string, folder: string, linked: Set<string>): SurveyLists {
  const found: SurveyLists = { secrets: [], settings: [], links: [], pointed: [], folders: [] }
  const entries = entriesOf(folder)
  // What can't be looked into now could be opened by the program itself.
  if (!entries) return { ...found, secrets: folder === root ? [] : [folder] }
  const isGit = folder.endsWith('/.git')
  const inGit = isGit || gitNests.some((nest) => `${folder}/`.includes(`/.git/${nest}/`))
  const looksLikeGit = isGit || isGitFolder(new Set(entries.map(({ name }) => name)))
  if (looksLikeGit) addGitFolder(found, folder, entries)
  // A folder of another name can be made to look like one: what else is in it counts as well.
  if (looksLikeGit && inGit) return found
  for (const entry of entries) addEntry(found, { root, path: join(folder, entry.name), entry, inGit, linked })
  return found
}

interface EntryPlace {
  readonly root: string
  readonly path: string
  readonly entry: Dirent
  readonly inGit: boolean
  readonly linked: Set<string>
}

function addEntry(found: SurveyLists, { root, path, entry, inGit, linked }: EntryPlace): void {
  const inside = relative(root, path)
  const isSetting = entry.name === '.git' || (!inGit && isProtectedName(inside))
  if (isSetting && entry.isSymbolicLink()) found.links.push(path)
  else if (isSetting && !(entry.name === '.git' && entry.isDirectory())) found.settings.push(path)
  if (entry.isDirectory()) {
    if (isSensitiveFolder(entry.name)) found.secrets.push(path)
    else if (entry.name === '.git' || (!isSetting && !skipped.has(entry.name))) found.folders.push(path)
  } else if (!inGit && isSensitivePath(inside)) {
    const secrets = secretAt(root, path, entry)
    found.secrets.push(...secrets)
    if (entry.isSymbolicLink()) for (const each of secrets) linked.add(each)
  }
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

function addGitFolder(found: SurveyLists, folder: string, entries: readonly Dirent[]): void {
  for (const entry of entries) {
    const path = join(folder, entry.name)
    const isSetting = gitSettings.some((name) => name === entry.name)
    if (isSetting) (entry.isSymbolicLink() ? found.links : found.settings).push(path)
    if (isSetting && entry.name.startsWith('config')) found.pointed.push(...pathsNamedIn(path))
    if (entry.isDirectory() && gitNests.some((name) => name === entry.name)) found.folders.push(path)
  }
}

/** `undefined` if it is there and can't be read. */
function entriesOf(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : undefined
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
