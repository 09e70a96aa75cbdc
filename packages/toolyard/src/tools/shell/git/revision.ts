/**
 * Revisions as callers write them, made into object names, so that git never reads a caller's text as anything else.
 *
 * @module
 */
import { ToolyardError } from '../../../kernel/index.ts'
import type { Git } from './open-git.ts'

// oxlint-disable-next-line no-control-regex
const strange = /[\u0000-\u0020\u007f]/

/** The commit that `ref` names. Throws `invalid_arguments`, `not_found`. */
export async function commitOf(git: Git, ref: string): Promise<string> {
  checkRef(ref)
  const { text, exitCode } = await git.run(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`],
    { accept: [0, 1, 128] },
  )
  const name = text.trim()
  if (exitCode === 0 && /^[0-9a-f]{40,64}$/.test(name)) return name
  throw new ToolyardError('not_found', `there is no commit "${ref}" in this repository`, {
    hint: 'Look with action log or branches which there are.',
  })
}

/** `a..b` and `a...b` too, as `log` takes them. */
export async function rangeOf(git: Git, ref: string): Promise<string> {
  const [, from, dots, to] = /^(.*?)(\.{2,3})(.*)$/.exec(ref) ?? []
  if (dots === undefined) return commitOf(git, ref)
  const [first, last] = await Promise.all([commitOf(git, from || 'HEAD'), commitOf(git, to || 'HEAD')])
  return `${first}${dots}${last}`
}

/** Whether there is a commit at all. */
export async function hasCommits(git: Git): Promise<boolean> {
  const { exitCode } = await git.run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], {
    accept: [0, 1, 128],
  })
  return exitCode === 0
}

/** Throws if a name can't be the one of a new branch. */
export async function checkBranchName(git: Git, name: string): Promise<void> {
  checkRef(name)
  const { exitCode } = await git.run(['check-ref-format', `refs/heads/${name}`], { accept: [0, 1] })
  if (exitCode !== 0 || name === 'HEAD')
    throw new ToolyardError('invalid_arguments', `branch: "${name}" is not a name for a branch`, {
      hint: 'Use letters, digits, "-", "_", "." and "/".',
    })
}

function checkRef(ref: string): void {
  if (ref.startsWith('-'))
    throw new ToolyardError('invalid_arguments', `"${ref}" is not a revision: it begins with "-"`, {
      hint: 'Options are not taken; name a commit, a branch or a tag.',
    })
  if (strange.test(ref) || ref.startsWith(':'))
    throw new ToolyardError('invalid_arguments', `${JSON.stringify(ref)} is not a revision`, {
      hint: 'Name a commit, a branch or a tag, such as HEAD~1 or main.',
    })
}
