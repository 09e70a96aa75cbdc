/** When a schedule is due and what it does, in the reader's language. */
import type { Schedule } from '../../api/types.ts'
import { wholeUnits, type Formats } from '../../i18n/formats.ts'
import type { Words } from '../../i18n/words.ts'
import { visible } from '../../components/visible.ts'

interface Language {
  readonly words: Words['schedules']
  readonly formats: Formats
}

/** What has no simple words is shown as it was written. */
export function whenWords(
  { pattern, schedule }: Pick<Schedule, 'pattern' | 'schedule'>,
  { words, formats }: Language,
): string {
  switch (pattern.kind) {
    case 'every': {
      const [count, unit] = wholeUnits(pattern.everyMs)
      return count === 1 ? words.everyUnit[unit] : words.every(formats.amount(pattern.everyMs))
    }
    case 'once':
      return words.once(formats.dateTime(pattern.at))
    case 'hourly':
      return words.hourly(formats.number(pattern.minute))
    case 'daily':
      return words.daily(pattern.time)
    case 'weekly': {
      const days = pattern.days.map((day) => formats.weekday(day))
      const [from = '', to = ''] = days
      return words.weekly(pattern.isRange ? words.dayRange(from, to) : formats.list(days), pattern.time)
    }
    case 'monthly':
      return words.monthly(formats.number(pattern.day), pattern.time)
    default:
      return visible(schedule)
  }
}

/** Intervals and single moments are the same in every zone. */
export function dependsOnZone({ kind }: Schedule['pattern']): boolean {
  return kind !== 'every' && kind !== 'once'
}

export function workWords(
  { tool, message = '', agent = '' }: Pick<Schedule, 'tool' | 'message' | 'agent'>,
  { words }: Pick<Language, 'words'>,
): string {
  return tool === undefined ? words.messages(visible(agent), visible(message)) : words.calls(visible(tool))
}

/** One that waits wants to be seen first. */
export function stateOf({
  isPaused,
  isWaiting,
  next,
}: Pick<Schedule, 'isPaused' | 'isWaiting' | 'next'>): 'active' | 'waiting' | 'paused' | 'over' {
  if (isWaiting) return 'waiting'
  return isPaused ? 'paused' : next.length === 0 ? 'over' : 'active'
}

/** The reader's own. */
export function zoneHere(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
