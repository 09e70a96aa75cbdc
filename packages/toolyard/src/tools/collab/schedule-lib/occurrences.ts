/**
 * When events happen: their repetitions in a range, on the clock of each event's zone, bounded in number.
 *
 * Rules are followed on the clock, without a zone, and each start is then put into the zone. So a daily event happens every day:
 * if clocks go forward over its start it begins an hour later.
 *
 * @module
 */
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import type { CalendarEvent } from '../../../define/index.ts'
import type { Clock } from '../../../kernel/index.ts'
import { ruleOnClock } from './check-rule.ts'

export interface Occurrence {
  readonly event: CalendarEvent
  /** The local start, as `except` has it: what this repetition is called. */
  readonly key: string
  readonly start: Temporal.ZonedDateTime
  readonly end: Temporal.ZonedDateTime
}

export interface Range {
  readonly from: Temporal.Instant
  readonly to: Temporal.Instant
}

/** In one answer. */
const mostOccurrences = 1000
const maxIterations = 20_000
/** How long it works before other work has its turn. */
const turnMs = 20

export interface ExpandOptions {
  readonly most?: number
  readonly signal: AbortSignal
  readonly clock: Pick<Clock, 'now'>
  /** It stops after this. */
  readonly budgetMs?: number
}

export interface ExpandedOccurrences {
  /** By time. */
  readonly list: readonly Occurrence[]
  /** Whether there are more than are listed. */
  readonly isCut: boolean
  /** Whether the budget was too small for all events. */
  readonly isPartial: boolean
}

/** Of many events; other work goes on meanwhile. */
export async function expandAll(
  events: readonly CalendarEvent[],
  range: Range,
  { most = mostOccurrences, signal, clock, budgetMs = Infinity }: ExpandOptions,
): Promise<ExpandedOccurrences> {
  const began = clock.now()
  let turn = began
  let list: Occurrence[] = []
  let isCut = false
  for (const event of events.filter(touching(range))) {
    const now = clock.now()
    if (now - began > budgetMs) return { list: byTime(list).slice(0, most), isCut, isPartial: true }
    if (now - turn > turnMs) {
      await new Promise(setImmediate)
      signal.throwIfAborted()
      turn = clock.now()
    }
    list.push(...occurrencesOf(event, range, most + 1))
    if (list.length > most * 4) {
      list = byTime(list).slice(0, most + 1)
      isCut = true
    }
  }
  const sorted = byTime(list)
  return { list: sorted.slice(0, most), isCut: isCut || sorted.length > most, isPartial: false }
}

/** Whether an event may be in a range, by its days alone: cheap, and never wrong about one that is. */
function touching(range: Range): (event: CalendarEvent) => boolean {
  const first = range.from.subtract({ hours: 48 }).toString().slice(0, 10)
  const last = range.to.add({ hours: 48 }).toString().slice(0, 10)
  return ({ start, end, repeat, also }) => {
    if (also !== undefined) return true
    if (start.slice(0, 10) > last) return false
    if (repeat === undefined) return end.slice(0, 10) >= first
    const [, year, month, day] = /UNTIL=(\d{4})(\d\d)(\d\d)/.exec(repeat) ?? []
    // The last one may begin at the end of the rule, and last as long as the first.
    return year === undefined || start.slice(0, 10) < end.slice(0, 10) || `${year}-${month}-${day}` >= first
  }
}

/** Those that touch the range, by time. */
export function occurrencesOf(event: CalendarEvent, range: Range, most = mostOccurrences): Occurrence[] {
  const length = localOf(event.start).until(localOf(event.end), { largestUnit: 'days' })
  const window = {
    from: range.from.toZonedDateTimeISO(event.zone).toPlainDateTime().subtract(length).subtract({ hours: 2 }),
    to: range.to.toZonedDateTimeISO(event.zone).toPlainDateTime().add({ hours: 2 }),
  }
  return startsOf(event, window)
    .map((start) => placed(event, start, length))
    .filter(
      ({ start, end }) =>
        Temporal.Instant.compare(start.toInstant(), range.to) < 0 &&
        (Temporal.Instant.compare(end.toInstant(), range.from) > 0 ||
          Temporal.Instant.compare(start.toInstant(), range.from) >= 0),
    )
    .slice(0, most)
}

/** The first one at or after a time. */
export function firstFrom(event: CalendarEvent, from: Temporal.Instant): Occurrence | undefined {
  const spans = event.repeat === undefined ? [{ years: 1 }] : [{ days: 40 }, { years: 2 }, { years: 10 }]
  for (const span of spans) {
    const to = from.toZonedDateTimeISO('UTC').add(span).toInstant()
    const found = occurrencesOf(event, { from, to }).find(
      ({ start }) => Temporal.Instant.compare(start.toInstant(), from) >= 0,
    )
    if (found) return found
  }
  return undefined
}

export function isWholeDay({ start }: CalendarEvent): boolean {
  return start.length === 10
}

/** The clock of a start or an end; midnight for whole days. */
export function localOf(text: string): Temporal.PlainDateTime {
  return Temporal.PlainDateTime.from(text)
}

export function keyOf(local: Temporal.PlainDateTime, isDay: boolean): string {
  return isDay
    ? local.toPlainDate().toString()
    : local.toString({ smallestUnit: local.second === 0 ? 'minute' : 'second' })
}

function placed(event: CalendarEvent, local: Temporal.PlainDateTime, length: Temporal.Duration): Occurrence {
  const start = local.toZonedDateTime(event.zone)
  const end = local.add(length).toZonedDateTime(event.zone)
  // A start that clocks went over is later, and what begins later ends later.
  const isMoved = !start.toPlainDateTime().equals(local)
  const isOver = Temporal.ZonedDateTime.compare(end, start) <= 0
  return {
    event,
    key: keyOf(local, isWholeDay(event)),
    start,
    end: (isMoved && !isWholeDay(event)) || isOver ? start.add(length) : end,
  }
}

function startsOf(
  event: CalendarEvent,
  { from, to }: { readonly from: Temporal.PlainDateTime; readonly to: Temporal.PlainDateTime },
): Temporal.PlainDateTime[] {
  const first = localOf(event.start)
  const also = (event.also ?? []).map(localOf)
  const starts =
    event.repeat === undefined ? [first] : byRule(ruleOnClock(event.repeat, event.zone), first, { from, to })
  const gone = new Set(event.except)
  const isDay = isWholeDay(event)
  const known = new Map([...starts, ...also].map((local) => [keyOf(local, isDay), local]))
  return [...known]
    .filter(([key]) => !gone.has(key))
    .map(([, local]) => local)
    .filter(
      (local) =>
        Temporal.PlainDateTime.compare(local, from) >= 0 && Temporal.PlainDateTime.compare(local, to) <= 0,
    )
    .toSorted((left, right) => Temporal.PlainDateTime.compare(left, right))
}

/** The first start at or after one that a rule has. */
export function firstByRule(
  rule: string,
  start: Temporal.PlainDateTime,
  zone: string,
): Temporal.PlainDateTime | undefined {
  try {
    const from = start.toZonedDateTime('UTC')
    return ruleFrom(ruleOnClock(rule, zone), start, false).next(from, true)?.toPlainDateTime()
  } catch {
    return undefined
  }
}

function byRule(
  rule: string,
  first: Temporal.PlainDateTime,
  { from, to }: { readonly from: Temporal.PlainDateTime; readonly to: Temporal.PlainDateTime },
): Temporal.PlainDateTime[] {
  try {
    return ruleFrom(rule, first, true)
      .between(from.toZonedDateTime('UTC'), to.toZonedDateTime('UTC'), true)
      .map((start) => start.toPlainDateTime())
  } catch {
    // A rule that can't be followed any further happens at its start alone.
    return [first]
  }
}

function ruleFrom(rule: string, first: Temporal.PlainDateTime, includeDtstart: boolean) {
  return new RRuleTemporal({
    rruleString: rule,
    dtstart: first.toZonedDateTime('UTC'),
    includeDtstart,
    maxIterations,
    maxCandidateEvaluations: maxIterations * 10,
    cache: false,
    temporal: Temporal,
  })
}

function byTime(list: readonly Occurrence[]): Occurrence[] {
  return list.toSorted(
    (left, right) =>
      Temporal.Instant.compare(left.start.toInstant(), right.start.toInstant()) ||
      left.event.title.localeCompare(right.event.title, 'en'),
  )
}
