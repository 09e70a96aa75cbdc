/** The state of the work tree. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Git } from './open-git.ts'
import { type BranchState, type FileState, parseStatus } from './parse-status.ts'
import { isTold, specsOf } from './path-specs.ts'

interface GitStatus {
  readonly head: BranchState
  readonly files: readonly FileState[]
}

/** As it is reported: without what rules close. */
export async function readStatus(git: Git, names: readonly string[] = []): Promise<GitStatus> {
  const { head, files } = await readWholeStatus(git, names)
  return { head, files: files.filter((file) => isTold(git, file)) }
}

/** With what rules close: for those who leave it out themselves. */
export async function readWholeStatus(git: Git, names: readonly string[] = []): Promise<GitStatus> {
  const { text } = await git.run([
    'status',
    '--porcelain=v2',
    '--branch',
    '-z',
    '--untracked-files=all',
    '--ignore-submodules=dirty',
    '--renames',
    '--',
    ...specsOf(names),
  ])
  return parseStatus(text)
}

const marks: readonly (readonly [string, string])[] = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
]

export function ongoing({ repository }: Git): string | undefined {
  const isThere = (name: string): boolean =>
    lstatSync(join(repository.gitDir, name), { throwIfNoEntry: false }) !== undefined
  return marks.find(([name]) => isThere(name))?.[1]
}
