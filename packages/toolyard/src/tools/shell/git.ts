/** `git`: looks at a repository and changes it, by actions; no shell, no hooks, no pager, no prompts. */
import { defineTool, type Effects, type Permission, type ToolContext } from '../../define/index.ts'
import { pathResources } from '../files/lib/path-resource.ts'
import { namesSecret } from '../files/search-lib/secret-names.ts'
import { gitInput, type GitInput, pathInRef, writes } from './git/input.ts'
import { openGit, requireGit } from './git/open-git.ts'
import { gitOutput } from './git/output.ts'
import { readActions } from './git/read-actions.ts'
import { renderGit } from './git/render-git.ts'
import type { GitResult } from './git/results.ts'
import { writeActions } from './git/write-actions.ts'

export default defineTool({
  name: 'git',
  description:
    'Work with the git repository of the workspace by actions: status, diff, log, show (a commit, or a file as REV:path), blame, branches; add, commit, checkout (a branch or commit, or a new branch), stash, restore (files; discards their changes, or unstages them with staged). Hooks, filters and signing of the repository are not run. There is no fetch, pull, push, merge or rebase: those need the shell.',
  category: 'shell',
  permission: 'write',
  effects: 'local_state',
  timeoutMs: 120_000,
  tags: ['git', 'version-control', 'sandbox'],
  aliases: {
    path: 'paths',
    file: 'paths',
    files: 'paths',
    file_path: 'paths',
    filePath: 'paths',
    command: 'action',
    revision: 'ref',
    commit: 'ref',
  },
  examples: [
    { title: 'What has changed', input: { action: 'status' } },
    {
      title: 'Commit two files',
      input: { action: 'commit', message: 'fix: typo', paths: ['README.md', 'docs/guide.md'] },
    },
    { title: 'A new branch from main', input: { action: 'checkout', branch: 'fix/typo', ref: 'main' } },
    { title: 'Discard the changes of a file', input: { action: 'restore', paths: ['src/index.ts'] } },
  ],
  inputSchema: gitInput,

  permissionFor(input): { permission: Permission; effects: Effects } {
    const named = [...(input.paths ?? []), pathInRef(input.ref) ?? '.']
    const changes = writes(input)
    if (named.some(namesSecret)) return { permission: 'external', effects: changes ? 'local_state' : 'none' }
    return changes ? { permission: 'write', effects: 'local_state' } : { permission: 'read', effects: 'none' }
  },

  resources(input, { workspace }) {
    const inRef = pathInRef(input.ref)
    const named = [...(input.paths ?? []), ...(inRef === undefined ? [] : [inRef])]
    const touched = named.length === 0 ? [input.workdir] : named
    return touched.flatMap((path) => pathResources(path, writes(input) ? 'write' : 'read', workspace))
  },

  outputSchema: gitOutput,
  render: (output, { action }) => renderGit({ ...output, action } as GitResult),

  async execute(input, context) {
    const git = await openGit(input.workdir, context)
    if (!git && input.action === 'status') return { repository: false, notes: [] }
    const { action: _, ...output } = await act(input, requireGit(git, context), context)
    return output
  },
})

function act(input: GitInput, git: ReturnType<typeof requireGit>, { host }: ToolContext): Promise<GitResult> {
  const { action } = input
  switch (action) {
    case 'add':
    case 'commit':
    case 'checkout':
    case 'stash':
    case 'restore':
      return writeActions[action](git, input, host.files)
    default:
      return readActions[action](git, input, host.files)
  }
}
