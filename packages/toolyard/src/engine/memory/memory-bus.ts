/**
 * The bus of one process: listeners are called at once, streams are logs that readers read from where they are.
 *
 * @module
 */
import { type Clock, sizeOf } from '../../kernel/index.ts'
import type { Bus, StreamEvent, StreamState, StreamWriter } from '../bus.ts'
import type { JobEnd } from '../jobs.ts'
import { EventLog, type LogLimits } from './event-log.ts'

export interface StreamLimits {
  /** What is kept of one stream. */
  readonly each: LogLimits
  /** How long a stream is kept after its end; how many that have ended, and how much of them. */
  readonly keepMs: number
  readonly ended: number
  readonly endedSize: number
}

export const usualStreams: StreamLimits = {
  each: { events: 50_000, size: 800_000 },
  keepMs: 5 * 60_000,
  ended: 1000,
  endedSize: 32_000_000,
}

/** Answers at once. */
export interface MemoryWriter extends StreamWriter {
  append(data: unknown): boolean
  end(status: JobEnd, data?: unknown): boolean
}

/** Beside its data. */
const eventSize = 32

export class MemoryBus implements Bus {
  readonly #clock: Clock
  readonly #limits: StreamLimits
  readonly #topics = new Map<string, Set<(message: unknown) => void>>()
  readonly #open = new Map<string, EventLog>()
  /** In the order in which they ended. */
  readonly #ended = new Map<string, EventLog>()
  #endedSize = 0
  /** Readers of streams that are not there yet. */
  readonly #early = new Map<string, Set<() => void>>()

  constructor(clock: Clock, limits: StreamLimits = usualStreams) {
    this.#clock = clock
    this.#limits = limits
  }

  publish(topic: string, message: unknown): void {
    for (const listener of this.#topics.get(topic) ?? []) listener(message)
  }

  subscribe(topic: string, listener: (message: unknown) => void): () => void {
    const own = (message: unknown): void => listener(message)
    const listeners = this.#topics.get(topic) ?? new Set()
    this.#topics.set(topic, listeners.add(own))
    return () => {
      listeners.delete(own)
      if (listeners.size === 0 && this.#topics.get(topic) === listeners) this.#topics.delete(topic)
    }
  }

  open(id: string, attempt?: number): MemoryWriter {
    const known = this.#find(id)
    const log = known && known.endedAt === undefined ? known : this.#begin(id)
    const own = attempt ?? Math.max(known?.attempt ?? 0, log.attempt) + 1
    log.attempt = Math.max(log.attempt, own)
    const counts = (): boolean => log.attempt === own && log.endedAt === undefined
    return {
      append: (data) => {
        if (!counts()) return false
        const event = { type: 'chunk', sequence: log.last + 1, attempt: own, data } as const
        log.add(event, eventSize + sizeOf(data, this.#limits.each.size))
        return true
      },
      end: (status, data) => {
        if (!counts()) return false
        this.#end(id, log, { status, data })
        return true
      },
    }
  }

  find(id: string): StreamState | undefined {
    const log = this.#find(id)
    return log && { attempt: log.attempt, last: log.last, hasEnded: log.endedAt !== undefined }
  }

  async *watch(id: string, after = 0, signal?: AbortSignal): AsyncGenerator<StreamEvent, void, undefined> {
    const log = await this.#arrival(id, signal)
    if (!log) return
    for (let at = after; ;) {
      const event = log.after(at)
      if (event) {
        at = event.sequence
        yield event
        if (event.type === 'end') return
      } else if (log.endedAt !== undefined) return
      else await new Promise<void>((resolve) => this.#wait(log, resolve, signal))
      if (signal?.aborted) return
    }
  }

  #wait(log: Pick<EventLog, 'wait' | 'leave'>, resolve: () => void, signal: AbortSignal | undefined): void {
    if (signal?.aborted) return resolve()
    const wake = (): void => {
      signal?.removeEventListener('abort', wake)
      log.leave(wake)
      resolve()
    }
    signal?.addEventListener('abort', wake, { once: true })
    log.wait(wake)
  }

  /** The stream, once it is there; undefined if the signal came first. */
  async #arrival(id: string, signal: AbortSignal | undefined): Promise<EventLog | undefined> {
    for (;;) {
      const log = this.#find(id)
      if (log || signal?.aborted) return signal?.aborted ? undefined : log
      const readers = this.#early.get(id) ?? new Set()
      this.#early.set(id, readers)
      const list = {
        wait: (wake: () => void) => void readers.add(wake),
        leave: (wake: () => void) => {
          readers.delete(wake)
          if (readers.size === 0 && this.#early.get(id) === readers) this.#early.delete(id)
        },
      }
      await new Promise<void>((resolve) => this.#wait(list, resolve, signal))
    }
  }

  #find(id: string): EventLog | undefined {
    const log = this.#open.get(id) ?? this.#ended.get(id)
    const isOld = log?.endedAt !== undefined && this.#clock.now() - log.endedAt > this.#limits.keepMs
    if (!isOld) return log
    this.#forgetOld()
    return undefined
  }

  #begin(id: string): EventLog {
    const log = new EventLog(this.#limits.each)
    this.#forget(id)
    this.#open.set(id, log)
    for (const wake of this.#early.get(id) ?? []) wake()
    return log
  }

  #end(id: string, log: EventLog, { status, data }: { status: JobEnd; data: unknown }): void {
    log.endedAt = this.#clock.now()
    const { attempt, last } = log
    const size = eventSize + sizeOf(data, this.#limits.each.size)
    log.add({ type: 'end', sequence: last + 1, attempt, status, ...(data !== undefined && { data }) }, size)
    this.#open.delete(id)
    this.#ended.set(id, log)
    this.#endedSize += log.size
    this.#forgetOld()
  }

  #forgetOld(): void {
    const { keepMs, ended, endedSize } = this.#limits
    const now = this.#clock.now()
    for (const [id, { endedAt = now }] of this.#ended) {
      const fits = this.#ended.size <= ended && this.#endedSize <= endedSize
      if (fits && now - endedAt <= keepMs) return
      this.#forget(id)
    }
  }

  #forget(id: string): void {
    this.#endedSize -= this.#ended.get(id)?.size ?? 0
    this.#ended.delete(id)
  }
}
