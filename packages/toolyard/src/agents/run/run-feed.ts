/**
 * The events of one run for those who follow it. No reader slows the run: one that reads too slowly misses pieces of text, never the
 * steps of the run or its end.
 *
 * @module
 */
import type { RunEvent } from './run-event.ts'

/** Events that may wait for one reader. */
const mostWaiting = 10_000
/** What may be missed. */
const pieces: ReadonlySet<RunEvent['type']> = new Set(['text', 'reasoning', 'tool_event'])

interface FeedReader {
  readonly waiting: RunEvent[]
  wake: (() => void) | undefined
}

export class RunFeed {
  readonly #readers = new Set<FeedReader>()
  #hasEnded = false

  push(event: RunEvent): void {
    for (const reader of this.#readers) {
      if (reader.waiting.length >= mostWaiting && pieces.has(event.type)) continue
      reader.waiting.push(event)
      reader.wake?.()
    }
  }

  end(): void {
    this.#hasEnded = true
    for (const reader of this.#readers) reader.wake?.()
  }

  /** From now on, to the end of the run. */
  follow(): AsyncIterable<RunEvent> {
    const reader: FeedReader = { waiting: [], wake: undefined }
    this.#readers.add(reader)
    return { [Symbol.asyncIterator]: () => this.#read(reader) }
  }

  async *#read(reader: FeedReader): AsyncGenerator<RunEvent, void, undefined> {
    try {
      for (;;) {
        yield* reader.waiting.splice(0)
        if (reader.waiting.length > 0) continue
        if (this.#hasEnded) return
        await new Promise<void>((resolve) => {
          reader.wake = resolve
        })
        reader.wake = undefined
      }
    } finally {
      this.#readers.delete(reader)
    }
  }
}
