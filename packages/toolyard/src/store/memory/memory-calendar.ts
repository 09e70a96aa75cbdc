/** `CalendarStore` in memory. */
import type { CalendarRecord, CalendarStore } from '../calendar.ts'

export function createMemoryCalendar(): CalendarStore {
  const calendars = new Map<string, Map<string, CalendarRecord>>()
  return {
    list: (principal) => [...(calendars.get(principal)?.values() ?? [])],
    change(principal, { save = [], remove = [] }, at) {
      const events = calendars.get(principal) ?? new Map<string, CalendarRecord>()
      for (const id of remove) events.delete(id)
      for (const event of save)
        events.set(event.id, { ...event, createdAt: events.get(event.id)?.createdAt ?? at, updatedAt: at })
      calendars.set(principal, events)
    },
  }
}
