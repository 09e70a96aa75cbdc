/**
 * Durations as people and models write them: `P1M2DT3H`, `90 minutes`, `1h 30m`, `-2 weeks`, `3 天`.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'
import { ToolyardError } from '../../kernel/index.ts'

const units: readonly (readonly [unit: string, pattern: RegExp])[] = [
  ['years', /^(?:y|yrs?|years?|年)$/i],
  ['months', /^(?:mo|mon|months?|个月|個月|月)$/i],
  ['weeks', /^(?:w|wks?|weeks?|周|星期|个星期|週)$/i],
  ['days', /^(?:d|days?|天|日)$/i],
  ['hours', /^(?:h|hrs?|hours?|小时|小時|个小时)$/i],
  ['minutes', /^(?:m|mins?|minutes?|分|分钟|分鐘)$/i],
  ['seconds', /^(?:s|secs?|seconds?|秒)$/i],
]
const part = /([+-]?\d+(?:\.\d+)?)\s*([\p{L}]+)/gu

/** Throws `invalid_arguments` where it can't be read. */
export function readDuration(text: string): Temporal.Duration {
  const words = text.trim()
  try {
    return /^[+-]?P/i.test(words) ? Temporal.Duration.from(words) : fromWords(words)
  } catch {
    throw new ToolyardError('invalid_arguments', `duration: "${words}" can't be read`, {
      hint: 'Write P1M2DT3H, "90 minutes", "1h 30m" or "-2 weeks".',
    })
  }
}

function fromWords(words: string): Temporal.Duration {
  const isAgo = /\bago$|前$/i.test(words)
  const isNegative = words.startsWith('-') || isAgo
  const bare = words.replace(/^[+-]|\bago$|[前后後]$|^in\b/gi, '')
  const parts: Record<string, number> = {}
  const rest = bare.replaceAll(part, (_, count: string, unit: string) => {
    const name = units.find(([, pattern]) => pattern.test(unit))?.[0]
    if (name === undefined) throw new RangeError(unit)
    parts[name] = (parts[name] ?? 0) + Number(count)
    return ''
  })
  if (rest.replaceAll(/[\s,]|and/g, '') !== '') throw new RangeError(rest)
  const duration = Temporal.Duration.from(whole(parts))
  return isNegative ? duration.negated() : duration
}

/** Half an hour is thirty minutes; half a month is nothing. */
function whole(parts: Readonly<Record<string, number>>): Temporal.DurationLike {
  const seconds = { weeks: 604_800, days: 86_400, hours: 3600, minutes: 60, seconds: 1 } as const
  const result: Record<string, number> = {}
  for (const [name, count] of Object.entries(parts)) {
    const floor = Math.trunc(count)
    result[name] = (result[name] ?? 0) + floor
    const rest = count - floor
    if (rest === 0) continue
    const unit = seconds[name as keyof typeof seconds]
    if (unit === undefined) throw new RangeError(name)
    result['seconds'] = (result['seconds'] ?? 0) + Math.round(rest * unit)
  }
  return result
}
