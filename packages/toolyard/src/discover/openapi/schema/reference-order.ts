/**
 * In which order schemas that refer to each other are converted: what is referred to comes first, and those that lead back to
 * themselves come together.
 *
 * Tarjan's algorithm without recursion: a chain of ten thousand references needs no stack.
 *
 * @module
 */

export interface ReferenceGroup {
  readonly members: readonly string[]
  /** Its members lead back to themselves. */
  readonly cyclic: boolean
}

interface ReferenceVisit {
  readonly key: string
  readonly next: readonly string[]
  readonly index: number
  low: number
  at: number
  /** Not yet in a group. */
  open: boolean
}

/** A function that answers the groups that can be reached from a start and that it has not answered before. */
export function createReferenceOrder(
  next: (key: string) => readonly string[],
): (start: string) => ReferenceGroup[] {
  const visits = new Map<string, ReferenceVisit>()
  const enter = (key: string): ReferenceVisit => {
    const visit = { key, next: next(key), index: visits.size, low: visits.size, at: 0, open: true }
    visits.set(key, visit)
    return visit
  }
  return (start) => {
    if (visits.has(start)) return []
    const groups: ReferenceGroup[] = []
    const path = [enter(start)]
    const open = [...path]
    for (let visit = path.at(-1); visit; visit = path.at(-1)) {
      const key = visit.next[visit.at++]
      if (key !== undefined) {
        const known = visits.get(key)
        if (known?.open) visit.low = Math.min(visit.low, known.index)
        if (known) continue
        const entered = enter(key)
        path.push(entered)
        open.push(entered)
        continue
      }
      path.pop()
      const above = path.at(-1)
      if (above) above.low = Math.min(above.low, visit.low)
      if (visit.low === visit.index) groups.push(groupOf(open.splice(open.lastIndexOf(visit))))
    }
    return groups
  }
}

function groupOf(visits: readonly ReferenceVisit[]): ReferenceGroup {
  for (const visit of visits) visit.open = false
  const [only] = visits
  return {
    members: visits.map(({ key }) => key).toSorted(),
    cyclic: visits.length > 1 || only?.next.includes(only.key) === true,
  }
}
