/**
 * Figures about calls: how many, how they ended, how long they ran and how long people were waited for, over time and by name.
 *
 * Stores count calls into cells; this file makes answers of cells, the same for every store.
 *
 * @module
 */
import type { ToolStatus } from '../define/index.ts'
import { middleOf } from './duration-buckets.ts'

/** Which calls are counted. Names are whole, or parts of names with `match: 'part'`. */
export interface CallSelection {
  readonly tool?: string | undefined
  readonly agent?: string | undefined
  readonly principal?: string | undefined
  /** The door through which calls came. */
  readonly origin?: string | undefined
  readonly threadId?: string | undefined
  readonly status?: ToolStatus | 'running' | undefined
  readonly match?: 'whole' | 'part' | undefined
}

export interface CallStatsQuery extends CallSelection {
  /** Calls that came in from this time on, and before that one. */
  readonly since: number
  readonly until: number
  /** Beside all of them, those of each tool or agent. */
  readonly by?: 'tool' | 'agent' | undefined
  /** How far the clock of who asks is ahead of UTC: days begin there. */
  readonly offsetMs?: number | undefined
  /** So many names at the most; the rest is counted together. */
  readonly names?: number | undefined
}

/** Milliseconds, right within five percent. */
export interface Percentiles {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

export interface CallFigures {
  readonly calls: number
  /** Ended as `error`, `timeout` or `unknown`. */
  readonly errors: number
  /** Refused by policy or a person, or held. */
  readonly denied: number
  /** How long tools ran, without waiting for people; of calls that ended as `ok`, `error` or `timeout`, or as the query wants. */
  readonly latency?: Percentiles | undefined
  /** How long people were waited for, of calls that did. */
  readonly waiting?: Percentiles | undefined
}

export interface CallSlot extends CallFigures {
  readonly at: number
}

export interface NamedFigures extends CallFigures {
  readonly name: string
  readonly slots: readonly CallSlot[]
}

export interface CallStats {
  /** As it was counted: whole hours if the figures are those of hours. */
  readonly since: number
  readonly until: number
  readonly stepMs: number
  /** `hours`: from what is counted by the hour. `calls`: from the calls themselves. */
  readonly source: 'hours' | 'calls'
  readonly total: CallFigures
  readonly statuses: Readonly<Record<string, number>>
  /** Oldest first; those without a call are left out. */
  readonly slots: readonly CallSlot[]
  /** Those with the most calls, most first. */
  readonly names: readonly NamedFigures[]
  /** Names beside them, and what came of their calls together. */
  readonly others?: (CallFigures & { readonly names: number }) | undefined
  /** The time from which on all calls are known, if older ones are missing. */
  readonly knownSince?: number | undefined
  /** Calls of earlier versions that are not counted yet. */
  readonly uncounted?: number | undefined
}

/** Names that calls have had, to choose from. */
export interface CallNames {
  readonly tools: readonly string[]
  readonly agents: readonly string[]
  readonly principals: readonly string[]
  readonly origins: readonly string[]
}

const selected = ['tool', 'agent', 'principal', 'origin', 'threadId'] as const

export function isSelected(
  call: { readonly [Name in (typeof selected)[number]]?: string | undefined },
  { match, ...wanted }: CallSelection,
): boolean {
  return selected.every((name) => {
    const text = wanted[name]
    if (text === undefined) return true
    if (match !== 'part') return call[name] === text
    return call[name]?.toLowerCase().includes(text.toLowerCase()) ?? false
  })
}

/** So many calls ended so, in this stretch of time, in this bucket. */
export interface CallCell {
  readonly at: number
  /** Null for all names that are not told apart. */
  readonly name: string | null
  readonly status: string
  readonly kind: CellKind
  readonly bucket: number
  readonly count: number
}

export const ranKind = 0
export const waitedKind = 1
export type CellKind = typeof ranKind | typeof waitedKind

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
export const usualNames = 6

/** How many calls a chart of minutes is made from at the most. */
export const mostFineCalls = 200_000

const minuteMs = 60_000
const fineSteps = [minuteMs, 2 * minuteMs, 5 * minuteMs, 15 * minuteMs]
const hourSteps = [hourMs, 3 * hourMs, 6 * hourMs, dayMs, 7 * dayMs]
const mostSlots = 180
/** Shorter stretches of time are shown by the minute. */
export const fineMs = 12 * hourMs

/** `isFine`: counted from the calls themselves, which may be any stretch of time. */
export function stepFor(spanMs: number, isFine: boolean): number {
  const steps = isFine && spanMs <= fineMs ? fineSteps : hourSteps
  return steps.find((step) => spanMs / step <= mostSlots) ?? steps.at(-1) ?? dayMs
}

/** Whether what is counted by the hour can tell: it knows tools, agents and how calls ended. */
export function isOfHours({ principal, origin, threadId, since, until }: CallStatsQuery): boolean {
  return principal === undefined && origin === undefined && threadId === undefined && until - since > fineMs
}

const failed = new Set(['error', 'timeout', 'unknown'])
const refused = new Set(['denied', 'held'])
const timed = new Set(['ok', 'error', 'timeout'])

class Tally {
  calls = 0
  errors = 0
  denied = 0
  readonly #ran = new Map<number, number>()
  readonly #waited = new Map<number, number>()
  readonly #isTimed: (status: string) => boolean

  constructor(isTimed: (status: string) => boolean) {
    this.#isTimed = isTimed
  }

  add({ status, kind, bucket, count }: CallCell): void {
    if (kind === waitedKind) return void this.#waited.set(bucket, (this.#waited.get(bucket) ?? 0) + count)
    this.calls += count
    if (failed.has(status)) this.errors += count
    if (refused.has(status)) this.denied += count
    if (this.#isTimed(status)) this.#ran.set(bucket, (this.#ran.get(bucket) ?? 0) + count)
  }

  get figures(): CallFigures {
    const { calls, errors, denied } = this
    const latency = percentilesOf(this.#ran)
    const waiting = percentilesOf(this.#waited)
    return { calls, errors, denied, ...(latency && { latency }), ...(waiting && { waiting }) }
  }
}

function percentilesOf(buckets: ReadonlyMap<number, number>): Percentiles | undefined {
  const sorted = [...buckets].filter(([, count]) => count > 0).toSorted(([left], [right]) => left - right)
  const count = sorted.reduce((sum, [, number]) => sum + number, 0)
  if (count === 0) return undefined
  const at = (part: number): number => {
    let left = Math.min(count - 1, Math.floor(count * part))
    for (const [bucket, number] of sorted) {
      if (left < number) return middleOf(bucket)
      left -= number
    }
    return middleOf(sorted.at(-1)?.[0] ?? 0)
  }
  return { count, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** The figures of cells: of all, by time, and of each name that is told apart. */
export function figuresOf(
  cells: readonly CallCell[],
  { status }: Pick<CallStatsQuery, 'status'>,
  { names, otherNames }: { readonly names: readonly string[]; readonly otherNames: number },
): Pick<CallStats, 'total' | 'statuses' | 'slots' | 'names' | 'others'> {
  const isTimed = (given: string): boolean => status !== undefined || timed.has(given)
  const statuses: Record<string, number> = {}
  for (const cell of cells)
    if (cell.kind === ranKind) statuses[cell.status] = (statuses[cell.status] ?? 0) + cell.count
  const own = Map.groupBy(cells, ({ name }) => name)
  const rest = otherNames > 0 ? (own.get(null) ?? []) : []
  return {
    total: tallied(cells, isTimed),
    statuses: Object.fromEntries(Object.entries(statuses).filter(([, count]) => count > 0)),
    slots: slotsOf(cells, isTimed),
    names: names.map((name) => {
      const cellsOfName = own.get(name) ?? []
      return { name, ...tallied(cellsOfName, isTimed), slots: slotsOf(cellsOfName, isTimed) }
    }),
    ...(otherNames > 0 && { others: { names: otherNames, ...tallied(rest, isTimed) } }),
  }
}

function tallied(cells: readonly CallCell[], isTimed: (status: string) => boolean): CallFigures {
  const tally = new Tally(isTimed)
  for (const cell of cells) tally.add(cell)
  return tally.figures
}

function slotsOf(cells: readonly CallCell[], isTimed: (status: string) => boolean): CallSlot[] {
  return [...Map.groupBy(cells, ({ at }) => at)]
    .map(([at, group]) => ({ at, ...tallied(group, isTimed) }))
    .filter(({ calls, waiting }) => calls > 0 || waiting !== undefined)
    .toSorted((left, right) => left.at - right.at)
}
