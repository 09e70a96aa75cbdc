/**
 * The answers of `git` as the model reads them: short, one thing a line, every name visible.
 *
 * @module
 */
import { visibleText } from '../../../kernel/index.ts'
import { visibleName } from '../../files/search-lib/visible-name.ts'
import type { ChangedFile } from './parse-changes.ts'
import type { BranchState, FileState } from './parse-status.ts'
import type { GitBranch, Commit, GitResult } from './results.ts'

export function renderGit(result: GitResult): string {
  const text = visibleText(textOf(result).trimEnd())
  if (result.notes.length === 0) return text
  const notes = result.notes.map(visibleText).join('\n')
  return text === '' ? notes : `${text}\n\n[${notes}]`
}

function textOf(result: GitResult): string {
  switch (result.action) {
    case 'status':
      return result.repository ? statusText(result) : 'This folder is not in a git repository.'
    case 'diff':
      return result.files.length === 0 ? 'No changes.' : patchText(result)
    case 'log':
      return result.commits.map(commitLine).join('\n') || (result.notes.length > 0 ? '' : 'No commits.')
    case 'show':
      return 'text' in result ? result.text : `${commitText(result.commit)}\n\n${patchText(result)}`
    case 'blame':
      return result.lines
        .map(({ line, commit, author, date, text }) => `${line}\t${commit} ${date} ${author}\t${text}`)
        .join('\n')
    case 'branches':
      return [headText(result.head), ...result.branches.map(branchLine)].join('\n')
    case 'commit':
      return `${commitText(result.commit)}\n\n${listText(result.files)}`
    case 'stash':
      return stashText(result)
    default:
      return statusText(result)
  }
}

function statusText({
  head,
  files,
  ongoing,
}: {
  readonly head: BranchState
  readonly files: readonly FileState[]
  readonly ongoing?: string
}): string {
  return [
    headText(head),
    ...(ongoing === undefined ? [] : [`A ${ongoing} is not finished.`]),
    ...(files.length === 0 ? ['Nothing has changed.'] : files.map(fileLine)),
  ].join('\n')
}

function headText({ branch, commit, upstream, ahead, behind }: BranchState): string {
  const at = commit === undefined ? ', no commits yet' : ` at ${commit.slice(0, 12)}`
  const where = branch === undefined ? `Detached HEAD${at}` : `On branch ${visibleName(branch)}${at}`
  if (upstream === undefined) return where
  const apart = [...(ahead ? [`${ahead} ahead of`] : []), ...(behind ? [`${behind} behind`] : [])].join(', ')
  return `${where}, ${apart || (ahead === undefined ? 'follows the missing' : 'even with')} ${visibleName(upstream)}`
}

function fileLine({ path, from, staged, unstaged, conflict }: FileState): string {
  const name = from === undefined ? visibleName(path) : `${visibleName(from)} -> ${visibleName(path)}`
  if (conflict !== undefined) return `conflict (${conflict}): ${name}`
  if (unstaged === 'untracked') return `untracked: ${name}`
  return (
    [...(staged ? [`staged ${staged}`] : []), ...(unstaged ? [`not staged ${unstaged}`] : [])].join(', ') +
    `: ${name}`
  )
}

function patchText({
  files,
  patch,
}: {
  readonly files: readonly ChangedFile[]
  readonly patch?: string
}): string {
  return patch ? `${listText(files)}\n\n${patch}` : listText(files)
}

function listText(files: readonly ChangedFile[]): string {
  return files
    .map(({ path, from, change, added, deleted }) => {
      const name = from === undefined ? visibleName(path) : `${visibleName(from)} -> ${visibleName(path)}`
      return `${change}: ${name}${added === undefined ? '' : ` (+${added} -${deleted})`}`
    })
    .join('\n')
}

function commitLine({ short, date, author, subject, refs }: Commit): string {
  const names = refs.length === 0 ? '' : ` (${refs.map(visibleName).join(', ')})`
  return `${short} ${date.slice(0, 10)} ${visibleName(author)}: ${visibleName(subject)}${names}`
}

function commitText({ commit, date, author, email, subject, body, refs }: Commit): string {
  const names = refs.length === 0 ? '' : ` (${refs.map(visibleName).join(', ')})`
  const head = `commit ${commit}${names}\n${visibleName(author)} <${visibleName(email)}> ${date}\n\n    ${subject}`
  return body === '' ? head : `${head}\n\n${body.replaceAll(/^(?=.)/gm, '    ')}`
}

function branchLine({ name, commit, date, subject, current, upstream, track }: GitBranch): string {
  const follows =
    upstream === undefined ? '' : ` [${visibleName(upstream)}${track === undefined ? '' : `: ${track}`}]`
  return `${current ? '*' : ' '} ${visibleName(name)} ${commit} ${date.slice(0, 10)}${follows} ${visibleName(subject)}`
}

function stashText(result: Extract<GitResult, { action: 'stash' }>): string {
  if ('stash' in result)
    return `stash ${result.stash.index}: ${visibleName(result.stash.subject)}\n\n${patchText(result)}`
  const list = result.stashes.map(
    ({ index, date, subject }) => `${index}: ${date.slice(0, 10)} ${visibleName(subject)}`,
  )
  return [...(result.said === undefined ? [] : [result.said]), ...list].join('\n')
}
