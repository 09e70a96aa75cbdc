/**
 * Durations as people and models write them: `P1M2DT3H`, `90 minutes`, `1h 30m`, `-2 weeks`, `一个半小时`, `5 business days`.
 *
 * @module
 */
import { Temporal } from 'temporal-polyfill'
import { ToolyardError } from '../../kernel/index.ts'
import { withDigits } from './numerals.ts'

export interface ReadDuration {
  readonly duration: Temporal.Duration
  /** Days from Monday to Friday; signed as the duration is. */
  readonly workdays: number
}

const units: readonly (readonly [unit: string, pattern: RegExp])[] = [
  ['years', /^(?:y|yrs?|years?|年|年間|jahre?n?|ans?|années?|años?|anos?)$/i],
  ['months', /^(?:mo|mon|months?|个月|月|[ヶか]月間?|monate?n?|mois|mes|meses)$/i],
  ['weeks', /^(?:w|wks?|weeks?|个?周|个?星期|个?礼拜|週間?|周间|wochen?|semaines?|semanas?)$/i],
  ['days', /^(?:d|days?|天|日|日間|tage?n?|jours?|días?|dias?)$/i],
  ['hours', /^(?:h|hrs?|hours?|个?小时|个?钟头|时间|時間|stunden?|std|heures?|horas?)$/i],
  ['minutes', /^(?:m|mins?|minutes?|分|分钟|分間|minuten|minutos?)$/i],
  ['seconds', /^(?:s|secs?|seconds?|秒|秒钟|sekunden?|secondes?|segundos?)$/i],
  ['workdays', /^(?:(?:business|working|work|week)\s*days?|个?工作日|werktage?n?|arbeitstage?n?)$/i],
]
const part = /(\d+(?:\.\d+)?)\s*((?:business|working|work|week)\s*days?|\p{L}+)/giu
const numbers =
  'a=1,an=1,one=1,two=2,three=3,four=4,five=5,six=6,seven=7,eight=8,nine=9,ten=10,eleven=11,twelve=12,fifteen=15,twenty=20,thirty=30,ninety=90,ein=1,eine=1,einem=1,einer=1,zwei=2,drei=3,vier=4,un=1,une=1,deux=2,trois=3,una=1,uma=1'
    .split(',')
    .map((pair) => pair.split('='))

/** Throws `invalid_arguments` if it can't be read. */
export function readDuration(text: string, parameter = 'duration'): ReadDuration {
  const read = tryDuration(text)
  if (read) return read
  throw new ToolyardError('invalid_arguments', `${parameter}: "${text.trim()}" can't be read`, {
    hint: 'Write P1M2DT3H, "90 minutes", "1h 30m", "-2 weeks" or "5 business days".',
  })
}

export function tryDuration(text: string): ReadDuration | undefined {
  const words = text.trim()
  try {
    return /^[+-]?P/i.test(words)
      ? { duration: Temporal.Duration.from(words), workdays: 0 }
      : fromWords(withNumbers(words))
  } catch {
    return undefined
  }
}

function withNumbers(words: string): string {
  const plain = withDigits(words)
    .replaceAll(/\bhalf an? hour\b|\bdemi-heure\b|\bhalben? stunde\b/gi, '30 minutes')
    .replaceAll(/\b(\d+|an?) and a half (\w+)/gi, (_, count: string, unit: string) =>
      /^an?$/i.test(count) ? `1.5 ${unit}` : `${count}.5 ${unit}`,
    )
    .replaceAll(/\ban? (\w+?)s? and a half\b/gi, '1.5 $1')
    .replaceAll(/(\d),(\d)/g, '$1.$2')
  const known = new Map(numbers.map(([word = '', digits = '']) => [word, digits]))
  return plain.replaceAll(/\p{L}+/gu, (word) => known.get(word.toLowerCase()) ?? word)
}

function fromWords(words: string): ReadDuration {
  const isAgo = /\bago$|[以之]?前$/i.test(words)
  const isNegative = /^[-\u2212]/.test(words) || isAgo
  const bare = words.replaceAll(/^[+\-\u2212]|\bago$|[以之]?[前后後]$|^in\b/gi, '')
  const parts: Record<string, number> = {}
  const rest = bare.replaceAll(part, (_, count: string, unit: string) => {
    const name = units.find(([, pattern]) => pattern.test(unit))?.[0]
    if (name === undefined) throw new RangeError(unit)
    parts[name] = (parts[name] ?? 0) + Number(count)
    return ''
  })
  if (Object.keys(parts).length === 0) throw new RangeError(words)
  if (rest.replaceAll(/[\s,]|and|und|et|零|又/g, '') !== '') throw new RangeError(rest)
  const { workdays = 0, ...others } = parts
  if (!Number.isInteger(workdays) || workdays > 100_000) throw new RangeError('workdays')
  const duration = Temporal.Duration.from(whole(others))
  return isNegative ? { duration: duration.negated(), workdays: -workdays } : { duration, workdays }
}

/** Half an hour is thirty minutes; half a month is nothing that can be added. */
function whole(parts: Readonly<Record<string, number>>): Temporal.DurationLike {
  const seconds = { weeks: 604_800, days: 86_400, hours: 3600, minutes: 60, seconds: 1 } as const
  const result: Record<string, number> = { seconds: 0 }
  for (const [name, count] of Object.entries(parts)) {
    const floor = Math.trunc(count)
    result[name] = (result[name] ?? 0) + floor
    const rest = count - floor
    if (rest === 0) continue
    if (name === 'years' && Number.isInteger(rest * 12)) {
      result['months'] = (result['months'] ?? 0) + rest * 12
      continue
    }
    const unit = seconds[name as keyof typeof seconds]
    if (unit === undefined) throw new RangeError(name)
    result['seconds'] = (result['seconds'] ?? 0) + Math.round(rest * unit)
  }
  return result
}

/** Adds a duration, then the days from Monday to Friday. */
export function addDuration(
  time: Temporal.ZonedDateTime,
  { duration, workdays }: ReadDuration,
): Temporal.ZonedDateTime {
  const added = time.add(duration)
  if (workdays === 0) return added
  // Whole weeks at once, then day by day.
  const step = Math.sign(workdays)
  let at = added.add({ weeks: Math.trunc(workdays / 5) })
  for (let left = Math.abs(workdays % 5); left > 0;) {
    at = at.add({ days: step })
    if (at.dayOfWeek < 6) left -= 1
  }
  while (at.dayOfWeek > 5) at = at.add({ days: step })
  return at
}
