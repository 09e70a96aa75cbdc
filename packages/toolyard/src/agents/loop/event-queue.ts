/**
 * Events of calls on their way to a reader that may be slow. Bounded: past the limit what calls tell while they run is
 * dropped, never their results.
 *
 * @module
 */
import { Queue } from '../../kernel/index.ts'
import type { RunEvent } from '../run/run-event.ts'

export type EventQueue = Queue<RunEvent>

export function createEventQueue(): EventQueue {
  return new Queue<RunEvent>({ most: 1024, keeps: ({ type }) => type !== 'tool_event' })
}
