/**
 * What lies in the tool folders: tool files, the helpers beside them, and the folders themselves.
 *
 * Reads names and stamps, never content. Passed over: `.*`, `node_modules` and `*.d.ts` altogether; `_*` and
 * `*.test.*`, `*.spec.*` as tools, though their stamps are kept, as those of all files are: a tool may import them, or be
 * a program that a manifest speaks of. Links to files inside the folder are followed; links that lead out of it are
 * reported; links to folders are not followed.
 *
 * @module
 */
import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { messageOf } from '../kernel/index.ts'
import type { DiscoverProblem } from '../define/index.ts'
import { isManifest, stemOf } from '../kinds/program/index.ts'

export interface ScannedFile {
  /** As its reader knows it: below the folder as it was named. */
  readonly path: string
  /** As Node knows it: links resolved. */
  readonly real: string
  /** The tool folder in which it was found, links resolved. */
  readonly folder: string
  /** The name of the sub-folder that it lies in. */
  readonly category: string | undefined
  readonly isTool: boolean
  readonly size: number
  readonly mtimeMs: number
  readonly inode: number
  readonly mode: number
}

export interface Scan {
  /** The tool folders that exist, links resolved. */
  readonly roots: readonly string[]
  /** Tool files: folders in the order in which they were named, then by path. */
  readonly tools: readonly ScannedFile[]
  /** Every file that could change a tool, by its real path. */
  readonly files: ReadonlyMap<string, ScannedFile>
  /** Folders in which something may change, each with a key that changes when it is replaced. */
  readonly directories: ReadonlyMap<string, string>
  readonly problems: readonly DiscoverProblem[]
}

interface FolderWalk {
  /** The tool folder as named, and with links resolved. */
  readonly root: string
  readonly realRoot: string
  readonly files: ScannedFile[]
  readonly directories: Map<string, string>
  readonly problems: DiscoverProblem[]
}

const toolFile = /\.(?:ts|mts|js|mjs)$/
const declarationFile = /\.d\.[mc]?ts$/
const testFile = /\.(?:test|spec)\./

export async function scanFolders(folders: readonly string[]): Promise<Scan> {
  const walks = await Promise.all(folders.map((folder) => walkRoot(resolve(folder))))
  const files = new Map<string, ScannedFile>()
  const directories = new Map<string, string>()
  for (const walk of walks) {
    for (const [path, key] of walk.directories) directories.set(path, key)
    for (const file of walk.files.toSorted(byPath)) {
      const known = files.get(file.real)
      if (known && (known.isTool || !file.isTool)) continue
      files.delete(file.real)
      files.set(file.real, file)
    }
  }
  return {
    roots: walks.map(({ realRoot }) => realRoot).filter(Boolean),
    tools: [...files.values()].filter(({ isTool }) => isTool),
    files,
    directories,
    problems: walks.flatMap(({ problems }) => problems.toSorted((a, b) => compare(a.file, b.file))),
  }
}

/** Whether `path` lies in `folder`; both with links resolved. */
export function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** The real paths of files that are new, gone or not the same any more. */
export function changedFiles(before: Scan, now: Scan): string[] {
  const changed: string[] = []
  for (const [real, file] of now.files) if (!isSame(before.files.get(real), file)) changed.push(real)
  for (const real of before.files.keys()) if (!now.files.has(real)) changed.push(real)
  return changed
}

/** The manifests to which changed files may belong: those in the same folder, or in one above it. */
export function manifestsAround({ tools }: Scan, changed: readonly string[]): string[] {
  const manifests = tools.filter(({ path }) => isManifest(path)).map(({ real }) => real)
  return manifests.filter((manifest) => changed.some((path) => isInside(path, dirname(manifest))))
}

async function walkRoot(root: string): Promise<FolderWalk> {
  const found = { files: [], directories: new Map<string, string>(), problems: [] as DiscoverProblem[] }
  try {
    const walk: FolderWalk = { root, realRoot: await realpath(root), ...found }
    await walkFolder(walk, { relative: '', helpersOnly: false })
    return walk
  } catch (error) {
    const isMissing = codeOf(error) === 'ENOENT'
    found.problems.push({
      file: root,
      reason: isMissing ? 'The folder does not exist' : `The folder cannot be read: ${messageOf(error)}`,
      hint: 'Create the folder, or correct its path.',
    })
    const parent = dirname(root)
    await stat(parent).then(
      ({ ino }) => found.directories.set(parent, `${parent}#${ino}`),
      () => undefined,
    )
    return { root, realRoot: '', ...found }
  }
}

interface ScannedFolder {
  readonly relative: string
  readonly helpersOnly: boolean
  readonly isProgram?: (name: string) => boolean
}

async function walkFolder(walk: FolderWalk, folder: ScannedFolder): Promise<void> {
  const path = join(walk.root, folder.relative)
  const [{ ino }, entries] = await Promise.all([stat(path), readdir(path, { withFileTypes: true })])
  walk.directories.set(path, `${path}#${ino}`)
  // A script with a manifest is a program, to be run and not to be imported.
  const programs = new Set(entries.flatMap(({ name }) => (isManifest(name) ? [stemOf(name)] : [])))
  const isProgram = (name: string): boolean => programs.size > 0 && programs.has(name.replace(/\.\w+$/, ''))
  await Promise.all(entries.map((entry) => visit(walk, { ...folder, isProgram }, entry)))
}

async function visit(walk: FolderWalk, folder: ScannedFolder, entry: Dirent): Promise<void> {
  const { name } = entry
  if (name.startsWith('.') || name === 'node_modules') return undefined
  const relative = join(folder.relative, name)
  const helpersOnly = folder.helpersOnly || name.startsWith('_')
  if (entry.isDirectory()) {
    return walkFolder(walk, { relative, helpersOnly }).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return
      walk.problems.push({
        file: join(walk.root, relative),
        reason: `The folder cannot be read: ${messageOf(error)}`,
      })
    })
  }
  const isSource = toolFile.test(name) && !folder.isProgram?.(name)
  const isTool = !helpersOnly && (isSource || isManifest(name)) && !testFile.test(name)
  if (entry.isSymbolicLink()) return visitLink(walk, { ...folder, helpersOnly }, { relative, isTool })
  if (entry.isFile()) return noteFile(walk, folder, { relative, isTool, real: join(walk.realRoot, relative) })
  return undefined
}

interface FolderEntry {
  readonly relative: string
  readonly isTool: boolean
}

async function visitLink(walk: FolderWalk, folder: ScannedFolder, found: FolderEntry): Promise<void> {
  const path = join(walk.root, found.relative)
  const real = await realpath(path).catch(() => undefined)
  if (real === walk.realRoot) return undefined
  if (real !== undefined && isInside(real, walk.realRoot)) return noteFile(walk, folder, { ...found, real })
  const isWanted = found.isTool || (real !== undefined && !folder.helpersOnly && !/\.\w+$/.test(path))
  if (isWanted)
    walk.problems.push(
      real === undefined
        ? { file: path, reason: 'The link leads nowhere', hint: 'Remove the link, or restore its target.' }
        : {
            file: path,
            reason: `The link leads out of the folder, to ${real}, and is not followed`,
            hint: 'Name the folder of its target as a tool folder, or copy the file.',
          },
    )
  return undefined
}

async function noteFile(
  walk: FolderWalk,
  folder: ScannedFolder,
  found: FolderEntry & { readonly real: string },
): Promise<void> {
  if (declarationFile.test(found.relative)) return
  const path = join(walk.root, found.relative)
  const facts = await stat(path).catch(() => undefined)
  if (!facts?.isFile()) return
  walk.files.push({
    path,
    real: found.real,
    folder: walk.realRoot,
    category: folder.relative === '' ? undefined : basename(folder.relative),
    isTool: found.isTool,
    size: facts.size,
    mtimeMs: facts.mtimeMs,
    inode: facts.ino,
    mode: facts.mode,
  })
}

function isSame(before: ScannedFile | undefined, now: ScannedFile): boolean {
  return (
    before !== undefined &&
    before.path === now.path &&
    before.isTool === now.isTool &&
    before.size === now.size &&
    before.mtimeMs === now.mtimeMs &&
    before.inode === now.inode &&
    before.mode === now.mode
  )
}

function byPath(left: ScannedFile, right: ScannedFile): number {
  return compare(left.path, right.path)
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
