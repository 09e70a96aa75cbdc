/**
 * RRULEs that a calendar takes: by day, week, month or year, each part known and within its bounds. What repeats by the hour
 * or faster is refused.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'

/** The rule in its plain form, or why it can't be taken. */
export type CheckedRule = { readonly rule: string } | { readonly problem: string }

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']
const tooFast = ['HOURLY', 'MINUTELY', 'SECONDLY']
const mostParts = 64
/** Lists of whole numbers, and how far from zero they may be. */
const lists: Readonly<Record<string, number>> = {
  BYMONTHDAY: 31,
  BYMONTH: 12,
  BYYEARDAY: 366,
  BYWEEKNO: 53,
  BYSETPOS: 366,
}
const day = /^(?:[+-]?(?:[1-9]|[1-4]\d|5[0-3]))?(?:MO|TU|WE|TH|FR|SA|SU)$/
const until = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/

interface SeriesStart {
  /** The local start of the first one. */
  readonly start: Temporal.PlainDateTime
  readonly zone: string
}

export function checkRule(text: string, { start, zone }: SeriesStart): CheckedRule {
  const given = text
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase()
  if (given.length > 500) return { problem: 'the rule is longer than 500 characters' }
  const parts = given.split(';').filter((part) => part !== '')
  const result = new Map<string, string>()
  for (const part of parts) {
    const [name = '', value = ''] = part.split('=', 2).map((side) => side.trim())
    if (result.has(name)) return { problem: `${name} is there twice` }
    const taken = takePart(name, value, { start, zone })
    if ('problem' in taken) return taken
    if (taken.rule !== '') result.set(name, taken.rule)
  }
  if (!result.has('FREQ')) return { problem: 'FREQ is missing' }
  if (result.has('COUNT') && result.has('UNTIL')) return { problem: 'it has both COUNT and UNTIL' }
  return { rule: [...result].map(([name, value]) => `${name}=${value}`).join(';') }
}

function takePart(name: string, value: string, about: SeriesStart): CheckedRule {
  if (name === 'FREQ') return takeFrequency(value)
  if (name === 'INTERVAL') return takeNumber(name, value, 1000)
  if (name === 'COUNT') return takeNumber(name, value, 10_000)
  if (name === 'UNTIL') return takeUntil(value, about)
  if (name === 'WKST') return day.test(value) && value.length === 2 ? { rule: value } : wrong(name, value)
  if (name === 'BYDAY')
    return value.split(',').every((one) => day.test(one)) ? few(value) : wrong(name, value)
  const most = Object.hasOwn(lists, name) ? lists[name] : undefined
  if (most !== undefined) return isList(value, most, name === 'BYMONTH') ? few(value) : wrong(name, value)
  const same = { BYHOUR: about.start.hour, BYMINUTE: about.start.minute, BYSECOND: about.start.second }
  // Some programs write the time of the start once more.
  if (Object.hasOwn(same, name))
    return Number(value) === same[name as keyof typeof same] && value !== ''
      ? { rule: '' }
      : { problem: `${name} is not supported: the time is that of the start` }
  return { problem: `${name.slice(0, 40)} is not known` }
}

function takeFrequency(value: string): CheckedRule {
  if (frequencies.includes(value)) return { rule: value }
  if (tooFast.includes(value)) return { problem: `FREQ=${value} is too often; DAILY is the shortest` }
  return wrong('FREQ', value)
}

function takeNumber(name: string, value: string, most: number): CheckedRule {
  const number = /^\d{1,6}$/.test(value) ? Number(value) : 0
  return number >= 1 && number <= most
    ? { rule: String(number) }
    : { problem: `${name}=${value.slice(0, 40)} is not from 1 to ${most}` }
}

/** In UTC, as calendars exchange it; a day is included whole. */
function takeUntil(value: string, { zone }: SeriesStart): CheckedRule {
  const [whole, year, month, date, hour = '23', minute = '59', second = '59', isUtc] = until.exec(value) ?? []
  if (whole === undefined) return wrong('UNTIL', value)
  try {
    const clock = Temporal.PlainDateTime.from(`${year}-${month}-${date}T${hour}:${minute}:${second}`)
    const time = clock.toZonedDateTime(isUtc === 'Z' ? 'UTC' : zone).withTimeZone('UTC')
    return { rule: `${packed(time.toPlainDateTime())}Z` }
  } catch {
    return wrong('UNTIL', value)
  }
}

/** The rule with its end on the clock of a zone, for those who follow it there. */
export function ruleOnClock(rule: string, zone: string): string {
  return rule.replace(/UNTIL=(\d{8}T\d{6})Z/, (_, end: string) => {
    const time = Temporal.PlainDateTime.from(end).toZonedDateTime('UTC').withTimeZone(zone)
    return `UNTIL=${packed(time.toPlainDateTime())}Z`
  })
}

/** `20261120T150000` */
export function packed(local: Temporal.PlainDateTime): string {
  return local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
}

function isList(value: string, most: number, isPositive: boolean): boolean {
  return value.split(',').every((one) => {
    const number = /^[+-]?\d{1,3}$/.test(one) ? Number(one) : 0
    return number !== 0 && Math.abs(number) <= most && !(isPositive && number < 0)
  })
}

function few(value: string): CheckedRule {
  return value.split(',').length <= mostParts ? { rule: value } : { problem: 'a list in it is too long' }
}

function wrong(name: string, value: string): CheckedRule {
  return { problem: `${name}=${value.slice(0, 40)} can't be read` }
}
