/**
 * Two texts line by line: what goes, what comes, and a few lines around.
 *
 * @module
 */

export interface DiffLine {
  /** `…` stands for lines that both have and that are left out. */
  readonly mark: ' ' | '-' | '+' | '…'
  readonly text: string
}

/** Lines of what stays beside each change. */
const context = 3
/** Pairs of lines that are compared; texts that differ in more are shown one after the other. */
const mostPairs = 1_000_000

/** Nothing where both are the same. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const lines: DiffLine[] = [
    ...marked(' ', old.slice(0, start)),
    ...align(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...marked(' ', old.slice(old.length - end)),
  ]
  return lines.every(({ mark }) => mark === ' ') ? [] : shortened(lines)
}

/** The end of the last line is no line of its own. */
function linesOf(text: string): string[] {
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

function marked(mark: DiffLine['mark'], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ mark, text }))
}

/** The longest common row of lines stays; all others go or come. */
function align(old: readonly string[], now: readonly string[]): DiffLine[] {
  if (old.length * now.length > mostPairs) return [...marked('-', old), ...marked('+', now)]
  const width = now.length + 1
  /** How many lines the ends of both share from each pair of places on. */
  const common = new Uint32Array((old.length + 1) * width)
  const at = (left: number, right: number): number => common[left * width + right] ?? 0
  for (let left = old.length - 1; left >= 0; left--)
    for (let right = now.length - 1; right >= 0; right--)
      common[left * width + right] =
        old[left] === now[right]
          ? at(left + 1, right + 1) + 1
          : Math.max(at(left + 1, right), at(left, right + 1))
  const lines: DiffLine[] = []
  for (let left = 0, right = 0; left < old.length || right < now.length;) {
    const [gone, come] = [old[left], now[right]]
    if (gone !== undefined && gone === come) {
      lines.push({ mark: ' ', text: gone })
      left++
      right++
    } else if (gone !== undefined && (come === undefined || at(left + 1, right) >= at(left, right + 1))) {
      lines.push({ mark: '-', text: gone })
      left++
    } else {
      lines.push({ mark: '+', text: come ?? '' })
      right++
    }
  }
  return lines
}

/** Only what is near a change. */
function shortened(lines: readonly DiffLine[]): DiffLine[] {
  const near = new Set<number>()
  for (const [index, { mark }] of lines.entries())
    if (mark !== ' ') for (let at = index - context; at <= index + context; at++) near.add(at)
  const shown: DiffLine[] = []
  for (const [index, line] of lines.entries())
    if (near.has(index)) shown.push(line)
    else if (shown.at(-1)?.mark !== '…') shown.push({ mark: '…', text: '' })
  return shown
}
