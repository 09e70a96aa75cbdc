/**
 * Events of one call between the program that writes them and the reader of the call, whichever is quicker.
 *
 * @module
 */
import { Queue } from '../../../kernel/index.ts'
import type { ProgramEvent } from './program-event.ts'

export type EventQueue = Queue<ProgramEvent>

/** So many bytes may wait before the program has to. */
export function createEventQueue(): EventQueue {
  return new Queue<ProgramEvent>({ room: 256_000 })
}
