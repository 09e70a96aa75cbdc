/**
 * Times in words of several languages, read by chrono. What it finds is taken as parts on the clock, so that neither the zone of
 * the machine nor a change of clocks alters it.
 *
 * @module
 */
import { de, en, es, fr, ja, pt } from 'chrono-node'
import type { ParsedComponents, ParsedResult } from 'chrono-node'
import { Temporal } from 'temporal-polyfill'
import { putDates } from './calendar-phrases.ts'
import type { ReadParts } from './read-parts.ts'

const pastWords =
  /\b(?:last|past (?=week|month|year|\w+day)|previous|ago|yesterday|letzte\w*|vorig\w*|vergangen\w*|gestern|derni[eè]re?|passée?|hier|pasad[oa]|ayer|passad[oa]|ontem)\b|先週|昨|前回/iu
const partOfDay =
  /\b(?:morning|afternoon|evening|night|tonight|früh|vormittag|nachmittag|abend|nacht|matin|après-midi|soir|nuit|mañana por|tarde|noche|manhã|noite)\b|朝|午前|午後|夕方|夜|晩/iu
const nextWeekday = /\bnext\s+(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b/i

/** Undefined if something is left over that might change what was meant. */
export function readWords(text: string, now: Temporal.ZonedDateTime): ReadParts | undefined {
  const today = now.toPlainDate()
  const phrased = putDates(text, today)
  const reference = { instant: new Date(now.epochMilliseconds), timezone: now.offsetNanoseconds / 60e9 }
  const found = languages(text)
    .map((language) => language.parse(phrased.text, reference)[0])
    .filter((result) => result !== undefined)
    .toSorted((left, right) => right.text.length - left.text.length)[0]
  if (!found || leftOver(phrased.text, found) !== '') return undefined
  const hasPart = partOfDay.test(text)
  const start = partsOf(found.start, hasPart)
  const end = found.end && partsOf(found.end, hasPart)
  // Zones are read by their names, never by what chrono takes an abbreviation for.
  if (!start || found.start.isCertain('timezoneOffset')) return undefined
  const { date, clock, assumed } = start
  const period = pastWords.test(text)
    ? undefined
    : (phrased.period ?? periodOf(found.start, date.equals(today)))
  return {
    date,
    clock,
    period,
    until: end?.clock && clock ? { date: end.date, clock: end.clock } : undefined,
    notes: [
      ...phrased.notes,
      ...(assumed && clock ? [`No time was named; took ${clock.toString({ smallestUnit: 'minute' })}.`] : []),
      ...nextNote(text, date, today),
    ],
  }
}

function languages(text: string) {
  return /[\u3040-\u30ff\u4e00-\u9fff]/.test(text) ? [ja] : [en, de, fr, es, pt]
}

function leftOver(text: string, { index, text: found }: ParsedResult): string {
  const rest = `${text.slice(0, index)} ${text.slice(index + found.length)}`
  return rest.replaceAll(
    /[\s,.;!?，。！？]+|(?<!\p{L})(?:on|at|by|the|um|am|le|el|à|às|a las)(?!\p{L})/giu,
    '',
  )
}

function partsOf(components: ParsedComponents, hasPart: boolean) {
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'): number =>
    components.get(name) ?? 0
  const isCertain = components.isCertain('hour')
  const assumed = !isCertain && hasPart
  try {
    return {
      date: Temporal.PlainDate.from(
        { year: part('year'), month: part('month'), day: part('day') },
        { overflow: 'reject' },
      ),
      clock:
        isCertain || assumed
          ? Temporal.PlainTime.from({ hour: part('hour'), minute: part('minute'), second: part('second') })
          : undefined,
      assumed,
    }
  } catch {
    return undefined
  }
}

function periodOf(start: ParsedComponents, isToday: boolean): ReadParts['period'] {
  if (start.isCertain('weekday') && !start.isCertain('day')) return 'week'
  if (start.isCertain('month') && start.isCertain('day') && !start.isCertain('year')) return 'year'
  return isToday && start.isCertain('hour') && !start.isCertain('day') ? 'day' : undefined
}

/** People differ about "next Friday" on a Monday. */
function nextNote(text: string, date: Temporal.PlainDate, today: Temporal.PlainDate): string[] {
  const before = date.subtract({ weeks: 1 })
  if (!nextWeekday.test(text) || Temporal.PlainDate.compare(before, today) <= 0) return []
  return [`Read as the day in next week, ${date.toString()}; the one before it is ${before.toString()}.`]
}
