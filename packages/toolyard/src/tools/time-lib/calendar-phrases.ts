/**
 * Phrases that name a day of the calendar, put into words as ISO dates before the rest is read: "last day of next month",
 * "first Monday of December", "Feb 29", "03/04/2026". What was chosen between two readings is reported.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'
import type { ReadParts } from './read-parts.ts'

export interface CalendarPhrase {
  readonly text: string
  readonly period?: ReadParts['period']
  readonly notes: readonly string[]
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekdayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
/** Which of several, in words; the last counts from the end. */
export const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
  fifth: 5,
  '5th': 5,
  last: -1,
}
const monthName = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const ofMonth = `(?:of\\s+)?(?:the\\s+)?(?:(?<which>this|next|last|previous|current)?\\s*month|(?<month>${monthName})(?:,?\\s+(?<year>\\d{4}))?)`
const nth = `(?:the\\s+)?(?<nth>${Object.keys(ordinals).join('|')})`
const nthDay = new RegExp(
  `\\b${nth}\\s+(?<what>day|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)\\s+${ofMonth}`,
  'i',
)
const endOf = new RegExp(
  `\\b(?:the\\s+)?(?<edge>end|start|beginning)\\s+of\\s+(?:the\\s+)?(?:(?<which>this|next|last|previous|current)\\s+)?(?<what>month|year|week)\\b`,
  'i',
)
const leapDay =
  /\b(?:feb[a-z]*\.?\s+29(?:th)?|29(?:th|\.)?\s+(?:of\s+)?feb[a-z]*\.?)(?:,?\s+(\d{4}))?(?![\d:])/i
const numeric =
  /(?<![\d/.:-])(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2})|(?<=\d)\.?)(?![\d/:-])(?!\s*[ap]\.?m)/
const dayOfMonth = /^(?:on\s+)?the\s+(\d{1,2})(?:st|nd|rd|th)\b(?!\s+of)/i

/** Words without such a phrase come back as they are. */
export function putDates(text: string, today: Temporal.PlainDate): CalendarPhrase {
  const clocks = text
    .replaceAll(/\bhalf past (\d{1,2})\b/gi, '$1:30')
    .replaceAll(/\bquarter past (\d{1,2})\b/gi, '$1:15')
    .replaceAll(/\bquarter to (\d{1,2})\b/gi, (_, hour: string) => `${(Number(hour) + 11) % 12 || 12}:45`)
  for (const put of [putNth, putEdge, putLeapDay, putNumeric, putDayOfMonth]) {
    const done = put(clocks, today)
    if (done) return done
  }
  return { text: clocks, notes: [] }
}

function replaced(text: string, found: RegExpExecArray, date: Temporal.PlainDate): string {
  return text.replace(found[0], ` ${date.toString()} `).trim()
}

/** The first of the month that is meant, and how it repeats if no year is named. */
function monthOf(groups: Readonly<Record<string, string | undefined>>, today: Temporal.PlainDate) {
  const { which, month: name, year } = groups
  const first = today.with({ day: 1 })
  if (name === undefined) {
    const step = which === 'next' ? 1 : which === 'last' || which === 'previous' ? -1 : 0
    return {
      first: first.add({ months: step }),
      period: which === undefined ? ('month' as const) : undefined,
    }
  }
  const number = monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1
  const inYear = year === undefined ? today.year + (number < today.month ? 1 : 0) : Number(year)
  return { first: Temporal.PlainDate.from({ year: inYear, month: number, day: 1 }), period: undefined }
}

function putNth(text: string, today: Temporal.PlainDate): CalendarPhrase | undefined {
  const found = nthDay.exec(text)
  if (!found?.groups) return undefined
  const { nth: ordinal = '', what = '' } = found.groups
  const { first, period } = monthOf(lower(found.groups), today)
  const number = ordinals[ordinal.toLowerCase()] ?? 1
  const weekday = weekdayNames.indexOf(what.slice(0, 3).toLowerCase()) + 1
  const last = first.with({ day: first.daysInMonth })
  const date =
    weekday === 0
      ? number < 0
        ? last
        : first.add({ days: number - 1 })
      : number < 0
        ? last.subtract({ days: (last.dayOfWeek - weekday + 7) % 7 })
        : first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + 7 * (number - 1) })
  if (date.month !== first.month) return undefined
  // The next month's is another day of the month: only days by number come again as they are.
  return {
    text: replaced(text, found, date),
    notes: [],
    period: weekday === 0 && number > 0 ? period : undefined,
  }
}

function putEdge(text: string, today: Temporal.PlainDate): CalendarPhrase | undefined {
  const found = endOf.exec(text)
  if (!found?.groups) return undefined
  const { edge, which, what } = lower(found.groups)
  const step = which === 'next' ? 1 : which === 'last' || which === 'previous' ? -1 : 0
  const at = today.add({ [`${what}s`]: step })
  const isEnd = edge === 'end'
  const date =
    what === 'week'
      ? at.add({ days: (isEnd ? 7 : 1) - at.dayOfWeek })
      : what === 'month'
        ? at.with({ day: isEnd ? at.daysInMonth : 1 })
        : at.with(isEnd ? { month: 12, day: 31 } : { month: 1, day: 1 })
  const notes = what === 'week' ? [`Weeks are from Monday to Sunday: took ${date.toString()}.`] : []
  return { text: replaced(text, found, date), notes }
}

function putLeapDay(text: string, today: Temporal.PlainDate): CalendarPhrase | undefined {
  const found = leapDay.exec(text)
  if (!found) return undefined
  const date = found[1] === undefined ? nextLeapDay(today) : tryDate(Number(found[1]), 2, 29)
  return date && { text: replaced(text, found, date), notes: [] }
}

export function nextLeapDay(from: Temporal.PlainDate): Temporal.PlainDate | undefined {
  for (let year = from.year; year <= from.year + 8; year++) {
    const date = tryDate(year, 2, 29)
    if (date && Temporal.PlainDate.compare(date, from) >= 0) return date
  }
  return undefined
}

/** `5.3.2026` is the fifth of March; `3/5/2026` is read as it is in the United States, unless that is no date. */
function putNumeric(text: string, today: Temporal.PlainDate): CalendarPhrase | undefined {
  const found = numeric.exec(text)
  if (!found) return undefined
  const [whole, one = '', sign, two = '', years] = found
  if (sign !== '/' && years === undefined && !/^\d{1,2}\.\d{1,2}\.$/.test(whole)) return undefined
  const year = years === undefined ? today.year : Number(years) + (years.length === 2 ? 2000 : 0)
  const dayFirst = tryDate(year, Number(two), Number(one))
  const monthFirst = tryDate(year, Number(one), Number(two))
  const [date, other] =
    sign === '.' ? [dayFirst ?? monthFirst, undefined] : [monthFirst ?? dayFirst, dayFirst]
  if (!date) return undefined
  const told = (day: Temporal.PlainDate): string => day.toString().slice(years === undefined ? 5 : 0)
  const isUnclear = other !== undefined && !other.equals(date)
  return {
    text: replaced(text, found, date),
    period: years === undefined ? 'year' : undefined,
    notes: isUnclear
      ? [`"${whole}" was read month first: ${told(date)}. If you mean day first, write ${told(other)}.`]
      : [],
  }
}

function putDayOfMonth(text: string, today: Temporal.PlainDate): CalendarPhrase | undefined {
  const found = dayOfMonth.exec(text)
  if (!found) return undefined
  for (let at = today.with({ day: 1 }), left = 12; left > 0; at = at.add({ months: 1 }), left--) {
    const date = tryDate(at.year, at.month, Number(found[1]))
    if (date && Temporal.PlainDate.compare(date, today) >= 0)
      return { text: replaced(text, found, date), notes: [], period: 'month' }
  }
  return undefined
}

function tryDate(year: number, month: number, day: number): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

function lower(groups: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, text?.toLowerCase()]))
}
