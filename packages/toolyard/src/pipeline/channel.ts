/**
 * Events on their way from a running call to a reader that may be slow.
 *
 * A full channel answers a promise, and a tool that waits for it is slowed to the reader's pace. One that does not wait
 * can't fill memory: past the limit its chunks are dropped and counted. Progress never waits: only the latest is kept.
 *
 * @module
 */
import type { ToolEvent } from '../define/index.ts'
import { Queue } from '../kernel/index.ts'
import type { EventSink } from './ticket.ts'

export class EventChannel implements EventSink {
  readonly #queue = new Queue<ToolEvent>({ room: 16, most: 1024, keeps: ({ type }) => type === 'result' })

  push(event: ToolEvent): void | Promise<void> {
    if (event.type === 'progress' && this.#queue.last?.type === 'progress') this.#queue.replaceLast(event)
    else this.#queue.push(event)
    return this.#queue.room()
  }

  /** The next event; `undefined` after the last. One reader at a time. */
  next(): Promise<ToolEvent | undefined> {
    const event = this.#queue.take()
    return event ? Promise.resolve(this.#withDropped(event)) : this.#queue.next()
  }

  /** Nothing is taken any more; what is queued can still be read. */
  end(): void {
    this.#queue.end()
  }

  /** Ends, and forgets what is queued. */
  abandon(): void {
    this.#queue.abandon()
  }

  #withDropped(event: ToolEvent): ToolEvent {
    if (event.type !== 'chunk' || typeof event.data !== 'string') return event
    const dropped = this.#queue.takeDropped()
    if (dropped === 0) return event
    const note = `\n[${dropped} chunks were dropped: the tool did not wait for its reader]\n`
    return { ...event, data: event.data + note }
  }
}
