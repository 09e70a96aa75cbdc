/**
 * Paths of a call as names in the repository, and as the patterns that git takes: always literally.
 *
 * @module
 */
import { isAbsolute, join, relative, sep } from 'node:path'
import type { Workspace } from '../../../host/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import type { Git } from './open-git.ts'

/** Relative to the top of the repository; the top itself is ''. Throws `outside_workspace`, `invalid_arguments`. */
export function namesOf(git: Git, files: Workspace, paths: readonly string[] = []): string[] {
  const { top } = git.repository
  return paths.map((path) => {
    const name = relative(top, files.resolve(path).written)
    if (name === '..' || name.startsWith(`..${sep}`) || isAbsolute(name))
      throw new ToolyardError('invalid_arguments', `"${path}" is not in the repository ${top}`, {
        hint: 'Name a file of this repository, or another repository in workdir.',
      })
    return name
  })
}

export function specsOf(names: readonly string[]): string[] {
  return names.map((name) => (name === '' ? ':(top)' : `:(top,literal)${name}`))
}

export function without(names: readonly string[]): string[] {
  return names.map((name) => `:(top,exclude,literal)${name}`)
}

/** Whether no rule closes a changed file to the call, under none of its names. */
export function isTold(git: Git, { path, from }: { readonly path: string; readonly from?: string }): boolean {
  return !git.isClosed(path) && (from === undefined || !git.isClosed(from))
}

/** Of `found`, those that may hold secrets and were not named by the caller. */
export function secretsAmong(
  git: Git,
  files: Workspace,
  { found, named }: { readonly found: readonly string[]; readonly named: readonly string[] },
): string[] {
  const { top } = git.repository
  return [...new Set(found)].filter((name) => !named.includes(name) && files.isSensitive(join(top, name)))
}

/** Throws `protected_path` if one of them may not be written through tools. */
export function requireUnprotected(git: Git, files: Workspace, names: readonly string[]): void {
  const { top } = git.repository
  requireOpen(git, names)
  const kept = names.filter((name) => files.isProtected(join(top, name)))
  if (kept.length === 0) return
  const list = kept.slice(0, 5).join(', ')
  throw new ToolyardError(
    'protected_path',
    `this would write ${kept.length === 1 ? `"${list}", which is` : `${kept.length} files that are`} protected${kept.length === 1 ? '' : ` (${list})`}: they configure this machine, this project or its tools`,
    { hint: 'Ask the user to do it, or name other paths.' },
  )
}

/** Throws `denied` if rules close one of them to the call; it does not say which. */
export function requireOpen(git: Git, names: readonly string[]): void {
  if (!names.some((name) => git.isClosed(name))) return
  throw new ToolyardError('denied', 'this would change files that a rule of the policy closes to this call', {
    hint: 'Name the files to change in paths.',
  })
}

export function fields(text: string): string[] {
  const parts = text.split('\0')
  if (parts.at(-1) === '') parts.pop()
  return parts
}
