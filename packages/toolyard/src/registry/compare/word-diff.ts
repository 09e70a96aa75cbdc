/**
 * Two texts → one line in which what went stands as `[-old-]` and what came as `{+new+}`.
 *
 * White space counts for nothing. What stayed is shortened to a few words beside each change; texts that differ in too much
 * are shown one after the other.
 *
 * @module
 */

/** Words a side that are lined up one by one, once the equal beginning and end are off. */
const maxWords = 400
/** Words of what stayed that are shown on each side of a change. */
const context = 4

type Mark = 'same' | 'old' | 'new'
interface Run {
  readonly mark: Mark
  readonly words: string[]
}

export function wordDiff(before: string, after: string): string {
  const [old, now] = [wordsIn(before), wordsIn(after)]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const runs: Run[] = []
  push(runs, 'same', old.slice(0, start))
  align(runs, old.slice(start, old.length - end), now.slice(start, now.length - end))
  push(runs, 'same', old.slice(old.length - end))
  return runs.map((run, index) => textOf(run, index === 0, index === runs.length - 1)).join(' ')
}

function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

function push(runs: Run[], mark: Mark, words: readonly string[]): void {
  if (words.length === 0) return
  const last = runs.at(-1)
  if (last?.mark === mark) last.words.push(...words)
  else runs.push({ mark, words: [...words] })
}

/** The longest common row of words stays; all others went or came. */
function align(runs: Run[], old: readonly string[], now: readonly string[]): void {
  if (old.length > maxWords || now.length > maxWords) {
    push(runs, 'old', old)
    return push(runs, 'new', now)
  }
  const common = commonLengths(old, now)
  let [left, right] = [0, 0]
  while (left < old.length || right < now.length) {
    const [word, other] = [old[left], now[right]]
    if (word !== undefined && word === other) {
      push(runs, 'same', [word])
      left++
      right++
    } else if (
      word !== undefined &&
      (other === undefined || at(common, left + 1, right) >= at(common, left, right + 1))
    ) {
      push(runs, 'old', [word])
      left++
    } else if (other !== undefined) {
      push(runs, 'new', [other])
      right++
    }
  }
}

/** How many words the ends of both texts share from each pair of places on. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  for (let left = old.length - 1; left >= 0; left--)
    for (let right = now.length - 1; right >= 0; right--) {
      const length =
        old[left] === now[right]
          ? at(rows, left + 1, right + 1) + 1
          : Math.max(at(rows, left + 1, right), at(rows, left, right + 1))
      rows[left]?.fill(length, right, right + 1)
    }
  return rows
}

function at(rows: readonly Uint16Array[], left: number, right: number): number {
  return rows[left]?.[right] ?? 0
}

function textOf({ mark, words }: Run, isFirst: boolean, isLast: boolean): string {
  if (mark === 'old') return `[-${words.join(' ')}-]`
  if (mark === 'new') return `{+${words.join(' ')}+}`
  const head = isFirst ? [] : words.slice(0, context)
  const tail = isLast ? [] : words.slice(-context)
  if (head.length + tail.length >= words.length || (isFirst && isLast)) return words.join(' ')
  return [...head, '…', ...tail].join(' ')
}
