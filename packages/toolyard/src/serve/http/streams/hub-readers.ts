/**
 * Those who listen to everything that happens. What is told goes out in pieces that all of them share.
 *
 * Between two pieces, who reads slowly is waited for, but not for long: who then has not caught up is no longer waited for, and
 * dropped when too much has piled up. So a burst drops no reader that reads, and one that does not read does not hold up the others.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EventStream } from './event-stream.ts'

const pieceSize = 64 * 1024
const patienceMs = 1000

export interface NumberedEvent<Topic extends string> {
  readonly number: number
  readonly topic: Topic
  readonly text: string
}

interface Subscription<Topic extends string> {
  readonly topics: ReadonlySet<Topic>
  /** What came up to here was heard already. */
  readonly after: number
}

export class HubReaders<Topic extends string> {
  readonly #readers = new Map<EventStream, Subscription<Topic>>()
  /** Who was waited for in vain. */
  readonly #slow = new Set<EventStream>()

  get count(): number {
    return this.#readers.size
  }

  add(reader: EventStream, wanted: Subscription<Topic>): void {
    this.#readers.set(reader, wanted)
  }

  delete(reader: EventStream): void {
    this.#readers.delete(reader)
    this.#slow.delete(reader)
  }

  async tell(events: readonly NumberedEvent<Topic>[]): Promise<void> {
    for (const piece of piecesOf(events)) {
      this.#send(piece)
      await this.#wait()
    }
  }

  #send(events: readonly NumberedEvent<Topic>[]): void {
    const made = new Map<string, Buffer>()
    const first = events[0]?.number ?? 0
    for (const [reader, { topics, after }] of this.#readers) {
      const key = `${Math.max(after, first)} ${[...topics].toSorted().join()}`
      let bytes = made.get(key)
      if (!bytes) {
        const wanted = events.filter(({ topic, number }) => topics.has(topic) && number > after)
        made.set(key, (bytes = Buffer.from(wanted.map(({ text }) => text).join(''))))
      }
      reader.send(bytes)
    }
  }

  async #wait(): Promise<void> {
    const behind: [EventStream, Promise<void>][] = []
    for (const reader of this.#readers.keys()) {
      const room = reader.room()
      if (!room) this.#slow.delete(reader)
      else if (!this.#slow.has(reader)) behind.push([reader, room])
    }
    if (behind.length === 0) return
    const over = new AbortController()
    const late = sleep(patienceMs, undefined, { signal: over.signal }).catch(() => {})
    await Promise.race([Promise.all(behind.map(([, room]) => room)), late])
    over.abort()
    for (const [reader] of behind) if (reader.room()) this.#slow.add(reader)
  }
}

function* piecesOf<Topic extends string>(
  events: readonly NumberedEvent<Topic>[],
): Generator<NumberedEvent<Topic>[]> {
  let piece: NumberedEvent<Topic>[] = []
  let size = 0
  for (const event of events) {
    piece.push(event)
    size += event.text.length
    if (size < pieceSize) continue
    yield piece
    piece = []
    size = 0
  }
  if (piece.length > 0) yield piece
}
