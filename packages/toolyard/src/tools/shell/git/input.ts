/**
 * What `git` takes: one list of parameters for all actions.
 *
 * @module
 */
import { z } from 'zod'

const actions = [
  'status',
  'diff',
  'log',
  'show',
  'blame',
  'branches',
  'add',
  'commit',
  'checkout',
  'stash',
  'restore',
] as const

const stashOperations = ['push', 'list', 'show', 'apply', 'pop', 'drop'] as const

const text = z.string().min(1).max(1000)

export const gitInput = z.strictObject({
  action: z.enum(actions).describe('What to do'),
  paths: z
    .preprocess(
      (given) => (typeof given === 'string' ? [given] : given),
      z.array(z.string().min(1)).max(1000),
    )
    .optional()
    .describe(
      'Files or folders, relative to the workspace. blame, restore: needed; add: needed unless all; commit: these alone, new files too',
    ),
  ref: text
    .optional()
    .describe(
      'A commit, branch or tag. diff: compare with it; log, show, blame: look there; show REV:path gives a file; checkout: go there; restore: take from there',
    ),
  to: text.optional().describe('diff: compare ref with this one'),
  staged: z.boolean().default(false).describe('diff: what is staged. restore: unstage'),
  stat: z.boolean().default(false).describe('diff, show: only the list of files'),
  query: text.optional().describe('log: commits whose message has this text'),
  limit: z.int().min(1).max(1000).default(20).describe('log, branches: how many'),
  offset: z.int().min(0).default(0).describe('log: how many to pass over'),
  from_line: z.int().min(1).optional().describe('blame: first line'),
  to_line: z.int().min(1).optional().describe('blame: last line'),
  message: z
    .string()
    .min(1)
    .max(50_000)
    .optional()
    .describe('commit: its message, needed unless amend; stash: a note'),
  all: z
    .boolean()
    .default(false)
    .describe('add: everything that changed. commit: all changed files that git knows'),
  amend: z.boolean().default(false).describe('commit: replace the last commit'),
  branch: text.optional().describe('checkout: make this new branch, from ref or from here'),
  operation: z.enum(stashOperations).default('push').describe('stash: what to do'),
  index: z.int().min(0).max(10_000).default(0).describe('stash: which one, 0 is the newest'),
  workdir: z.string().min(1).default('.').describe('A folder of the repository, where there are several'),
})

export type GitInput = z.infer<typeof gitInput>

/** Whether a call changes something. */
export function writes({ action, operation }: Pick<GitInput, 'action' | 'operation'>): boolean {
  if (action === 'stash') return operation !== 'list' && operation !== 'show'
  return ['add', 'commit', 'checkout', 'restore'].includes(action)
}

/** The path in `REV:path`. */
export function pathInRef(ref: string | undefined): string | undefined {
  const at = ref?.indexOf(':') ?? -1
  return at > 0 ? ref?.slice(at + 1) : undefined
}
