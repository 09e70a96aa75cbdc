/**
 * What a search passed over, in a sentence: a reader should not take "no match" for an answer about files that were never
 * looked at.
 *
 * @module
 */
import type { Skipped } from '../../../host/index.ts'
import { visibleName } from './visible-name.ts'

type SkipKind = Exclude<keyof Skipped, 'ignoredNames'>

const words: readonly { readonly of: SkipKind; readonly one: string; readonly many: string }[] = [
  { of: 'ignored', one: 'ignored file or folder', many: 'ignored files and folders' },
  { of: 'hidden', one: 'hidden file or folder', many: 'hidden files and folders' },
  { of: 'binary', one: 'binary file', many: 'binary files' },
  { of: 'excluded', one: 'that may hold secrets', many: 'that may hold secrets' },
  { of: 'links', one: 'link', many: 'links' },
  { of: 'special', one: 'pipe, socket or device', many: 'pipes, sockets or devices' },
  { of: 'unreadable', one: 'that could not be read', many: 'that could not be read' },
]

/**
 * `done` is what the search does with a file: `searched`, `listed`. With `advice`, how to reach what was passed over.
 */
export function skipNotes(
  skipped: Skipped,
  { done, advice }: { readonly done: string; readonly advice: boolean },
): string[] {
  const parts = words.flatMap(({ of, one, many }) => {
    const count = skipped[of]
    if (count === 0) return []
    return [`${count} ${count === 1 ? one : many}${of === 'ignored' ? ignoredNames(skipped) : ''}`]
  })
  if (parts.length === 0) return []
  const hints = [
    ...(skipped.ignored > 0 ? ['name an ignored folder in path to look inside'] : []),
    ...(skipped.hidden > 0 ? ['set hidden to true for hidden ones'] : []),
    ...(skipped.excluded > 0 ? ['name a file with secrets in path to ask for it'] : []),
  ]
  return [
    `Not ${done}: ${parts.join(', ')}.`,
    ...(advice && hints.length > 0 ? [`To see more: ${hints.join('; ')}.`] : []),
  ]
}

export function timeNote(timeoutMs: number, done: string): string {
  return `Stopped after ${timeoutMs / 1000} s: not everything was ${done}. Narrow it with path or glob.`
}

function ignoredNames({ ignored, ignoredNames: names }: Skipped): string {
  const list = [...names.map(visibleName), ...(ignored > names.length ? ['…'] : [])]
  return list.length === 0 ? '' : ` (${list.join(', ')})`
}
