/**
 * The actions of `git` that change something.
 *
 * @module
 */
import type { Workspace } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { readCommits } from './commits.ts'
import type { GitInput } from './input.ts'
import type { Git, GitOutput } from './open-git.ts'
import { parseChanges } from './parse-changes.ts'
import {
  fields,
  isTold,
  namesOf,
  requireOpen,
  requireUnprotected,
  secretsAmong,
  specsOf,
  without,
} from './path-specs.ts'
import type { GitAction, GitResult } from './results.ts'
import { checkBranchName, commitOf, hasCommits } from './revision.ts'
import { stash } from './stash.ts'
import { readStatus, readWholeStatus } from './status.ts'

export const writeActions: Readonly<Record<'add' | 'commit' | 'checkout' | 'stash' | 'restore', GitAction>> =
  {
    add,
    commit,
    checkout,
    stash,
    restore,
  }

async function add(git: Git, input: GitInput, files: Workspace): Promise<GitResult> {
  const names = namesOf(git, files, input.paths)
  if (names.length === 0 && !input.all)
    throw new ToolyardError('invalid_arguments', 'paths: add needs some, or all', {
      hint: 'Name files or folders, or set all to true.',
    })
  const { notes } = await stage(git, files, { names, onlyKnown: false })
  const read = await readStatus(git, names)
  return { action: 'add', ...read, notes }
}

interface StagedFiles {
  readonly notes: readonly string[]
  /** What was left out. */
  readonly secrets: readonly string[]
}

/**
 * Stages changes, but no file that may hold secrets unless it was named, and none whose content a filter would
 * change.
 */
async function stage(
  git: Git,
  files: Workspace,
  { names, onlyKnown }: { readonly names: readonly string[]; readonly onlyKnown: boolean },
): Promise<StagedFiles> {
  const status = await readWholeStatus(git, names)
  const changed = status.files.filter(
    ({ unstaged, conflict }) => unstaged !== undefined || conflict !== undefined,
  )
  const found = changed
    .filter(({ unstaged }) => !onlyKnown || unstaged !== 'untracked')
    .map(({ path }) => path)
  const closed = found.filter((name) => git.isClosed(name))
  const secrets = [...secretsAmong(git, files, { found, named: names }), ...closed]
  await refuseFiltered(
    git,
    found.filter((name) => !secrets.includes(name)),
  )
  await git.run(['add', onlyKnown ? '--update' : '--all', '--', ...specsOf(names), ...without(secrets)], {
    writes: true,
  })
  const told = secrets.filter((name) => !git.isClosed(name))
  const notes =
    told.length === 0
      ? []
      : [`Not added, because they may hold secrets: ${told.join(', ')}. Name one in paths to ask for it.`]
  return { notes, secrets }
}

/** Filters are programs of the repository and do not run here: what they would change must not be stored as it is. */
async function refuseFiltered(git: Git, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const { text } = await git.run(['check-attr', '-z', '--stdin', 'filter'], {
    stdin: `${names.join('\0')}\0`,
  })
  const parts = fields(text)
  for (let at = 0; at + 3 <= parts.length; at += 3) {
    const [name = '', , value = ''] = parts.slice(at, at + 3)
    if (value === 'unspecified' || value === 'unset') continue
    throw new ToolyardError(
      'unavailable',
      `"${name}" goes through the filter "${value}" (.gitattributes), which is a program and is not run here`,
      { hint: 'Leave the file out, or ask the user to add it.' },
    )
  }
}

async function commit(git: Git, input: GitInput, files: Workspace): Promise<GitResult> {
  const { message, amend, all } = input
  const names = namesOf(git, files, input.paths)
  if (message === undefined && !amend)
    throw new ToolyardError('invalid_arguments', 'message: commit needs one', {
      hint: 'Say what changed and why.',
    })
  if (amend && !(await hasCommits(git)))
    throw new ToolyardError('invalid_arguments', 'amend: there is no commit yet')
  const { notes, secrets } =
    all || names.length > 0
      ? await stage(git, files, { names, onlyKnown: names.length === 0 })
      : { notes: [], secrets: [] }
  const staged = await git.run(
    ['diff', '--cached', '--quiet', '--no-ext-diff', '--ignore-submodules=dirty'],
    {
      accept: [0, 1],
    },
  )
  if (staged.exitCode === 0 && !amend && !(await isMerging(git)))
    throw new ToolyardError('tool_failed', 'there is nothing to commit: no change is staged', {
      hint: 'Stage changes with action add, or set all to true.',
    })
  await git.run(
    [
      'commit',
      '--quiet',
      '--no-verify',
      '--no-gpg-sign',
      '--no-status',
      '--cleanup=whitespace',
      ...(amend ? ['--amend'] : []),
      ...(message === undefined ? ['--no-edit'] : ['--file=-']),
      ...(names.length > 0 ? ['--only', '--', ...specsOf(names), ...without(secrets)] : []),
    ],
    { writes: true, ...(message !== undefined && { stdin: message }) },
  )
  return { ...(await committed(git)), notes }
}

async function isMerging(git: Git): Promise<boolean> {
  const { exitCode } = await git.run(['rev-parse', '--verify', '--quiet', 'MERGE_HEAD'], {
    accept: [0, 1, 128],
  })
  return exitCode === 0
}

async function committed(git: Git): Promise<Omit<Extract<GitResult, { action: 'commit' }>, 'notes'>> {
  const [made] = await readCommits(git, ['--max-count=1', 'HEAD'])
  if (!made) throw new ToolyardError('internal', 'the commit that was made can not be read')
  const [parent] = made.parents
  const compared = parent === undefined ? ['--root', '--no-commit-id', made.commit] : [parent, made.commit]
  const { text } = await git.run([
    'diff-tree',
    '-r',
    '--raw',
    '--numstat',
    '-z',
    '--no-ext-diff',
    '--no-textconv',
    '--find-renames',
    ...compared,
  ])
  return { action: 'commit', commit: made, files: parseChanges(text).filter((file) => isTold(git, file)) }
}

async function checkout(git: Git, input: GitInput, files: Workspace): Promise<GitResult> {
  const { ref, branch } = input
  if (input.paths !== undefined && input.paths.length > 0) return restore(git, input, files)
  if (ref === undefined && branch === undefined)
    throw new ToolyardError('invalid_arguments', 'ref: checkout needs a branch or commit, or a new branch', {
      hint: 'Give ref to go there, branch to make one.',
    })
  const target = ref === undefined ? undefined : await commitOf(git, ref)
  if (target !== undefined)
    requireUnprotected(
      git,
      files,
      (await hasCommits(git)) ? await differing(git, ['HEAD', target]) : await filesOf(git, target),
    )
  if (branch !== undefined) await checkBranchName(git, branch)
  await git.run(await switchArgs(git, { ref, branch, target }), { writes: true })
  return { action: 'checkout', ...(await readStatus(git)), notes: [] }
}

async function switchArgs(
  git: Git,
  at: {
    readonly ref: string | undefined
    readonly branch: string | undefined
    readonly target: string | undefined
  },
): Promise<string[]> {
  const base = ['switch', '--quiet', '--no-guess', '--no-recurse-submodules']
  const from = at.target === undefined ? [] : [at.target]
  if (at.branch !== undefined) return [...base, '--no-track', `--create=${at.branch}`, ...from]
  const ref = at.ref ?? ''
  const { exitCode } = await git.run(['show-ref', '--verify', '--quiet', `refs/heads/${ref}`], {
    accept: [0, 1],
  })
  return exitCode === 0 ? [...base, '--end-of-options', ref] : [...base, '--detach', ...from]
}

async function differing(git: Git, compared: readonly string[]): Promise<string[]> {
  const { text } = await git.run([
    'diff',
    '--name-only',
    '-z',
    '--no-renames',
    '--no-ext-diff',
    ...compared,
    '--',
  ])
  return fields(text)
}

async function filesOf(git: Git, target: string): Promise<string[]> {
  return fields((await git.run(['ls-tree', '-r', '-z', '--full-tree', '--name-only', target])).text)
}

async function restore(git: Git, input: GitInput, files: Workspace): Promise<GitResult> {
  const names = namesOf(git, files, input.paths)
  if (names.length === 0)
    throw new ToolyardError('invalid_arguments', `paths: ${input.action} needs some`, {
      hint: 'Name files or folders; "." is everything.',
    })
  const source = input.ref === undefined ? undefined : await commitOf(git, input.ref)
  if (!input.staged) {
    const compared = source === undefined ? [] : [source]
    const { text } = await git.run([
      'diff',
      '--name-only',
      '-z',
      '--no-renames',
      '--no-ext-diff',
      '--ignore-submodules=dirty',
      ...compared,
      '--',
      ...specsOf(names),
    ])
    requireUnprotected(git, files, fields(text))
  } else
    requireOpen(
      git,
      (await readWholeStatus(git, names)).files.map(({ path }) => path),
    )
  await restoreNow(git, { names, source, staged: input.staged })
  const read = await readStatus(git, names)
  return { action: 'restore', ...read, notes: [] }
}

function restoreNow(
  git: Git,
  at: { readonly names: readonly string[]; readonly source: string | undefined; readonly staged: boolean },
): Promise<GitOutput> {
  return git.run(
    [
      'restore',
      '--quiet',
      '--no-recurse-submodules',
      at.staged ? '--staged' : '--worktree',
      ...(at.source === undefined ? [] : [`--source=${at.source}`]),
      '--',
      ...specsOf(at.names),
    ],
    { writes: true },
  )
}
