/**
 * Times in Chinese: `明天下午三点`, `下周一上午九点半`, `下个月最后一天`, `11月20日15:00到17:00`. Weeks begin on Monday.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'
import { simplified, withDigits } from './numerals.ts'
import type { ReadParts } from './read-parts.ts'

const weekdays = '一二三四五六日'
const dayWords: Readonly<Record<string, number>> = { 大前: -3, 前: -2, 昨: -1, 今: 0, 明: 1, 后: 2, 大后: 3 }
const steps: Readonly<Record<string, number>> = { 上上: -2, 上: -1, 这: 0, 本: 0, 下: 1, 下下: 2 }
const years: Readonly<Record<string, number>> = { 前: -2, 去: -1, 今: 0, 本: 0, 明: 1, 后: 2 }
/** The hour that a part of the day stands for if none is named. */
const partHours: Readonly<Record<string, number>> = {
  凌晨: 2,
  清晨: 6,
  早上: 8,
  早晨: 8,
  早: 8,
  上午: 9,
  中午: 12,
  正午: 12,
  下午: 15,
  午后: 15,
  傍晚: 18,
  晚上: 20,
  晚间: 20,
  夜里: 22,
  晚: 20,
  半夜: 24,
  午夜: 24,
}
const partOfDay = Object.keys(partHours).join('|')
const year = '(?:(?<year>\\d{4})年|(?<yearWord>前|去|今|本|明|后)年)'
const step = '(?<step>上上|上|这|本|下下|下)个?'
const week = '(?:周|星期|礼拜)'
const inWeek = '(?<week>周|星期|礼拜)'
const dates = [
  `(?<day>大前|前|昨|今|明|大后|后)(?:天|日|(?=早|晚|夜|午|凌|中))`,
  `${year}?(?<month>\\d{1,2})月(?:(?<date>\\d{1,2})[日号]?|(?<edge>底|末|初|最后一?1?天)|第(?<nth>\\d)个${week}(?<nthDay>[一二三四五六日天]))`,
  `${step}月(?:(?<date>\\d{1,2})[日号]?|(?<edge>底|末|初|(?:的)?最后1?天)|第(?<nth>\\d)个${week}(?<nthDay>[一二三四五六日天]))?`,
  `(?<edge>月[底末])`,
  `(?:${year}|(?<thisYear>))(?<edge>年?[底末])`,
  `${step}${inWeek}(?:(?<weekday>[一二三四五六日天])|(?<weekend>末))?`,
  `${inWeek}(?:(?<weekday>[一二三四五六日天])|(?<weekend>末))`,
  `(?<date>\\d{1,2})[日号]`,
  `(?<count>\\d+)(?<unit>天|日|周|个?星期|个?礼拜|个月|年)[之以]?(?<sign>[前后])`,
].map((source) => new RegExp(`^(?:${source})`))
const clock = new RegExp(
  `^(?<part>${partOfDay})?(?:(?<hour>\\d{1,2})(?:[点时](?:(?<half>半)|(?<quarter>[123])刻|(?<minute>\\d{1,2})分?)?(?:整|钟)?|:(?<minute2>[0-5]\\d)(?::(?<second>[0-5]\\d))?))?`,
)

type MatchGroups = Readonly<Record<string, string | undefined>>

/** Undefined for what it does not understand whole. */
export function readChinese(text: string, now: Temporal.ZonedDateTime): ReadParts | undefined {
  const words = withDigits(simplified(text)).replaceAll(/[\s，,。的在于]/g, '')
  const today = now.toPlainDate()
  const day = readDate(words, today)
  const rest = words.slice(day?.length ?? 0)
  const start = readClock(rest)
  const tail = rest.slice(start?.length ?? 0)
  const end = /^(?:到|至|-|~|—)/.test(tail) ? readClock(tail.slice(1), start) : undefined
  if (!(day || start) || tail.length !== (end ? end.length + 1 : 0)) return undefined
  const date = (day?.date ?? today).add({ days: start?.days ?? 0 })
  return {
    date,
    clock: start?.time,
    period: day ? day.period : 'day',
    until: end && { date: (day?.date ?? today).add({ days: end.days }), clock: end.time },
    notes: start?.note === undefined ? [] : [start.note],
  }
}

interface ReadDate {
  readonly date: Temporal.PlainDate
  readonly length: number
  readonly period?: ReadParts['period']
}

function readDate(words: string, today: Temporal.PlainDate): ReadDate | undefined {
  for (const pattern of dates) {
    const found = pattern.exec(words)
    if (!found || found[0] === '') continue
    const groups: MatchGroups = found.groups ?? {}
    const date = dateOf(groups, today)
    if (date) return { ...date, length: found[0].length }
  }
  return undefined
}

function dateOf(groups: MatchGroups, today: Temporal.PlainDate): Omit<ReadDate, 'length'> | undefined {
  if (groups['day'] !== undefined) return { date: today.add({ days: dayWords[groups['day']] ?? 0 }) }
  if (groups['count'] !== undefined) return { date: today.add(awayOf(groups)) }
  if (groups['week'] !== undefined) return weekdayOf(groups, today)
  if (groups['month'] === undefined && groups['edge']?.startsWith('年') === true)
    return { date: today.with({ month: 12, day: 31 }).add({ years: yearsOf(groups, today) }) }
  return monthOf(groups, today)
}

function awayOf({ count = '0', unit = '', sign }: MatchGroups): Temporal.Duration {
  const name = /天|日/.test(unit) ? 'days' : /月/.test(unit) ? 'months' : unit === '年' ? 'years' : 'weeks'
  return Temporal.Duration.from({ [name]: (sign === '前' ? -1 : 1) * Number(count) })
}

function weekdayOf(
  { step: word, weekday, weekend }: MatchGroups,
  today: Temporal.PlainDate,
): Omit<ReadDate, 'length'> {
  const wanted = weekend === undefined ? weekdays.indexOf((weekday ?? '一').replace('天', '日')) + 1 : 6
  const date = today.add({ days: wanted - today.dayOfWeek })
  return word === undefined ? { date, period: 'week' } : { date: date.add({ weeks: steps[word] ?? 0 }) }
}

function yearsOf({ year: given, yearWord }: MatchGroups, today: Temporal.PlainDate): number {
  return given === undefined ? (years[yearWord ?? ''] ?? 0) : Number(given) - today.year
}

function monthOf(groups: MatchGroups, today: Temporal.PlainDate): Omit<ReadDate, 'length'> | undefined {
  const { month, date, edge, nth, nthDay, step: word } = groups
  const inYear = today.add({ years: yearsOf(groups, today) }).year
  const first =
    month === undefined
      ? today.with({ day: 1 }).add({ months: steps[word ?? ''] ?? 0 })
      : tryDate({ year: inYear, month: Number(month), day: 1 })
  if (!first) return undefined
  const period =
    groups['year'] !== undefined || groups['yearWord'] !== undefined || word !== undefined
      ? undefined
      : month === undefined
        ? 'month'
        : 'year'
  if (nth !== undefined) {
    const wanted = weekdays.indexOf((nthDay ?? '').replace('天', '日')) + 1
    const at = first.add({ days: ((wanted - first.dayOfWeek + 7) % 7) + 7 * (Number(nth) - 1) })
    return at.month === first.month ? { date: at, period } : undefined
  }
  if (edge !== undefined)
    return { date: /初/.test(edge) ? first : first.with({ day: first.daysInMonth }), period }
  if (date === undefined) return { date: first }
  const day = Number(date)
  // The next month or year that has such a day.
  for (let count = 0; count <= (period === undefined ? 0 : 8); count++) {
    const { year: inYearOf, month: inMonth } = first.add(
      period === 'year' ? { years: count } : { months: count },
    )
    const at = tryDate({ year: inYearOf, month: inMonth, day })
    if (at) return { date: at, period }
  }
  return undefined
}

function tryDate(fields: { year: number; month: number; day: number }): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(fields, { overflow: 'reject' })
  } catch {
    return undefined
  }
}

interface ReadClock {
  readonly time: Temporal.PlainTime
  /** Midnight at the end of a day is on the next. */
  readonly days: number
  readonly length: number
  readonly part?: string | undefined
  readonly note?: string | undefined
}

function readClock(words: string, before?: ReadClock): ReadClock | undefined {
  const found = clock.exec(words)
  if (!found || found[0] === '') return undefined
  const groups: MatchGroups = found.groups ?? {}
  const part = groups['part'] ?? before?.part
  const named = groups['hour']
  const hour = named === undefined ? (partHours[part ?? ''] ?? 0) : hourOf(Number(named), part)
  const minute =
    groups['half'] === undefined
      ? Number(groups['minute'] ?? groups['minute2'] ?? 0) + 15 * Number(groups['quarter'] ?? 0)
      : 30
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0 && part === undefined)) return undefined
  const time = Temporal.PlainTime.from({ hour: hour % 24, minute, second: Number(groups['second'] ?? 0) })
  const isEarly = part === undefined && !found[0].includes(':') && hour > 0 && hour < 7
  const note =
    named === undefined && hour !== 12 && hour !== 24
      ? `No time was named; took ${time.toString({ smallestUnit: 'minute' })} for "${part}".`
      : isEarly
        ? `Read as ${time.toString({ smallestUnit: 'minute' })} in the morning; write 下午 for the afternoon.`
        : undefined
  return { time, days: hour === 24 ? 1 : 0, length: found[0].length, part, note }
}

function hourOf(hour: number, part: string | undefined): number {
  if (part === undefined || hour > 12) return hour
  if (/凌晨|清晨|早/.test(part)) return hour % 12
  if (/上午/.test(part)) return hour
  if (/中午|正午/.test(part)) return hour < 3 ? hour + 12 : hour
  if (/半夜|午夜|夜里/.test(part)) return hour === 12 ? 24 : hour < 6 ? hour : hour + 12
  if (/晚/.test(part)) return hour === 12 ? 24 : hour < 12 ? hour + 12 : hour
  return hour < 12 ? hour + 12 : hour
}
