/**
 * Two texts → one line in which what went stands as `[-old-]` and what came as `{+new+}`.
 *
 * White space counts for nothing. What stayed is shortened to a few words beside each change; texts that differ in too much
 * are shown one after the other.
 *
 * @module
 */
import type * as Diff from 'diff'
import { lazy } from '../../kernel/index.ts'

/** Words that may go and come before two texts count as different as a whole. */
const maxEdits = 800
/** Words of what stayed that are shown on each side of a change. */
const context = 4

const library = lazy((require) => require('diff') as typeof Diff)

export function wordDiff(before: string, after: string): string {
  const [old, now] = [wordsIn(before), wordsIn(after)]
  const runs = library().diffArrays(old, now, { maxEditLength: maxEdits }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ]
  return runs
    .map(({ value, removed, added }, index) => {
      if (removed) return `[-${value.join(' ')}-]`
      if (added) return `{+${value.join(' ')}+}`
      return shortened(value, index === 0, index === runs.length - 1)
    })
    .join(' ')
}

function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

function shortened(words: readonly string[], isFirst: boolean, isLast: boolean): string {
  const head = isFirst ? [] : words.slice(0, context)
  const tail = isLast ? [] : words.slice(-context)
  if (head.length + tail.length >= words.length || (isFirst && isLast)) return words.join(' ')
  return [...head, '…', ...tail].join(' ')
}
