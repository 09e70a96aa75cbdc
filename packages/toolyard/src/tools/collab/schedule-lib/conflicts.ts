/**
 * Events that happen at the same time as one, its repetitions included. Whole days are no conflict.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'
import type { CalendarEvent, ToolContext } from '../../../define/index.ts'
import { expandAll, firstFrom, isWholeDay, type Occurrence, occurrencesOf } from './occurrences.ts'

export interface Conflict {
  readonly own: Occurrence
  readonly other: Occurrence
}

export interface Conflicts {
  /** By time. */
  readonly list: readonly Conflict[]
  /** Repetitions are looked at up to here. */
  readonly until?: Temporal.ZonedDateTime | undefined
  /** Whether there was no time to look at all events. */
  readonly isPartial: boolean
}

/** Repetitions that are looked at, from the first to come. */
const mostOwn = 100
const mostOthers = 20_000
const budgetMs = 3000

export async function conflictsOf(
  event: CalendarEvent,
  events: readonly CalendarEvent[],
  {
    now,
    context,
  }: { readonly now: Temporal.Instant; readonly context: Pick<ToolContext, 'clock' | 'signal'> },
): Promise<Conflicts> {
  if (isWholeDay(event)) return { list: [], isPartial: false }
  const own = ownTimes(event, now)
  const [first, last] = [own[0], own.at(-1)]
  if (!first || !last) return { list: [], isPartial: false }
  const others = events.filter(
    (other) => other.id !== event.id && other.id !== event.series && !isWholeDay(other),
  )
  const range = { from: first.start.toInstant(), to: last.end.toInstant() }
  const { clock, signal } = context
  const { list, isPartial } = await expandAll(others, range, { most: mostOthers, signal, clock, budgetMs })
  const until = event.repeat === undefined ? undefined : last.start
  return { list: overlaps(own, list), until, isPartial }
}

function ownTimes(event: CalendarEvent, now: Temporal.Instant): Occurrence[] {
  const start = Temporal.PlainDateTime.from(event.start).toZonedDateTime(event.zone).toInstant()
  const from = event.repeat === undefined || Temporal.Instant.compare(start, now) > 0 ? start : now
  const first = firstFrom(event, from)
  if (!first) return []
  const to = first.start.add({ years: 1 }).toInstant()
  return occurrencesOf(event, { from: first.start.toInstant(), to }, mostOwn)
}

/** Both are sorted by start. */
function overlaps(own: readonly Occurrence[], others: readonly Occurrence[]): Conflict[] {
  const found: Conflict[] = []
  let open: Occurrence[] = []
  let next = 0
  for (const one of own) {
    for (; next < others.length; next++) {
      const other = others[next]
      if (!other || Temporal.ZonedDateTime.compare(other.start, one.end) >= 0) break
      open.push(other)
    }
    open = open.filter(({ end }) => Temporal.ZonedDateTime.compare(end, one.start) > 0)
    for (const other of open)
      if (Temporal.ZonedDateTime.compare(other.start, one.end) < 0) found.push({ own: one, other })
  }
  return found
}
