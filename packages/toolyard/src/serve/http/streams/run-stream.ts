/**
 * The events of one run of an agent, numbered: for whoever started it, for those who join, and for those who come back after
 * a broken connection.
 *
 * What fits into the queue of one reader is kept. Nobody who reads slows the run, and nobody who leaves ends it.
 *
 * @module
 */
import type { RunEvent } from '../../../agents/index.ts'
import { jsonText } from '../json-text.ts'
import { type EventStream, eventText } from './event-stream.ts'

const mostKept = 800_000

export class RunStream {
  readonly runId: string
  readonly #kept: Buffer[] = []
  readonly #readers = new Set<EventStream>()
  #size = 0
  /** The number of the last event. */
  #last = 0
  #endedAt: number | undefined

  constructor(runId: string) {
    this.runId = runId
  }

  get endedAt(): number | undefined {
    return this.#endedAt
  }

  /** Bytes that are kept. */
  get size(): number {
    return this.#size
  }

  push(event: RunEvent): void {
    const bytes = Buffer.from(eventText(++this.#last, event.type, jsonText(event)))
    this.#kept.push(bytes)
    this.#size += bytes.length
    // The newest one always stays: it may be the end.
    let gone = 0
    while (this.#size > mostKept && gone < this.#kept.length - 1)
      this.#size -= this.#kept[gone++]?.length ?? 0
    if (gone > 0) this.#kept.splice(0, gone)
    for (const reader of this.#readers) reader.send(bytes)
  }

  end(): void {
    this.#endedAt = performance.now()
    for (const reader of this.#readers) reader.end()
    this.#readers.clear()
  }

  /** From the event after `after` on, as far as it is still kept. */
  join(reader: EventStream, after: number): void {
    const before = this.#last - this.#kept.length
    if (after < before) reader.send(Buffer.from(`: ${before - after} events are not kept any more\n\n`))
    reader.send(Buffer.concat(this.#kept.slice(Math.max(0, after - before))))
    if (this.#endedAt !== undefined) reader.end()
    else if (!reader.isOver) this.#readers.add(reader)
  }

  leave(reader: EventStream): void {
    this.#readers.delete(reader)
  }
}
