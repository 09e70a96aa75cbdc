/**
 * The port to calendars: the events of each principal.
 *
 * @module
 */
import type { CalendarChange, CalendarEvent } from '../define/index.ts'
import type { Awaitable } from './awaitable.ts'

export interface CalendarRecord extends CalendarEvent {
  readonly createdAt: number
  readonly updatedAt: number
}

export interface CalendarStore {
  /** In the order in which they were made. */
  list(principal: string): Awaitable<readonly CalendarRecord[]>
  /** All of it or nothing; an event that is replaced stays as old as it was. */
  change(principal: string, change: CalendarChange, at: number): Awaitable<void>
}
