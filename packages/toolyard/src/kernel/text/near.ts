/**
 * "Did you mean": the names nearest to what was written.
 *
 * @module
 */

/** At most `limit` of `names`, nearest first; empty if nothing is near enough to be a likely slip. */
export function nearest(written: string, names: Iterable<string>, limit = 3): string[] {
  const wanted = fold(written)
  const scored: { name: string; distance: number }[] = []
  for (const name of names) {
    const candidate = fold(name)
    const longer = Math.max(wanted.length, candidate.length)
    if (longer === 0) continue
    const shorter = Math.min(wanted.length, candidate.length)
    const contained = shorter >= 3 && (candidate.includes(wanted) || wanted.includes(candidate))
    const distance = contained ? 0.5 : editDistance(wanted, candidate)
    if (distance <= Math.max(1, Math.floor(longer / 3))) scored.push({ name, distance })
  }
  return scored
    .toSorted((left, right) => left.distance - right.distance || left.name.localeCompare(right.name))
    .slice(0, limit)
    .map(({ name }) => name)
}

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(written: string, names: Iterable<string>): string {
  const near = nearest(written, names)
  return near.length === 0 ? '' : ` Did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`
}

/** Case, `-`, `_` and spaces do not make two names different. */
function fold(name: string): string {
  return name
    .slice(0, 128)
    .toLowerCase()
    .replaceAll(/[-_\s]/g, '')
}

/** Damerau–Levenshtein (neighbouring letters swapped count once), two rows and one more. */
export function editDistance(left: string, right: string): number {
  let before: number[] = []
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1]
      let best = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      )
      if (
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1]
      ) {
        best = Math.min(best, (before[column - 2] ?? 0) + 1)
      }
      current.push(best)
    }
    before = previous
    previous = current
  }
  return previous[right.length] ?? left.length
}
