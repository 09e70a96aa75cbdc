/**
 * One order out of several: reciprocal rank fusion. What stands high in one list, or well in all, comes first; scores of
 * different kinds need not be compared.
 *
 * @module
 */

/** How little the first places count beside the next: the value of the paper that proposed it (Cormack et al., 2009). */
const flatness = 60

export function fuse<T>(lists: readonly (readonly T[])[]): T[] {
  const scores = new Map<T, number>()
  for (const list of lists)
    for (const [place, one] of list.entries())
      scores.set(one, (scores.get(one) ?? 0) + 1 / (flatness + place + 1))
  return [...scores].toSorted(([, left], [, right]) => right - left).map(([one]) => one)
}
