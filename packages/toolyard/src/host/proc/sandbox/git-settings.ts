/**
 * What in a git folder makes git run a program or read its settings elsewhere, and whether such a file is harmless.
 *
 * Harmless is what is on a short list; whatever else a configuration says counts as naming a program.
 *
 * @module
 */
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** Files and folders of a git folder that decide what runs. `commondir` and `gitdir:` lead to settings elsewhere. */
export const gitSettings = ['config', 'config.worktree', 'hooks', 'commondir'] as const

/** The folders in a git folder that hold more git folders. */
export const gitNests = ['modules', 'worktrees'] as const

/** Whether git takes a folder with these names in it for a repository, or for a part of one. */
export function isGitFolder(names: ReadonlySet<string>): boolean {
  return names.has('HEAD') && (names.has('commondir') || (names.has('objects') && names.has('refs')))
}

const maxBytes = 1 << 20

const harmlessKeys: readonly RegExp[] = [
  /^core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|compression|bigfilethreshold|abbrev|protecthfs|protectntfs|longpaths|sharedrepository|preloadindex|untrackedcache|sparsecheckout|sparsecheckoutcone|commitgraph|multipackindex|trustctime|checkstat)$/,
  /^(?:init|extensions|user|color|column|gc|pack|index|feature|fetch|push|pull|rebase|advice|status|branch|log|remote|submodule|lfs|merge|diff)\.(?:[^.]*|.*\.(?:url|pushurl|fetch|push|prune|tagopt|partialclonefilter|promisor|remote|merge|rebase|pushremote|active|path|branch|ignore|shallow|conflictstyle|renames|vscode-merge-base|gh-resolved|github-pr-owner-number|description))$/,
]
/** Keys of the sections above that do run something, or read more settings. */
const running =
  /^(?:diff\.(?:external|orderfile)|merge\.tool|diff\.tool|diff\.guitool|merge\.guitool|rebase\.instructionformat|user\.signingkey|log\.mailmap|pack\.packsizelimit|lfs\.(?!repositoryformatversion).*|submodule\..*\.update|gc\..*command)$/
/** Addresses behind which git starts a program. */
const runningAddress = /^(?:ext|fd)::|^-/

/** Folders of hooks and files of settings that a configuration names, as absolute paths; there or not. */
export function pathsNamedIn(path: string): readonly string[] {
  try {
    const folder = dirname(path)
    const top = basename(folder) === '.git' ? dirname(folder) : folder
    const { entries } = entriesOf(readFileSync(path, 'utf8').slice(0, maxBytes))
    return entries.flatMap(({ key, value }) => {
      const text = value.replaceAll('"', '')
      if (text === '' || text.startsWith('~')) return []
      if (key === 'core.hookspath') return [resolve(top, text)]
      return /^include(?:if\..*)?\.path$/.test(key) ? [resolve(folder, text)] : []
    })
  } catch {
    return []
  }
}

/**
 * Whether a new file or folder of a git folder can be left where it is. Whatever can't be read can't. `settings` are those that
 * are known of: a `.git` file may lead to them, because they are kept.
 */
export function isHarmless(path: string, settings: ReadonlySet<string>): boolean {
  try {
    const name = basename(path)
    if (lstatSync(path).isSymbolicLink()) return false
    if (name === 'hooks') return readdirSync(path).every((hook) => hook.endsWith('.sample'))
    if (!lstatSync(path).isFile() || lstatSync(path).size > maxBytes) return false
    return harmIn(path, { text: readFileSync(path, 'utf8'), settings }).length === 0
  } catch {
    return false
  }
}

/** What in the text of a setting could make git run something, each thing as it is said there. */
export function harmIn(
  path: string,
  { text, settings }: { readonly text: string; readonly settings: ReadonlySet<string> },
): readonly string[] {
  const name = basename(path)
  if (name === 'commondir') return isOwnCommonFolder(dirname(path), text.trim()) ? [] : [text]
  if (name === '.git') return leadsIntoGit(dirname(path), text, settings) ? [] : [text]
  const { entries, isPlain } = entriesOf(text)
  // What can't be read entry by entry counts as a whole.
  if (!isPlain) return [text]
  return entries.filter((entry) => !isHarmlessEntry(entry)).map(({ key, value }) => `${key}=${value}`)
}

/** Whether a setting that is kept is one of git's. */
export function isGitSetting(path: string): boolean {
  const name = basename(path)
  return name === '.git' || gitSettings.some((setting) => setting === name)
}

/** As `git worktree add` writes it: the folder of the repository that the work tree belongs to. */
function isOwnCommonFolder(folder: string, target: string): boolean {
  return basename(dirname(folder)) === 'worktrees' && resolve(folder, target) === dirname(dirname(folder))
}

/** A work tree or a submodule: its settings are in the `.git` of a repository whose settings are kept. */
function leadsIntoGit(folder: string, text: string, settings: ReadonlySet<string>): boolean {
  const target = /^gitdir: ([^\n]+)\n?$/.exec(text)?.[1]
  if (target === undefined) return false
  const path = resolve(folder, target)
  const at = path.indexOf(`${sep}.git${sep}`)
  const git = join(path.slice(0, at), '.git')
  return (
    at > 0 &&
    settings.has(join(git, 'config')) &&
    gitNests.some((nest) => path.startsWith(join(git, nest) + sep))
  )
}

interface GitSettingEntry {
  readonly key: string
  readonly value: string
}

function isHarmlessEntry({ key, value }: GitSettingEntry): boolean {
  if (running.test(key) || !harmlessKeys.some((pattern) => pattern.test(key))) return false
  return !/(?:url|remote)$/.test(key) || !runningAddress.test(value)
}

/** Section and name in lower case; `isPlain` unless a line is neither a plain section nor a plain entry. */
function entriesOf(text: string): {
  readonly entries: readonly GitSettingEntry[]
  readonly isPlain: boolean
} {
  let section = ''
  let isPlain = true
  const entries: GitSettingEntry[] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    const head = /^\[([\w.-]+)(?: "((?:[^"\\]|\\.)*)")?\]$/.exec(line)
    const entry = /^([\w-]+)(?:\s*=\s*(.*))?$/.exec(line)
    if (head) section = [head[1]?.toLowerCase(), head[2]].filter((part) => part !== undefined).join('.')
    else if (entry && section !== '' && !line.endsWith('\\'))
      entries.push({ key: `${section}.${entry[1]?.toLowerCase() ?? ''}`, value: entry[2] ?? '' })
    else isPlain = false
  }
  return { entries, isPlain }
}
