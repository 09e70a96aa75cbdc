/**
 * One repetition of a series: which event stands for it, and the series without it.
 *
 * @module
 */
import type { CalendarEvent, SeenEvent } from '../../../define/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { type Desk, occurrenceOf } from './desk.ts'
import { oneLine } from './show.ts'

/** The event of its own that a repetition has become before. */
export function changedBefore(
  event: CalendarEvent,
  events: readonly SeenEvent[],
  { text, desk }: { readonly text: string; readonly desk: Desk },
): SeenEvent | undefined {
  const changed = events.filter(({ series }) => series === event.id)
  const byOldStart = changed.find((one) =>
    isAt({ ...bare(event), start: one.instead ?? one.start, end: one.instead ?? one.end }, text, desk),
  )
  // One that was moved onto another of the series is not taken for that one.
  return byOldStart ?? (isIn(event, text, desk) ? undefined : changed.find((one) => isAt(one, text, desk)))
}

function isAt(event: CalendarEvent, text: string, desk: Desk): boolean {
  return isIn({ ...event, repeat: undefined, except: undefined }, text, desk)
}

function isIn(event: CalendarEvent, text: string, desk: Desk): boolean {
  try {
    return occurrenceOf(event, text, desk) !== undefined
  } catch {
    return false
  }
}

/** One repetition alone. */
export function bare(event: CalendarEvent): CalendarEvent {
  return { ...event, repeat: undefined, except: undefined, also: undefined, uid: undefined }
}

export function withException(event: CalendarEvent, key: string): CalendarEvent {
  return { ...event, except: [...new Set([...(event.except ?? []), key])] }
}

export function requireSeries(event: CalendarEvent): void {
  if (event.repeat !== undefined || event.also !== undefined) return
  throw new ToolyardError('invalid_arguments', `occurrence: "${oneLine(event.title)}" does not repeat`, {
    hint: 'Leave occurrence out.',
  })
}
