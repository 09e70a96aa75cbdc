/**
 * `Bus`: what happens, told to those who listen, in whichever process they are.
 *
 * Two forms. Topics carry short signs to all that listen now: at most once, in the order of one publisher, nothing is kept.
 * Streams carry the events of one job, call or run. Promised of a stream:
 * - Events are numbered from 1 without a gap. Chunks come in order, then one final event, and nothing after it.
 * - Any number of readers watch it, each from any number on. A reader has no queue of its own: it reads what is kept, so a
 *   slow reader costs nothing and slows no one else. What was dropped before it was read is told as one `missed`.
 * - What is kept is bounded by count and size while the stream goes on, and by age and number of streams once it has ended.
 * - A writer belongs to an attempt. Once a newer attempt has written, what an older one writes is dropped.
 *
 * @module
 */
import type { Awaitable } from '../store/index.ts'
import type { JobEnd } from './jobs.ts'

export interface Bus {
  /** Listeners must not throw. */
  publish(topic: string, message: unknown): Awaitable<void>
  /** Hears what is published from when it resolves. Answers how to stop. */
  subscribe(topic: string, listener: (message: unknown) => void): Awaitable<() => void>
  /** The newest attempt writes; without a number it is one more than the last. A stream that has ended begins anew. */
  open(id: string, attempt?: number): StreamWriter
  /** How a stream stands; undefined if nothing of it is kept. */
  find(id: string): Awaitable<StreamState | undefined>
  /** Events after number `after`, as they come, to the final one. Waits for a stream that is not there yet. Ends quietly with the signal. */
  watch(id: string, after?: number, signal?: AbortSignal): AsyncIterable<StreamEvent>
}

export interface StreamWriter {
  /** `data` is JSON, and never changed after. False if this attempt does not count any more, or the stream has ended. */
  append(data: unknown): Awaitable<boolean>
  /** The final event. False if it was not written: of all attempts one ends the stream. */
  end(status: JobEnd, data?: unknown): Awaitable<boolean>
}

export type StreamEvent =
  | { readonly type: 'chunk'; readonly sequence: number; readonly attempt: number; readonly data: unknown }
  | {
      readonly type: 'end'
      readonly sequence: number
      readonly attempt: number
      readonly status: JobEnd
      readonly data?: unknown
    }
  /** `count` events up to `sequence` are not kept any more. */
  | { readonly type: 'missed'; readonly sequence: number; readonly count: number }

export interface StreamState {
  readonly attempt: number
  /** The number of the last event. */
  readonly last: number
  readonly hasEnded: boolean
}
