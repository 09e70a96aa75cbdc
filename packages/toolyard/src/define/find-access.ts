/**
 * One ranked list over what an installation holds, as far as the caller may see it.
 *
 * @module
 */

export const findPlaces = [
  'tools',
  'threads',
  'runs',
  'calls',
  'tasks',
  'forum',
  'calendar',
  'files',
  'web',
] as const

export type FindPlace = (typeof findPlaces)[number]

export interface Finding {
  readonly place: FindPlace
  /** How it is named where it is: a tool's name, a call's id, a path. */
  readonly id: string
  readonly title: string
  /** The text around what was found. */
  readonly excerpt: string
  readonly at?: number | undefined
}

export interface FindAccess {
  /** Best first. A place that can't be looked through is named in `missing`, with the reason. */
  find(request: {
    readonly query: string
    readonly places: readonly FindPlace[]
    readonly limit: number
    readonly signal: AbortSignal
  }): Promise<{ readonly findings: readonly Finding[]; readonly missing: readonly string[] }>
}
