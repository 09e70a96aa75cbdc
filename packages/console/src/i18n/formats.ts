/**
 * Numbers, times and lengths of time in the reader's language.
 *
 * @module
 */

export interface Formats {
  readonly number: (value: number) => string
  /** 1,234 → `1.2k`. */
  readonly short: (value: number) => string
  readonly dateTime: (at: number) => string
  readonly time: (at: number) => string
  /** `3 minutes ago`. */
  readonly ago: (at: number, now?: number) => string
  /** `in 3 minutes`. */
  readonly until: (at: number, now?: number) => string
  /** `840ms`, `3.2s`, `2m 5s`. */
  readonly span: (ms: number) => string
}

const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

export function formatsFor(language: 'en' | 'zh'): Formats {
  const locale = language === 'zh' ? 'zh-CN' : 'en-GB'
  const number = new Intl.NumberFormat(locale)
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const distance = (ms: number): string => {
    const [unit, size] = units.find(([, least]) => Math.abs(ms) >= least) ?? ['second', 1000]
    return relative.format(Math.trunc(ms / size), unit)
  }
  const amount = (value: number, unit: string, digits = 0): string =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'narrow',
      maximumFractionDigits: digits,
    }).format(value)
  return {
    number: (value) => number.format(value),
    short: (value) => short.format(value),
    dateTime: (at) => dateTime.format(at),
    time: (at) => time.format(at),
    ago: (at, now = Date.now()) => distance(Math.min(0, at - now)),
    until: (at, now = Date.now()) => distance(Math.max(0, at - now)),
    span: (ms) => spanText(ms, amount),
  }
}

function spanText(ms: number, amount: (value: number, unit: string, digits?: number) => string): string {
  if (ms < 1000) return amount(ms, 'millisecond', ms < 10 ? 1 : 0)
  if (ms < 60_000) return amount(ms / 1000, 'second', 1)
  const minutes = Math.floor(ms / 60_000)
  if (minutes >= 60) return `${amount(Math.floor(minutes / 60), 'hour')} ${amount(minutes % 60, 'minute')}`
  return `${amount(minutes, 'minute')} ${amount(Math.round((ms % 60_000) / 1000), 'second')}`
}
