/**
 * The caller's calendar.
 *
 * @module
 */

export interface CalendarEvent {
  readonly id: string
  readonly title: string
  /** Local time in the zone, without offset: `2026-11-20T15:00`, or a date for the whole day. */
  readonly start: string
  readonly end: string
  /** An IANA zone. */
  readonly zone: string
  /** An RRULE (`FREQ=WEEKLY;BYDAY=MO`), if it repeats. */
  readonly repeat?: string | undefined
  /** Starts of repetitions that do not happen. */
  readonly except?: readonly string[] | undefined
  readonly place?: string | undefined
  readonly notes?: string | undefined
  /** What it is called where it was imported from. */
  readonly uid?: string | undefined
}

export interface CalendarAccess {
  list(): Promise<readonly CalendarEvent[]>
  /** Creates or replaces, whole. */
  save(event: CalendarEvent): Promise<void>
  /** Whether there was one. */
  remove(id: string): Promise<boolean>
}
