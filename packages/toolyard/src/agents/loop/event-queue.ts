/**
 * Events of calls on their way to a reader that may be slow. Bounded: past the limit what calls tell while they run is
 * dropped, never their results.
 *
 * @module
 */
import type { RunEvent } from '../run/run-event.ts'

const most = 1024

export class EventQueue {
  #events: RunEvent[] = []
  #at = 0
  #reader: ((event: RunEvent | undefined) => void) | undefined
  #ended = false

  push(event: RunEvent): void {
    if (this.#ended) return
    if (this.#reader) {
      const reader = this.#reader
      this.#reader = undefined
      reader(event)
    } else if (this.#events.length - this.#at < most || event.type !== 'tool_event') this.#events.push(event)
  }

  /** The next event that is there already. */
  take(): RunEvent | undefined {
    const event = this.#events[this.#at]
    if (event === undefined) return undefined
    this.#at++
    if (this.#at === this.#events.length) {
      this.#events = []
      this.#at = 0
    }
    return event
  }

  /** The next event, waited for; nothing after the last. */
  next(): Promise<RunEvent | undefined> {
    const event = this.take()
    if (event || this.#ended) return Promise.resolve(event)
    return new Promise((resolve) => {
      this.#reader = resolve
    })
  }

  end(): void {
    this.#ended = true
    this.#reader?.(undefined)
    this.#reader = undefined
  }
}
