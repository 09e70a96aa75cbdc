/**
 * Two texts line by line: what is in both, what is gone, what has come.
 *
 * @module
 */

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** Longer texts are shown one after the other: to compare them costs their lengths multiplied. */
const mostLines = 600

export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [left, right] = [before.split('\n'), after.split('\n')]
  if (left.length > mostLines || right.length > mostLines)
    return [
      ...left.map((text): DiffLine => ({ kind: 'removed', text })),
      ...right.map((text): DiffLine => ({ kind: 'added', text })),
    ]
  const common = commonLengths(left, right)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < left.length || j < right.length) {
    const [one, other] = [left[i], right[j]]
    if (one !== undefined && one === other) {
      lines.push({ kind: 'same', text: one })
      i++
      j++
    } else if (
      one !== undefined &&
      (other === undefined || lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))
    ) {
      lines.push({ kind: 'removed', text: one })
      i++
    } else if (other !== undefined) {
      lines.push({ kind: 'added', text: other })
      j++
    }
  }
  return lines
}

/** How many lines the rests from (i, j) on have in common. */
function commonLengths(left: readonly string[], right: readonly string[]): readonly (readonly number[])[] {
  const table = Array.from({ length: left.length + 1 }, () =>
    Array.from({ length: right.length + 1 }, () => 0),
  )
  for (let i = left.length - 1; i >= 0; i--) {
    const row = table[i] ?? []
    for (let j = right.length - 1; j >= 0; j--)
      row[j] =
        left[i] === right[j]
          ? lengthAt(table, i + 1, j + 1) + 1
          : Math.max(lengthAt(table, i + 1, j), lengthAt(table, i, j + 1))
  }
  return table
}

function lengthAt(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0
}
