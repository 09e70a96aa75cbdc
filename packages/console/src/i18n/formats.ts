/**
 * Numbers, times and lengths of time in the reader's language.
 *
 * @module
 */

export interface Formats {
  readonly number: (value: number) => string
  /** 1,234 → `1.2k`. */
  readonly short: (value: number) => string
  /** In the reader's zone, unless another is named. */
  readonly dateTime: (at: number, zone?: string) => string
  readonly time: (at: number) => string
  /** `3 minutes ago`. */
  readonly ago: (at: number, now?: number) => string
  /** `in 3 minutes`. */
  readonly until: (at: number, now?: number) => string
  /** `15 minutes`, in the largest unit that has no rest. */
  readonly amount: (ms: number) => string
  /** Sunday is 0. */
  readonly weekday: (day: number) => string
  readonly list: (items: readonly string[]) => string
  /** In the currency of the prices, which is not known: four digits for small amounts. */
  readonly cost: (value: number) => string
  /** `840ms`, `3.0s`, `2m 05s`. */
  readonly span: (ms: number) => string
}

type Unit = 'week' | 'day' | 'hour' | 'minute' | 'second'

const units: readonly (readonly [unit: Unit, ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

/** How many of which unit make up this time, without a rest. */
export function wholeUnits(ms: number): readonly [count: number, unit: Unit] {
  const all: readonly (readonly [Unit, number])[] = [['week', 604_800_000], ...units]
  const [unit, size] = all.find(([, length]) => ms % length === 0) ?? ['second', 1000]
  return [ms / size, unit]
}

export function formatsFor(language: 'en' | 'zh'): Formats {
  const locale = language === 'zh' ? 'zh-CN' : 'en-GB'
  const number = new Intl.NumberFormat(locale)
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
  const weekday = new Intl.DateTimeFormat(locale, {
    weekday: language === 'zh' ? 'short' : 'long',
    timeZone: 'UTC',
  })
  const list = new Intl.ListFormat(locale)
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const distance = (ms: number): string => {
    const [unit, size] = units.find(([, least]) => Math.abs(ms) >= least) ?? ['second', 1000]
    // What is over has not lasted longer; what is to come is in about that time.
    return relative.format(ms < 0 ? Math.trunc(ms / size) : Math.round(ms / size), unit)
  }
  const amount: AmountText = (value, unit, digits = {}) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      // The shortest form has `ms` beside `秒`.
      unitDisplay: language === 'zh' ? 'short' : 'narrow',
      maximumFractionDigits: 0,
      ...digits,
    }).format(value)
  const cost = (value: number): string =>
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: 2,
      maximumFractionDigits: value !== 0 && Math.abs(value) < 1 ? 4 : 2,
    }).format(value)
  return {
    number: (value) => number.format(value),
    short: (value) => short.format(value),
    dateTime: (at, zone) =>
      zone === undefined
        ? dateTime.format(at)
        : new Intl.DateTimeFormat(locale, {
            dateStyle: 'medium',
            timeStyle: 'short',
            timeZone: zone,
          }).format(at),
    time: (at) => time.format(at),
    ago: (at, now = Date.now()) => distance(Math.min(0, at - now)),
    until: (at, now = Date.now()) => distance(Math.max(0, at - now)),
    amount: (ms) => {
      const [count, unit] = wholeUnits(ms)
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
    },
    weekday: (day) => weekday.format(Date.UTC(2023, 0, 1 + day)),
    list: (items) => list.format(items),
    cost,
    span: (ms) => spanText(ms, amount),
  }
}

type AmountText = (
  value: number,
  unit: string,
  digits?: Pick<
    Intl.NumberFormatOptions,
    'minimumFractionDigits' | 'maximumFractionDigits' | 'minimumIntegerDigits'
  >,
) => string

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
const twoPlaces = { minimumIntegerDigits: 2 } as const

function spanText(ms: number, amount: AmountText): string {
  if (ms < 999.5) return amount(ms, 'millisecond', { maximumFractionDigits: ms < 10 ? 1 : 0 })
  if (ms < 59_950) return amount(ms / 1000, 'second', oneDigit)
  const seconds = Math.round(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes >= 60)
    return `${amount(Math.floor(minutes / 60), 'hour')} ${amount(minutes % 60, 'minute', twoPlaces)}`
  return `${amount(minutes, 'minute')} ${amount(seconds % 60, 'second', twoPlaces)}`
}
