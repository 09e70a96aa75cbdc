/**
 * The calendar of the caller's principal.
 *
 * @module
 */
import type { CalendarAccess, CalendarEvent } from '../../define/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import type { CompanyCaller } from '../../pipeline/index.ts'
import type { CalendarStore } from '../../store/index.ts'

/** Events of one principal. */
const mostEvents = 5000
/** Characters. */
const mostOf = { title: 200, place: 500, notes: 10_000, repeat: 500, uid: 500 } as const
/** Starts beside a rule, or instead of it. */
const mostStarts = 1000

export function calendarOf(
  { principal = 'local' }: CompanyCaller,
  calendar: CalendarStore,
  now: () => number,
): CalendarAccess {
  return {
    list: async () => calendar.list(principal),
    async change(change) {
      const { save = [], remove = [] } = change
      for (const event of save) requireBounded(event)
      const left = new Set((await calendar.list(principal)).map(({ id }) => id))
      for (const id of remove) left.delete(id)
      const before = left.size
      for (const { id } of save) left.add(id)
      if (left.size > Math.max(before, mostEvents))
        throw new ToolyardError(
          'budget_exhausted',
          `the calendar would have ${left.size} events; ${mostEvents} are allowed`,
          {
            hint: 'Remove events that are over.',
          },
        )
      if (!(await calendar.change(principal, change, now())))
        throw new ToolyardError('conflict', 'the calendar was changed by another call meanwhile', {
          hint: 'Look at the event again, then repeat the change.',
          retryable: true,
        })
    },
  }
}

/** The last word on sizes, whichever tool asks. */
function requireBounded(event: CalendarEvent): void {
  for (const [name, most] of Object.entries(mostOf)) {
    const length = event[name as keyof typeof mostOf]?.length ?? 0
    if (length > most)
      throw new ToolyardError('invalid_arguments', `${name}: has ${length} characters; ${most} are allowed`, {
        hint: 'Make it shorter.',
      })
  }
  const starts = Math.max(event.except?.length ?? 0, event.also?.length ?? 0)
  if (starts > mostStarts)
    throw new ToolyardError(
      'budget_exhausted',
      `"${event.title}" has ${starts} exceptions; ${mostStarts} are allowed`,
      {
        hint: 'End the series, and add a new one.',
      },
    )
}
