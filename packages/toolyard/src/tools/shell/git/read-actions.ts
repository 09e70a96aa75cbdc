/**
 * The actions of `git` that only look.
 *
 * @module
 */
import type { Workspace } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { readBlame } from './blame.ts'
import { readCommits } from './commits.ts'
import { type GitInput, pathInRef } from './input.ts'
import type { Git } from './open-git.ts'
import { readPatch } from './patch.ts'
import { fields, namesOf, specsOf } from './path-specs.ts'
import type { GitAction, GitBranch, GitResult } from './results.ts'
import { commitOf, hasCommits, rangeOf } from './revision.ts'
import { ongoing, readStatus } from './status.ts'

/** Changed files that are listed at most. */
const mostFiles = 1000

export const readActions: Readonly<
  Record<'status' | 'diff' | 'log' | 'show' | 'blame' | 'branches', GitAction>
> = {
  status,
  diff,
  log,
  show,
  blame,
  branches,
}

async function status(git: Git, { paths }: GitInput, files: Workspace): Promise<GitResult> {
  const { head, files: changed } = await readStatus(git, namesOf(git, files, paths))
  const unfinished = ongoing(git)
  const more = changed.length - mostFiles
  return {
    action: 'status',
    repository: true,
    head,
    files: changed.slice(0, mostFiles),
    ...(unfinished !== undefined && { ongoing: unfinished }),
    notes: more > 0 ? [`${more} more files have changed: name some in paths to see them.`] : [],
  }
}

async function diff(git: Git, input: GitInput, files: Workspace): Promise<GitResult> {
  const { ref, to, staged, stat } = input
  const names = namesOf(git, files, input.paths)
  if (to !== undefined && ref === undefined)
    throw new ToolyardError('invalid_arguments', 'to: is given without ref', {
      hint: 'Name both, or ref alone.',
    })
  const revisions = await Promise.all(
    [ref, to].flatMap((one) => (one === undefined ? [] : [rangeOf(git, one)])),
  )
  const command = ['diff', ...(staged ? ['--cached'] : []), ...revisions]
  const patched = await readPatch(git, files, { command, names, statOnly: stat })
  const isPlain = !staged && ref === undefined && patched.files.length === 0
  return {
    action: 'diff',
    ...patched,
    notes: [...patched.notes, ...(isPlain ? await elsewhere(git, names) : [])],
  }
}

/** Changes that a plain diff does not show. */
async function elsewhere(git: Git, names: readonly string[]): Promise<string[]> {
  const { files } = await readStatus(git, names)
  const staged = files.filter((file) => file.staged !== undefined).length
  const untracked = files.filter((file) => file.unstaged === 'untracked').length
  return [
    ...(staged > 0 ? [`${staged} changed files are staged: set staged to true to see them.`] : []),
    ...(untracked > 0 ? [`${untracked} files are untracked, and in no diff before they are added.`] : []),
  ]
}

async function log(git: Git, input: GitInput, files: Workspace): Promise<GitResult> {
  const { ref, query, limit, offset } = input
  if (ref === undefined && !(await hasCommits(git)))
    return { action: 'log', commits: [], notes: ['There are no commits yet.'] }
  const from = ref === undefined ? 'HEAD' : await rangeOf(git, ref)
  const commits = await readCommits(git, [
    `--max-count=${limit + 1}`,
    `--skip=${offset}`,
    ...(query === undefined ? [] : ['--fixed-strings', '--regexp-ignore-case', `--grep=${query}`]),
    from,
    '--',
    ...specsOf(namesOf(git, files, input.paths)),
  ])
  const hasMore = commits.length > limit
  return {
    action: 'log',
    commits: commits.slice(0, limit),
    ...(hasMore && { next_offset: offset + limit }),
    notes: hasMore ? [`There are more; continue with offset=${offset + limit}.`] : [],
  }
}

async function show(git: Git, input: GitInput, files: Workspace): Promise<GitResult> {
  const { ref = 'HEAD', stat } = input
  const path = pathInRef(ref)
  if (path !== undefined) return showFile(git, { ref, path }, files)
  const name = await commitOf(git, ref)
  const [commit] = await readCommits(git, ['--max-count=1', name])
  if (!commit) throw new ToolyardError('not_found', `there is no commit "${ref}"`)
  const [parent] = commit.parents
  const compared = parent === undefined ? ['--root', '--no-commit-id', name] : [parent, name]
  const patched = await readPatch(git, files, {
    command: ['diff-tree', '-r', ...compared],
    names: namesOf(git, files, input.paths),
    statOnly: stat,
  })
  const merge = commit.parents.length > 1 ? ['A merge, compared with its first parent.'] : []
  return { action: 'show', commit, ...patched, notes: [...merge, ...patched.notes] }
}

async function showFile(
  git: Git,
  { ref, path }: { readonly ref: string; readonly path: string },
  files: Workspace,
): Promise<GitResult> {
  const revision = ref.slice(0, ref.indexOf(':'))
  const [commit, [name = '']] = [await commitOf(git, revision), namesOf(git, files, [path])]
  const { text: kind, exitCode } = await git.run(['cat-file', '-t', `${commit}:${name}`], {
    accept: [0, 128],
  })
  if (exitCode !== 0)
    throw new ToolyardError('not_found', `there is no "${path}" in ${revision}`, {
      hint: 'Look with action show and stat which files that commit has changed.',
    })
  if (kind.trim() !== 'blob')
    throw new ToolyardError('invalid_arguments', `"${path}" is not a file in ${revision}`, {
      hint: 'Name a file.',
    })
  const { text, dropped } = await git.run(['cat-file', 'blob', `${commit}:${name}`], {
    mayBeCut: true,
  })
  if (text.includes('\0'))
    throw new ToolyardError('tool_failed', `"${path}" in ${revision} is a binary file`, {
      hint: 'Only text is shown.',
    })
  return {
    action: 'show',
    text,
    notes: dropped > 0 ? [`The last ${dropped} bytes were left out.`] : [],
  }
}

async function blame(git: Git, input: GitInput, files: Workspace): Promise<GitResult> {
  const [path, ...others] = input.paths ?? []
  if (path === undefined || others.length > 0)
    throw new ToolyardError('invalid_arguments', 'paths: blame needs exactly one file')
  const [name = ''] = namesOf(git, files, [path])
  const read = await readBlame(git, {
    name,
    commit: input.ref === undefined ? undefined : await commitOf(git, input.ref),
    from: input.from_line ?? 1,
    to: input.to_line,
  })
  const more =
    read.next_line === undefined ? [] : [`The file goes on; continue with from_line=${read.next_line}.`]
  return { action: 'blame', ...read, notes: more }
}

const branchFields = [
  '%(refname)',
  '%(objectname:short)',
  '%(committerdate:iso-strict)',
  '%(HEAD)',
  '%(upstream:short)',
  '%(upstream:track,nobracket)',
  '%(contents:subject)',
]

async function branches(git: Git, { limit }: GitInput): Promise<GitResult> {
  const { text } = await git.run([
    'for-each-ref',
    '--sort=-committerdate',
    `--format=${branchFields.join('%00')}%00`,
    'refs/heads',
    'refs/remotes',
  ])
  const parts = fields(text)
  const all: GitBranch[] = []
  for (let at = 0; at + branchFields.length <= parts.length; at += branchFields.length)
    all.push(toBranch(parts.slice(at, at + branchFields.length)))
  const { head } = await readStatus(git, ['.git'])
  const shown = all.slice(0, limit)
  const notes =
    all.length > limit ? [`${limit} of ${all.length} branches, newest first; raise limit to see more.`] : []
  return { action: 'branches', head, branches: shown, total: all.length, notes }
}

function toBranch([
  ref = '',
  commit = '',
  date = '',
  isHead,
  upstream = '',
  track = '',
  subject = '',
]: string[]): GitBranch {
  const name = ref.trim()
  return {
    name: name.replace(/^refs\/(?:heads|remotes)\//, ''),
    commit,
    date,
    subject,
    ...(isHead === '*' && { current: true }),
    ...(name.startsWith('refs/remotes/') && { remote: true }),
    ...(upstream !== '' && { upstream }),
    ...(track !== '' && { track }),
  }
}
