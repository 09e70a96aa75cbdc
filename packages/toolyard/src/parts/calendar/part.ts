/** The calendar of each principal. */
import type { Part } from '../part.ts'
import { calendarOf } from './calendar-access.ts'

export const calendar: Part = {
  name: 'calendar',
  start: ({ store, now }) => ({
    services: (caller) => ({ calendar: calendarOf(caller, store.calendar, now) }),
  }),
}
