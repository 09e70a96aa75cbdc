/**
 * Commits, read from `git log` in a form that no message can break.
 *
 * @module
 */
import type { Git } from './open-git.ts'
import { fields } from './path-specs.ts'
import type { Commit } from './results.ts'

const wanted = ['%H', '%h', '%P', '%an', '%ae', '%aI', '%D', '%s', '%b']

export async function readCommits(git: Git, args: readonly string[]): Promise<Commit[]> {
  const { text } = await git.run(['log', '-z', `--format=${wanted.join('%x00')}`, '--no-color', ...args])
  const parts = fields(text)
  const commits: Commit[] = []
  for (let at = 0; at + wanted.length <= Math.max(parts.length, 1); at += wanted.length)
    commits.push(toCommit(parts.slice(at, at + wanted.length)))
  return commits
}

function toCommit([
  commit = '',
  short = '',
  parents = '',
  author = '',
  email = '',
  ...rest
]: string[]): Commit {
  const [date = '', refs = '', subject = '', body = ''] = rest
  return {
    commit,
    short,
    parents: words(parents, ' '),
    author,
    email,
    date,
    refs: words(refs, ', '),
    subject,
    body: body.trimEnd(),
  }
}

function words(text: string, separator: string): string[] {
  return text === '' ? [] : text.split(separator)
}
