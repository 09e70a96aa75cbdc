/**
 * One ranked list over what an installation holds, as far as the caller may see it.
 *
 * @module
 */

/** What is found in each place. */
export const findingNames = {
  tools: 'tool',
  threads: 'conversation',
  runs: 'run',
  calls: 'call',
  tasks: 'task',
  forum: 'post',
  calendar: 'event',
  files: 'file',
  web: 'page',
} as const

export type FindPlace = keyof typeof findingNames

export const findPlaces = Object.keys(findingNames) as readonly FindPlace[]

/** Places that need the rules of a call are looked through by the tool itself. */
export type KeptPlace = Exclude<FindPlace, 'files' | 'web'>

export interface Finding {
  readonly place: FindPlace
  /** How it is named where it is: a tool's name, a call's id, a path. */
  readonly id: string
  readonly title: string
  /** The text around what was found. */
  readonly excerpt: string
  readonly at?: number | undefined
  /** From 0 to 1, by the same measure in every place. */
  readonly score: number
}

export interface FindAccess {
  /** Best first. A place that can't be looked through is named in `missing`, with the reason. */
  find(request: {
    readonly query: string
    readonly places: readonly KeptPlace[]
    readonly limit: number
    readonly signal: AbortSignal
  }): Promise<{ readonly findings: readonly Finding[]; readonly missing: readonly string[] }>
}

/** Best first; at the same score tools, then what is newer. Of one thing that was found twice the better is kept. */
export function rankFindings(findings: readonly Finding[], limit: number): Finding[] {
  const best = new Map<string, Finding>()
  for (const finding of findings) {
    const key = JSON.stringify([finding.place, finding.id])
    const before = best.get(key)
    if (!before || compare(finding, before) < 0) best.set(key, finding)
  }
  return [...best.values()].toSorted(compare).slice(0, limit)
}

function compare(one: Finding, other: Finding): number {
  const [rounded, otherRounded] = [one, other].map(({ score }) => Math.round(score * 1000))
  return (
    (otherRounded ?? 0) - (rounded ?? 0) ||
    Number(other.place === 'tools') - Number(one.place === 'tools') ||
    (other.at ?? 0) - (one.at ?? 0)
  )
}
