/**
 * What `schedule` answers to programs, and an event in that form.
 *
 * @module
 */
import { z } from 'zod'
import type { CalendarEvent } from '../../../define/index.ts'
import { cutFields } from '../../output-lib/cut-fields.ts'

const text = z.string().optional()
const count = z.int().optional()

const eventSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  start: z
    .string()
    .describe('On the clock of its zone; a date for whole days. list: with the offset of the answer'),
  end: z.string().describe('Not included: one whole day ends on the next date'),
  zone: z.string(),
  repeat: text.describe('RRULE'),
  occurrence: text.describe('list: what this repetition is called'),
  except: z.array(z.string()).optional().describe('Starts that do not happen, or otherwise'),
  also: z.array(z.string()).optional().describe('Starts beside those of the rule'),
  series: text.describe('The event that this is a changed repetition of'),
  instead: text.describe('The start that it had there'),
  place: text,
  notes: text,
  uid: text.describe('Its name where it was imported from'),
})

export const outputSchema = z.strictObject({
  zone: text.describe('list, free: of the times'),
  events: z.array(eventSchema).optional().describe('list: by time, each repetition by itself'),
  slots: z
    .array(z.strictObject({ start: z.string(), end: z.string() }))
    .optional()
    .describe('free'),
  event: eventSchema.optional().describe('add, update: as it is now'),
  conflicts: z
    .array(
      z.strictObject({ at: z.string(), with: z.string().describe('Id of the other'), title: z.string() }),
    )
    .optional()
    .describe('add, update'),
  removed: text.describe('remove: id of the event'),
  occurrence: text.describe('remove: the repetition, if only that one'),
  path: text.describe('export: the file'),
  ics: text.describe('export: the text, if no path was given'),
  count: count.describe('export: events in it'),
  added: count.describe('import'),
  updated: count.describe('import'),
  notes: z.array(z.string()).optional().describe('What had to be assumed, or else should be known'),
  ...cutFields,
})

type Event = z.infer<typeof eventSchema>

/** Without what is kept for ourselves. */
export function toldEvent(event: CalendarEvent): Event {
  const { id, title, start, end, zone, repeat, except, also, series, instead, place, notes, uid } = event
  return {
    id,
    title,
    start,
    end,
    zone,
    ...(repeat !== undefined && { repeat }),
    ...(except !== undefined && { except: [...except] }),
    ...(also !== undefined && { also: [...also] }),
    ...(series !== undefined && { series }),
    ...(instead !== undefined && { instead }),
    ...(place !== undefined && { place }),
    ...(notes !== undefined && { notes }),
    ...(uid !== undefined && { uid }),
  }
}
