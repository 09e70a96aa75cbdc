/** `CalendarStore` in memory. */
import type { CalendarRecord, CalendarStore } from '../calendar.ts'

/** Two changes within one tick of the clock have times of their own. */
const tick = 0.001

export function createMemoryCalendar(): CalendarStore {
  const calendars = new Map<string, Map<string, CalendarRecord>>()
  return {
    list: (principal) => [...(calendars.get(principal)?.values() ?? [])],
    change(principal, { save = [], remove = [], seen = [] }, at) {
      const events = calendars.get(principal) ?? new Map<string, CalendarRecord>()
      if (seen.some(({ id, updatedAt }) => events.get(id)?.updatedAt !== updatedAt)) return false
      for (const id of remove) events.delete(id)
      for (const event of save) {
        const { createdAt = at, updatedAt = -Infinity } = events.get(event.id) ?? {}
        events.set(event.id, { ...event, createdAt, updatedAt: Math.max(at, updatedAt + tick) })
      }
      calendars.set(principal, events)
      return true
    },
  }
}
