/**
 * The caller's calendar.
 *
 * @module
 */

export interface CalendarEvent {
  readonly id: string
  readonly title: string
  /** Local time in the zone, without offset: `2026-11-20T15:00`, or a date for whole days. */
  readonly start: string
  /** In the same form, not included: an event of one whole day ends on the next date. */
  readonly end: string
  /** An IANA zone. */
  readonly zone: string
  /** An RRULE (`FREQ=WEEKLY;BYDAY=MO`), if it repeats. */
  readonly repeat?: string | undefined
  /** Starts of repetitions that do not happen, or happen otherwise. */
  readonly except?: readonly string[] | undefined
  /** Starts beside those of the rule. */
  readonly also?: readonly string[] | undefined
  /** The event that this is one changed repetition of, and the start that it had there. */
  readonly series?: string | undefined
  readonly instead?: string | undefined
  readonly place?: string | undefined
  readonly notes?: string | undefined
  /** What it is called where it was imported from. */
  readonly uid?: string | undefined
}

/** An event as it was read. */
export interface SeenEvent extends CalendarEvent {
  /** Another one with every change. */
  readonly updatedAt: number
}

export interface CalendarChange {
  /** Creates or replaces, whole. */
  readonly save?: readonly CalendarEvent[] | undefined
  /** Ids; those that are gone already are no matter. */
  readonly remove?: readonly string[] | undefined
  /** What the change was made from: if one of these has been changed or removed since, nothing is done. */
  readonly seen?: readonly Pick<SeenEvent, 'id' | 'updatedAt'>[] | undefined
}

export interface CalendarAccess {
  /** In the order in which they were made. */
  list(): Promise<readonly SeenEvent[]>
  /**
   * All of it or nothing. Rejects with `budget_exhausted` if there were too many events, and with `conflict` if what was seen is not
   * there any more.
   */
  change(change: CalendarChange): Promise<void>
}
