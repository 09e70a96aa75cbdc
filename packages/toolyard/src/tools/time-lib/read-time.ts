/**
 * Times as people and models write them: ISO 8601 with a zone or without, dates alone, and words in several languages.
 *
 * Words are read by chrono; what it finds is taken as the time on the clock of the zone, so that "tomorrow 3pm" is three
 * o'clock there, also on the day when clocks change.
 *
 * @module
 */
import { de, en, es, fr, ja, pt, zh } from 'chrono-node'
import type { ParsedResult } from 'chrono-node'
import { Temporal } from 'temporal-polyfill'
import { ToolyardError } from '../../kernel/index.ts'

export interface ReadTime {
  readonly time: Temporal.ZonedDateTime
  /** Only a day was named, no time of it. */
  readonly isDay: boolean
}

interface Reading {
  /** The zone of times that name none. */
  readonly zone: string
  readonly now: Temporal.ZonedDateTime
}

const isoStart = /^[+-]?\d{4,6}-?\d\d/
const clockOnly = /^\d{1,2}:\d\d(?::\d\d)?$/

/** Throws `invalid_arguments` for a zone that there is none of. */
export function requireZone(name: string, parameter: string): string {
  try {
    return Temporal.Now.zonedDateTimeISO(name).timeZoneId
  } catch {
    throw new ToolyardError('invalid_arguments', `${parameter}: there is no time zone "${name}"`, {
      hint: 'Use a name such as Europe/Berlin, Asia/Shanghai or UTC.',
    })
  }
}

/** Throws `invalid_arguments` where it can't be read. */
export function readTime(text: string, parameter: string, reading: Reading): ReadTime {
  const words = text.trim()
  const read = readIso(words, reading) ?? readWords(words, reading)
  if (read) return read
  throw new ToolyardError('invalid_arguments', `${parameter}: "${words}" is no time that can be read`, {
    hint: 'Write 2026-03-30T15:00, 2026-03-30, or words such as "next Friday 3pm" or "明天下午三点".',
  })
}

function readIso(text: string, { zone, now }: Reading): ReadTime | undefined {
  if (/^now$/i.test(text)) return { time: now, isDay: false }
  if (clockOnly.test(text)) return { time: now.withPlainTime(text.padStart(5, '0')), isDay: false }
  if (!isoStart.test(text)) return undefined
  return (
    attempt(() => ({ time: Temporal.ZonedDateTime.from(text), isDay: false })) ??
    attempt(() => ({ time: Temporal.Instant.from(text).toZonedDateTimeISO(zone), isDay: false })) ??
    attempt(() => ({
      time: Temporal.PlainDateTime.from(text).toZonedDateTime(zone),
      isDay: !/[T ]\d/i.test(text),
    }))
  )
}

function readWords(text: string, { zone, now }: Reading): ReadTime | undefined {
  const reference = { instant: new Date(now.epochMilliseconds), timezone: now.offsetNanoseconds / 60e9 }
  const found = languages(text)
    .map((language) => language.parse(text, reference, { forwardDate: true })[0])
    .filter((result) => result !== undefined)
    .toSorted((left, right) => right.text.length - left.text.length)[0]
  // What is left over might change what was meant.
  return found && leftOver(text, found) === '' ? timeOf(found, zone) : undefined
}

function languages(text: string) {
  if (/[\u3040-\u30ff]/.test(text)) return [ja]
  if (/[\u4e00-\u9fff]/.test(text)) return [zh.hans, zh.hant, ja]
  return [en, de, fr, es, pt]
}

function leftOver(text: string, { index, text: found }: ParsedResult): string {
  const rest = `${text.slice(0, index)} ${text.slice(index + found.length)}`
  return rest.replaceAll(/[\s,.;!?，。！？]+|\b(?:on|at|by|the|um|am|le|el)\b/giu, '')
}

function timeOf({ start }: ParsedResult, zone: string): ReadTime {
  const isDay = !start.isCertain('hour')
  if (start.isCertain('timezoneOffset'))
    return {
      time: Temporal.Instant.fromEpochMilliseconds(start.date().getTime()).toZonedDateTimeISO(zone),
      isDay,
    }
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((part) => start.get(part) ?? undefined)
  const date = Temporal.PlainDate.from({ year, month, day })
  const clock = isDay ? undefined : Temporal.PlainTime.from({ hour, minute, second })
  return { time: date.toZonedDateTime({ timeZone: zone, plainTime: clock }), isDay }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
