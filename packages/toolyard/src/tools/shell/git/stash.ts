/** Changes put aside, and brought back. */
import type { Workspace } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import type { GitInput } from './input.ts'
import type { Git } from './open-git.ts'
import { readPatch } from './patch.ts'
import { fields, namesOf, requireOpen, requireUnprotected, specsOf } from './path-specs.ts'
import type { GitResult, Stash } from './results.ts'
import { hasCommits } from './revision.ts'
import { readWholeStatus } from './status.ts'

export async function stash(git: Git, input: GitInput, files: Workspace): Promise<GitResult> {
  const { operation, index } = input
  if (operation === 'push') return push(git, input, files)
  const stashes = await readStashes(git)
  if (operation === 'list')
    return { action: 'stash', stashes, notes: stashes.length === 0 ? ['Nothing is stashed.'] : [] }
  const wanted = stashes.find((one) => one.index === index)
  if (!wanted)
    throw new ToolyardError('not_found', `there is no stash ${index}; there are ${stashes.length}`, {
      hint: 'Look with operation list.',
    })
  const name = `stash@{${index}}`
  if (operation === 'show') {
    const command = ['diff', `${name}^1`, name]
    const patched = await readPatch(git, files, {
      command,
      names: namesOf(git, files, input.paths),
      statOnly: input.stat,
    })
    return { action: 'stash', stash: wanted, ...patched }
  }
  if (operation !== 'drop') {
    const { text } = await git.run([
      'diff',
      '--name-only',
      '-z',
      '--no-renames',
      '--no-ext-diff',
      `${name}^1`,
      name,
      '--',
    ])
    requireUnprotected(git, files, fields(text))
  }
  await git.run(['stash', operation, '--quiet', ...(operation === 'drop' ? [] : ['--index']), name], {
    writes: true,
  })
  return {
    action: 'stash',
    stashes: await readStashes(git),
    said: `${past[operation]} ${wanted.subject}`,
    notes: [],
  }
}

const past = { apply: 'Applied', pop: 'Applied and dropped', drop: 'Dropped' } as const

async function push(git: Git, { message, paths }: GitInput, files: Workspace): Promise<GitResult> {
  if (!(await hasCommits(git)))
    throw new ToolyardError('tool_failed', 'nothing can be stashed before the first commit', {
      hint: 'Commit first.',
    })
  const before = await readStashes(git)
  const names = namesOf(git, files, paths)
  const changed = (await readWholeStatus(git, names)).files.filter(({ unstaged }) => unstaged !== 'untracked')
  requireOpen(
    git,
    changed.map(({ path }) => path),
  )
  await git.run(
    [
      'stash',
      'push',
      '--quiet',
      ...(message === undefined ? [] : [`--message=${message}`]),
      '--',
      ...specsOf(names),
    ],
    { writes: true },
  )
  const stashes = await readStashes(git)
  if (stashes.length === before.length)
    throw new ToolyardError('tool_failed', 'there is nothing to stash', {
      hint: 'Untracked files are not stashed: add them first.',
    })
  return { action: 'stash', stashes, said: `Stashed: ${stashes[0]?.subject ?? ''}`, notes: [] }
}

async function readStashes(git: Git): Promise<Stash[]> {
  const { text } = await git.run(['stash', 'list', '-z', '--format=%gd%x00%cI%x00%gs'])
  const parts = fields(text)
  const stashes: Stash[] = []
  for (let at = 0; at + 3 <= parts.length; at += 3) {
    const [name = '', date = '', subject = ''] = parts.slice(at, at + 3)
    stashes.push({ index: Number(/\{(\d+)\}/.exec(name)?.[1] ?? 0), date, subject })
  }
  return stashes
}
