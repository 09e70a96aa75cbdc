/**
 * Events on their way from a running call to a reader that may be slow.
 *
 * A full channel answers a promise, and a tool that waits for it is slowed to the reader's pace. One that does not wait
 * can't fill memory: past the limit its chunks are dropped and counted. Progress never waits: only the latest is kept.
 *
 * @module
 */
import type { ToolEvent } from '../define/index.ts'
import type { EventSink } from './ticket.ts'

const calm = 16
const most = 1024

export class EventChannel implements EventSink {
  readonly #events: ToolEvent[] = []
  #reader: ((event: ToolEvent | undefined) => void) | undefined
  #room: PromiseWithResolvers<void> | undefined
  #ended = false
  #dropped = 0

  push(event: ToolEvent): void | Promise<void> {
    if (this.#ended) return undefined
    if (this.#reader) {
      const reader = this.#reader
      this.#reader = undefined
      reader(event)
      return undefined
    }
    if (event.type === 'progress' && this.#events.at(-1)?.type === 'progress') this.#events.pop()
    if (this.#events.length >= most && event.type !== 'result') {
      this.#dropped++
      return (this.#room ??= Promise.withResolvers()).promise
    }
    this.#events.push(event)
    return this.#events.length < calm ? undefined : (this.#room ??= Promise.withResolvers()).promise
  }

  /** The next event; nothing after the last. One reader at a time. */
  next(): Promise<ToolEvent | undefined> {
    const event = this.#events.shift()
    if (this.#events.length < calm) this.#makeRoom()
    if (event) return Promise.resolve(this.#withDropped(event))
    if (this.#ended) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      this.#reader = resolve
    })
  }

  /** Nothing is taken any more; what is queued can still be read. */
  end(): void {
    this.#ended = true
    this.#makeRoom()
    this.#reader?.(undefined)
    this.#reader = undefined
  }

  /** Ends, and forgets what is queued. */
  abandon(): void {
    this.#events.length = 0
    this.end()
  }

  #makeRoom(): void {
    this.#room?.resolve()
    this.#room = undefined
  }

  #withDropped(event: ToolEvent): ToolEvent {
    if (this.#dropped === 0 || event.type !== 'chunk' || typeof event.data !== 'string') return event
    const note = `\n[${this.#dropped} chunks were dropped: the tool did not wait for its reader]\n`
    this.#dropped = 0
    return { ...event, data: event.data + note }
  }
}
