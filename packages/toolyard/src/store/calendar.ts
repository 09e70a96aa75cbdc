/**
 * The port to calendars: the events of each principal.
 *
 * @module
 */
import type { CalendarChange, SeenEvent } from '../define/index.ts'
import type { Awaitable } from './awaitable.ts'

export interface CalendarRecord extends SeenEvent {
  readonly createdAt: number
}

export interface CalendarStore {
  /** In the order in which they were made. */
  list(principal: string): Awaitable<readonly CalendarRecord[]>
  /**
   * All of it or nothing; an event that is replaced stays as old as it was. Answers `false`, and changes nothing, if one of those
   * that were seen is not as it was.
   */
  change(principal: string, change: CalendarChange, at: number): Awaitable<boolean>
}
