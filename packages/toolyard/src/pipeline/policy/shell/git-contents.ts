/**
 * Whether a command of git would print what is in a tracked file that is likely to hold secrets.
 *
 * By the files that are tracked now: what was tracked once and is in the history alone is not seen.
 *
 * @module
 */
import { isSensitivePath } from '../../../host/files/index.ts'
import type { FoundRepository } from './repository.ts'

/** They print changes unless an option says otherwise. */
const patching = new Set(['diff', 'show', 'whatchanged'])
/** They do if an option says so. */
const listing = new Set(['log', 'diff-tree', 'stash', 'reflog', 'rev-list'])
const patchOptions =
  /^(?:-[a-zA-Z]*[pucWU]|--(?:patch|unified|binary|cc|color-words|word-diff|function-context|full-diff)\b.*|-L.*|-U.*)$/
const summaryOptions =
  /^(?:--(?:stat|name-only|name-status|numstat|shortstat|summary|quiet|no-patch|raw|dirstat|compact-summary)\b.*|-s)$/

/** Answers why not. */
export function secretShown(
  words: readonly string[],
  repository: FoundRepository | undefined,
): string | undefined {
  if (!repository || !printsChanges(words)) return undefined
  const names = repository.tracked()
  if (!names) return 'it can not be told which files the repository tracks'
  const apart = words.indexOf('--')
  const paths = apart < 0 ? [] : words.slice(apart + 1)
  const isLimited =
    paths.length > 0 &&
    paths.every((path) => /^[\w@%+,/-][\w@%+,./-]*$/.test(path) && !path.split('/').includes('..'))
  const isIn = (name: string): boolean =>
    !isLimited ||
    paths.some(
      (path) =>
        name === path || name.endsWith(`/${path}`) || `/${name}`.includes(`/${path.replace(/\/$/, '')}/`),
    )
  const secret = names.find((name) => isSensitivePath(name) && isIn(name))
  return secret === undefined
    ? undefined
    : `"${secret}" is tracked and may hold secrets; name other paths after --`
}

function printsChanges(words: readonly string[]): boolean {
  const command = words.slice(1).find((word) => !word.startsWith('-')) ?? ''
  const options = words.filter((word) => word.startsWith('-'))
  if (options.some((option) => patchOptions.test(option)))
    return patching.has(command) || listing.has(command)
  if (!patching.has(command)) return false
  const isBlob =
    command === 'show' && words.slice(2).every((word) => word.startsWith('-') || word.includes(':'))
  return !(isBlob && words.length > 2) && !options.some((option) => summaryOptions.test(option))
}
