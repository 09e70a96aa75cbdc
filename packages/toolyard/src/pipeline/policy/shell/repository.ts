/**
 * What git would find from a folder: whose settings it would follow, whether they name programs, which files it tracks.
 *
 * A repository is data that anyone may have written. Only the `.git` folder of a work tree, and what such a folder keeps
 * for its own work trees and submodules, is kept from being written; anything else that git takes for a repository asks.
 *
 * @module
 */
import { lstatSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { isWithin, realPathOf } from '../../../host/files/index.ts'
import { gitConfigKeys, type GitSetting } from './git-config.ts'
import { trackedNames } from './git-index.ts'

export interface FoundRepository {
  /** Why git should not be run here without a question. */
  readonly problem: string | undefined
  /** Names of commands that its settings define. */
  readonly aliases: readonly string[]
  /** Names of the tracked files; undefined if they can't be told. */
  tracked(): readonly string[] | undefined
}

const foreign = 'it runs in a repository whose settings anybody may have written'
const maxBytes = 1 << 20

/** Nothing where there is none at or above the folder within the roots. */
export function findRepository(
  start: string,
  isInside: (path: string) => boolean,
): FoundRepository | undefined {
  for (let at = start; isInside(at); at = dirname(at)) {
    const own = kindOf(join(at, '.git'))
    if (own === 'other' || isGitFolder(at)) return odd(foreign)
    if (own === 'folder') return isGitFolder(join(at, '.git')) ? open(join(at, '.git')) : odd(foreign)
    if (own === 'file') return openLinked(at, isInside)
    if (dirname(at) === at) break
  }
  return undefined
}

function odd(problem: string): FoundRepository {
  return { problem, aliases: [], tracked: () => undefined }
}

/** As git tells a repository. */
function isGitFolder(folder: string): boolean {
  const has = (name: string): boolean => kindOf(join(folder, name)) !== 'none'
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')))
}

/** A `.git` file of a work tree or a submodule leads into the `.git` folder that keeps it. */
function openLinked(top: string, isInside: (path: string) => boolean): FoundRepository {
  const [, target] = /^gitdir: ([^\n]+)\n?$/.exec(readSmall(join(top, '.git')) ?? '') ?? []
  const folder = target === undefined ? undefined : realOf(resolve(top, target))
  if (folder === undefined) return odd(foreign)
  const at = folder.indexOf(`${sep}.git${sep}`)
  const home = folder.slice(0, at + 5)
  const isKept = at >= 0 && ['worktrees', 'modules'].some((nest) => isWithin(join(home, nest), folder))
  const isOwn =
    isKept &&
    (isInside(home) ? isWithin(dirname(home), top) || isLinkedBack(top, folder) : isLinkedBack(top, folder))
  return isOwn ? open(folder, { home, top }) : odd(foreign)
}

/** A work tree elsewhere: the repository names it. */
function isLinkedBack(top: string, folder: string): boolean {
  const back = readSmall(join(folder, 'gitdir'))?.trim()
  return back !== undefined && realOf(resolve(folder, back)) === realOf(join(top, '.git'))
}

interface Kept {
  /** The `.git` folder that keeps it. */
  readonly home: string
  /** The top of its work tree. */
  readonly top: string
}

function open(folder: string, { home, top }: Kept = { home: folder, top: dirname(folder) }): FoundRepository {
  const common = readSmall(join(folder, 'commondir'))
  const isWorkTree = basename(dirname(folder)) === 'worktrees' && dirname(dirname(folder)) === home
  if (
    kindOf(join(folder, 'commondir')) !== 'none' &&
    !(isWorkTree && common !== undefined && resolve(folder, common.trim()) === home)
  )
    return odd(foreign)
  const shared = isWorkTree ? home : folder
  const files = [join(shared, 'config'), join(shared, 'config.worktree'), join(folder, 'config.worktree')]
  const keys = files.flatMap((file) => keysOf(file) ?? [{ key: 'unreadable', value: '' }])
  const isOwnTree = ({ key, value }: GitSetting): boolean =>
    key === 'core.worktree' && resolve(folder, value) === top
  const running = keys.find((setting) => !isOwnTree(setting) && runs(setting.key, setting.value))
  return {
    problem: running && `the settings of the repository name ${running.key}, which can run a program`,
    aliases: keys.flatMap(({ key }) => (key.startsWith('alias.') ? [key.slice(6)] : [])),
    tracked: () => trackedNames(join(folder, 'index')),
  }
}

/**
 * Settings that run a program or lead elsewhere. Not among them: hooks, which are the project's own work, and pagers, for
 * which there is no terminal.
 */
const runningKeys = new RegExp(
  [
    String.raw`unreadable|include\.path|includeif\..*|core\.(?:worktree|sshcommand|gitproxy|askpass|editor|alternaterefscommand)`,
    String.raw`filter\..*\.(?:clean|smudge|process)|diff\.external|diff\..*\.(?:textconv|command)|merge\..*\.driver`,
    String.raw`gpg\.program|gpg\..*\.program|sequence\.editor|interactive\.difffilter|trailer\..*\.(?:command|cmd)`,
    String.raw`(?:difftool|mergetool)\..*\.(?:cmd|path)|credential\.(?:.*\.)?helper|protocol\.(?:.*\.)?allow`,
    String.raw`remote\..*\.(?:uploadpack|receivepack|vcs)|submodule\..*\.update`,
  ]
    .map((part) => `^(?:${part})$`)
    .join('|'),
)
/** An address behind which git starts a program. */
const runningAddress = /^\w+::|^-/

function runs(key: string, value: string): boolean {
  if (key === 'core.fsmonitor') return !/^(?:true|false|yes|no|on|off|[01])?$/i.test(value)
  if (/^submodule\..*\.update$/.test(key)) return value.startsWith('!')
  if (/^(?:remote|submodule)\..*\.(?:push)?url$/.test(key)) return runningAddress.test(value)
  if (/^url\..*\.(?:push)?insteadof$/.test(key)) return runningAddress.test(key.slice(4))
  return runningKeys.test(key)
}

function keysOf(file: string): ReturnType<typeof gitConfigKeys> | undefined {
  if (kindOf(file) === 'none') return []
  const text = readSmall(file)
  return text === undefined ? undefined : gitConfigKeys(text)
}

function kindOf(path: string): 'none' | 'file' | 'folder' | 'other' {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (!found) return 'none'
    return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other'
  } catch {
    return 'other'
  }
}

function readSmall(path: string): string | undefined {
  try {
    const found = lstatSync(path)
    return found.isFile() && found.size <= maxBytes ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}

function realOf(path: string): string | undefined {
  try {
    return realPathOf(path).path
  } catch {
    return undefined
  }
}
