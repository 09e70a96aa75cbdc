/**
 * The bus over a database: streams are rows that readers read from where they are, topics are rows that are read by those who
 * listen and dropped soon after.
 *
 * @module
 */
import type { Clock } from '../../kernel/index.ts'
import type { Bus, StreamEvent, StreamState, StreamWriter } from '../bus.ts'
import type { StreamLimits } from '../memory/memory-bus.ts'
import type { Signals } from './signals.ts'
import { streamSign } from './signs.ts'
import { findStream, lookAtStream, openStream, pruneStreams, writeEvent } from './streams.ts'
import { type Topics } from './topics.ts'
import type { EngineDatabase } from './transaction.ts'

export interface BusParts {
  readonly database: EngineDatabase
  readonly clock: Clock
  readonly signals: Signals
  readonly topics: Topics
  readonly limits: StreamLimits
}

export class DatabaseBus implements Bus {
  readonly #parts: BusParts
  /** Streams that have ended, as far as this process knows. */
  #ended = 0

  constructor(parts: BusParts) {
    this.#parts = parts
  }

  publish(topic: string, message: unknown): Promise<void> {
    return this.#parts.topics.publish(topic, message)
  }

  subscribe(topic: string, listener: (message: unknown) => void): Promise<() => void> {
    return this.#parts.topics.subscribe(topic, listener)
  }

  open(id: string, attempt?: number): StreamWriter {
    const { database, clock, limits, signals } = this.#parts
    const opened = database.change(() => openStream(id, attempt))
    // Those who write are told.
    opened.catch(() => {})
    const write = async (event: { data: unknown; status?: 'done' | 'failed' | 'cancelled' | 'unknown' }) => {
      const own = await opened
      const now = clock.wall()
      const isWritten = await database.change(() => writeEvent({ id, attempt: own, now, ...event }, limits))
      if (!isWritten) return false
      signals.give(streamSign(id))
      if (event.status !== undefined) await this.noteEnds(1)
      return true
    }
    return { append: (data) => write({ data }), end: (status, data) => write({ data, status }) }
  }

  async find(id: string): Promise<StreamState | undefined> {
    return this.#parts.database.read(() => findStream(id, this.#oldest()))
  }

  async *watch(id: string, after = 0, signal?: AbortSignal): AsyncGenerator<StreamEvent, void, undefined> {
    const { database } = this.#parts
    let isThere = false
    for (let at = after; ;) {
      if (signal?.aborted) return
      const sign = this.#parts.signals.next(streamSign(id))
      const stop = (): void => sign.end()
      signal?.addEventListener('abort', stop, { once: true })
      try {
        const look = { after: at, oldest: this.#oldest() }
        const { state, events } = await database.read(() => lookAtStream(id, look))
        isThere ||= state !== undefined
        for (const event of events) {
          if (signal?.aborted) return
          at = event.sequence
          yield event
          if (event.type === 'end') return
        }
        if (events.length > 0) continue
        if (isThere && state?.hasEnded !== false) return
        database.expect()
        await sign.given
      } finally {
        sign.end()
        signal?.removeEventListener('abort', stop)
      }
    }
  }

  /** Streams have ended; looks whether too many are kept. */
  async noteEnds(count: number): Promise<void> {
    this.#ended += count
    if (this.#ended > this.#parts.limits.ended) await this.prune()
  }

  async prune(): Promise<void> {
    const { database, clock, limits } = this.#parts
    this.#ended = 0
    this.#ended = await database.change(() => pruneStreams(limits, clock.wall()))
  }

  #oldest(): number {
    return this.#parts.clock.wall() - this.#parts.limits.keepMs
  }
}
