/**
 * Topics over a database: a message is a row that every process with listeners reads once.
 *
 * @module
 */
import type { Clock } from '../../kernel/index.ts'
import { topicsSign } from './signs.ts'
import { changeLater, type EngineDatabase, giveSign, rowOf, rowsOf, type Step } from './transaction.ts'

interface TopicRow {
  readonly n: number
  readonly topic: string
  readonly message: string
}

/** Those who listen have read it by then. */
const keepMs = 60_000

export class Topics {
  readonly #database: EngineDatabase
  readonly #clock: Clock
  readonly #listeners = new Map<string, Set<(message: unknown) => void>>()
  /** The last message that was read. */
  #last = 0
  #reading: Promise<void> = Promise.resolve()

  constructor(database: EngineDatabase, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  async publish(topic: string, message: unknown): Promise<void> {
    const text = JSON.stringify(message) ?? 'null'
    const now = this.#clock.wall()
    await this.#database.change(() => insert(topic, text, now))
    await this.look()
  }

  async subscribe(topic: string, listener: (message: unknown) => void): Promise<() => void> {
    const begun = this.#reading.then(() => this.#begin())
    this.#reading = begun.catch(() => {})
    await begun
    const own = (message: unknown): void => listener(message)
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(own))
    this.#database.expect()
    return () => {
      listeners.delete(own)
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic)
    }
  }

  /** Tells what is new. Looks go one after the other, so that each message is told once and in order. */
  look(): Promise<void> {
    if (this.#listeners.size === 0) return Promise.resolve()
    this.#reading = this.#reading.then(() => this.#tellNew()).catch(() => {})
    return this.#reading
  }

  /** Tells those who listen here, without a row. */
  tell(topic: string, message: unknown): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(message)
  }

  async prune(): Promise<void> {
    const oldest = this.#clock.wall() - keepMs
    if (await this.#database.read(() => hasOld(oldest)))
      await this.#database.change(() => changeLater('delete from engine_topics where at < ?', oldest))
  }

  /** Before the first listener: what was published until now is not told. */
  async #begin(): Promise<void> {
    if (this.#listeners.size === 0) this.#last = (await this.#database.read(newest)) ?? 0
  }

  async #tellNew(): Promise<void> {
    const rows = await this.#database.read(() =>
      rowsOf<TopicRow>('select n, topic, message from engine_topics where n > ? order by n', this.#last),
    )
    for (const { n, topic, message } of rows) {
      this.#last = n
      if (this.#listeners.has(topic)) this.tell(topic, JSON.parse(message))
    }
  }
}

function* insert(topic: string, message: string, now: number): Step<void> {
  yield* changeLater('insert into engine_topics (topic, message, at) values (?, ?, ?)', topic, message, now)
  yield* giveSign(topicsSign)
}

function* newest(): Step<number | undefined> {
  const row = yield* rowOf<{ n: number | null }>('select max(n) as n from engine_topics')
  return row?.n ?? undefined
}

function* hasOld(oldest: number): Step<boolean> {
  const row = yield* rowOf<{ at: number }>('select at from engine_topics order by n limit 1')
  return row !== undefined && row.at < oldest
}
