/**
 * What the actions of `git` answer, as its output schema says it: one object, with the keys of each action.
 *
 * @module
 */
import { z } from 'zod'
import { cutFields } from '../../output-lib/cut-fields.ts'

const head = z.strictObject({
  branch: z.string().optional().describe('Absent if HEAD is detached'),
  commit: z.string().optional().describe('Absent before the first commit'),
  upstream: z.string().optional(),
  ahead: z.int().optional(),
  behind: z.int().optional(),
})

const file = z.strictObject({
  path: z.string(),
  from: z.string().optional().describe('Its name before'),
  staged: z.string().optional().describe('status: the change that is staged'),
  unstaged: z.string().optional().describe('status: the change that is not'),
  conflict: z.string().optional(),
  change: z.string().optional().describe('diff, show, commit: what happened to it'),
  added: z.int().optional().describe('Lines; absent if it is binary'),
  deleted: z.int().optional().describe('Lines'),
})

const commit = z.strictObject({
  commit: z.string(),
  short: z.string(),
  parents: z.array(z.string()),
  author: z.string(),
  email: z.string(),
  date: z.string(),
  refs: z.array(z.string()).describe('Branches and tags'),
  subject: z.string(),
  body: z.string(),
})

const blameLine = z.strictObject({
  line: z.int(),
  commit: z.string().describe('Zeros if the line is not committed'),
  author: z.string(),
  date: z.string(),
  summary: z.string(),
  text: z.string(),
})

const branch = z.strictObject({
  name: z.string(),
  commit: z.string(),
  date: z.string(),
  subject: z.string(),
  current: z.literal(true).optional(),
  remote: z.literal(true).optional(),
  upstream: z.string().optional(),
  track: z.string().optional().describe('How far it is from its upstream'),
})

const stash = z.strictObject({ index: z.int(), date: z.string(), subject: z.string() })

export const gitOutput = z.strictObject({
  repository: z.boolean().optional().describe('status: false outside a repository'),
  head: head.optional().describe('status, branches, add, checkout, restore'),
  files: z.array(file).optional().describe('Files that changed'),
  ongoing: z.string().optional().describe('status: merge, rebase or the like that is not finished'),
  patch: z.string().optional().describe('diff, show, stash: absent with stat'),
  commits: z.array(commit).optional().describe('log'),
  commit: commit.optional().describe('show, commit'),
  text: z.string().optional().describe('show: the file of REV:path'),
  lines: z.array(blameLine).optional().describe('blame'),
  branches: z.array(branch).optional(),
  total: z.int().optional().describe('branches: all of them'),
  stashes: z.array(stash).optional(),
  stash: stash.optional().describe('stash show'),
  said: z.string().optional().describe('stash: what was done'),
  next_offset: z.int().optional().describe('log: where to go on'),
  next_line: z.int().optional().describe('blame: where to go on'),
  notes: z.array(z.string()).describe('What was left out'),
  ...cutFields,
})
