/**
 * What the actions of `git` answer, for programs.
 *
 * @module
 */
import type { Workspace } from '../../../host/index.ts'
import type { GitInput } from './input.ts'
import type { Git } from './open-git.ts'
import type { ChangedFile } from './parse-changes.ts'
import type { BranchState, FileState } from './parse-status.ts'

export interface Commit {
  readonly commit: string
  readonly short: string
  readonly parents: readonly string[]
  readonly author: string
  readonly email: string
  readonly date: string
  /** Branches and tags that stand here. */
  readonly refs: readonly string[]
  readonly subject: string
  readonly body: string
}

export interface BlameLine {
  readonly line: number
  /** Zeros if the line is not committed. */
  readonly commit: string
  readonly author: string
  readonly date: string
  readonly summary: string
  readonly text: string
}

export interface GitBranch {
  readonly name: string
  readonly commit: string
  readonly date: string
  readonly subject: string
  readonly current?: true
  readonly remote?: true
  readonly upstream?: string
  readonly track?: string
}

export interface Stash {
  readonly index: number
  readonly date: string
  readonly subject: string
}

interface Patch {
  readonly files: readonly ChangedFile[]
  /** Absent if only the list was asked for. */
  readonly patch?: string
}

type GitAnswer =
  | { readonly action: 'status'; readonly repository: false }
  | {
      readonly action: 'status'
      readonly repository: true
      readonly head: BranchState
      readonly files: readonly FileState[]
      /** An operation that is not finished: merge, rebase, cherry-pick, revert, bisect. */
      readonly ongoing?: string
    }
  | ({ readonly action: 'diff' } & Patch)
  | { readonly action: 'log'; readonly commits: readonly Commit[]; readonly next_offset?: number }
  | ({ readonly action: 'show'; readonly commit: Commit } & Patch)
  | { readonly action: 'show'; readonly text: string }
  | {
      readonly action: 'blame'
      readonly lines: readonly BlameLine[]
      readonly next_line?: number
    }
  | {
      readonly action: 'branches'
      readonly head: BranchState
      readonly branches: readonly GitBranch[]
      readonly total: number
    }
  | { readonly action: 'add' | 'restore'; readonly head: BranchState; readonly files: readonly FileState[] }
  | { readonly action: 'commit'; readonly commit: Commit; readonly files: readonly ChangedFile[] }
  | { readonly action: 'checkout'; readonly head: BranchState; readonly files: readonly FileState[] }
  | { readonly action: 'stash'; readonly stashes: readonly Stash[]; readonly said?: string }
  | ({ readonly action: 'stash'; readonly stash: Stash } & Patch)

/** With what was left out, and what else the reader should know. */
export type GitResult = GitAnswer & { readonly notes: readonly string[] }

export type GitAction = (git: Git, input: GitInput, files: Workspace) => Promise<GitResult>
