/**
 * Finds the repository of a folder without asking git, and makes sure that all of it may be used.
 *
 * A repository is data that a stranger may have written: its `.git` may be a file or a link that leads to the repository
 * of another owner. What is used lies inside the workspace, or is the repository that names this very folder as one
 * of its work trees.
 *
 * @module
 */
import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isWithin, realPath, type Workspace } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'

export interface Repository {
  /** The top of its work tree. */
  readonly top: string
  readonly gitDir: string
  /** Where objects, branches and settings are kept: `gitDir`, unless this is a linked work tree. */
  readonly commonDir: string
  /** Folders outside the workspace that git needs. */
  readonly outside: readonly string[]
}

const mostBytes = 4096

/** Undefined if there is none between the folder and the root that holds it. Throws `outside_workspace`. */
export function findRepository(files: Workspace, request: string): Repository | undefined {
  const { path, root } = files.resolve(request)
  for (let folder = path; isWithin(root.path, folder); folder = dirname(folder)) {
    const found = lstatSync(join(folder, '.git'), { throwIfNoEntry: false })
    if (found) return openRepository(files, folder, found.isDirectory())
    if (folder === dirname(folder)) break
  }
  return undefined
}

/** The top of a repository that begins above the workspace; for people who wonder. */
export function repositoryAbove(files: Workspace): string | undefined {
  for (let folder = dirname(files.path); folder !== dirname(folder); folder = dirname(folder))
    if (lstatSync(join(folder, '.git'), { throwIfNoEntry: false })) return folder
  return undefined
}

function openRepository(files: Workspace, top: string, isFolder: boolean): Repository {
  const entry = join(top, '.git')
  const gitDir = real(isFolder ? entry : linkedDir(entry))
  const common = readLine(join(gitDir, 'commondir'))
  const commonDir = common === undefined ? gitDir : real(resolve(gitDir, common))
  const isInside = (path: string): boolean => files.roots.some(({ path: root }) => isWithin(root, path))
  const isOwn = (isInside(gitDir) && isInside(commonDir)) || isLinkedBack({ entry, gitDir, commonDir })
  if (!isOwn)
    throw new ToolyardError(
      'outside_workspace',
      `"${entry}" leads to a repository outside the workspace (${gitDir}), which does not know this folder`,
      { hint: 'Open that repository as the workspace, or add it as a root.' },
    )
  checkAlternates(commonDir, isInside)
  const outside = [...new Set([gitDir, commonDir])].filter((path) => !isInside(path))
  return { top, gitDir, commonDir, outside }
}

/** `.git` is a file that says where to look, or a link. */
function linkedDir(entry: string): string {
  if (lstatSync(entry).isSymbolicLink()) return entry
  const [, target] = /^gitdir: (.+)$/.exec(readLine(entry) ?? '') ?? []
  if (target === undefined)
    throw new ToolyardError('tool_failed', `"${entry}" is neither a git folder nor a file that leads to one`)
  return resolve(dirname(entry), target)
}

/** A process that could write this into the outside repository may use that repository anyway. */
function isLinkedBack(at: {
  readonly entry: string
  readonly gitDir: string
  readonly commonDir: string
}): boolean {
  const back = readLine(join(at.gitDir, 'gitdir'))
  return (
    back !== undefined &&
    realPath(resolve(at.gitDir, back)) === realPath(at.entry) &&
    dirname(dirname(at.gitDir)) === at.commonDir
  )
}

/** Objects may be borrowed from other repositories: not from those outside. */
function checkAlternates(commonDir: string, isInside: (path: string) => boolean): void {
  const objects = join(commonDir, 'objects')
  const text = readText(join(objects, 'info/alternates'))
  const lines = text?.split('\n').filter((line) => line !== '' && !line.startsWith('#')) ?? []
  const foreign = lines.find((line) => !isInside(realPath(resolve(objects, line))))
  if (foreign !== undefined)
    throw new ToolyardError(
      'outside_workspace',
      `the repository borrows objects from "${foreign}", which is outside the workspace`,
      {
        hint: 'Run "git repack -a -d" in it and remove objects/info/alternates, or add that folder as a root.',
      },
    )
}

function real(path: string): string {
  try {
    return realpathSync.native(path)
  } catch (cause) {
    throw new ToolyardError('tool_failed', `the repository is broken: "${path}" does not exist`, { cause })
  }
}

function readLine(path: string): string | undefined {
  return readText(path)?.replace(/\r?\n$/, '')
}

/** Small regular files only; undefined if there is none. */
function readText(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found?.isFile() || found.size > mostBytes * 16) return undefined
  return readFileSync(path, 'utf8')
}
