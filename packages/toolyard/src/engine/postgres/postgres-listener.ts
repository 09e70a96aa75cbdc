/**
 * Hears what other processes tell through PostgreSQL: a connection of its own that listens.
 *
 * A sign is sent with its transaction, and arrives as long as the connection lives. So the connection is tried now and then with a
 * sign to itself. After a break, and wherever that sign does not come back (a pooler between), everything is looked at.
 *
 * @module
 */
import { Client, type ClientConfig, type Notification } from 'pg'
import type { Clock } from '../../kernel/index.ts'
import type { EnginePlace } from './postgres-transaction.ts'

export interface ListenerParts {
  readonly connection: ClientConfig
  readonly place: EnginePlace
  readonly clock: Clock
  /** How long those who wait for signs are left waiting while the database is away. */
  readonly patienceMs: number
  /** Without signs: anything may have happened. */
  readonly heard: (signs?: ReadonlySet<string>) => void
}

/** From one try of the connection to the next: while it hears, while it does not, and while there is none. */
const waits = { hearing: 5000, deaf: 500, away: 250 }
/** Everything is looked at now and then, whatever was heard. */
const everythingMs = 30_000

export class PostgresListener {
  readonly #parts: ListenerParts
  #client: Client | undefined
  #timer: { cancel(): void } | undefined
  #turn: Promise<void> = Promise.resolve()
  /** Whether the last sign to itself came back. */
  #isHearing = true
  #lostAt: number | undefined
  #lookedAt: number
  #isTrying = false
  #isClosed = false

  constructor(parts: ListenerParts) {
    this.#parts = parts
    this.#lookedAt = parts.clock.now()
  }

  /** Resolves when it hears; if it can't yet, it goes on trying. */
  async open(): Promise<void> {
    await this.#try()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#timer?.cancel()
    this.#drop()
    await this.#turn
  }

  #plan(ms: number): void {
    this.#timer?.cancel()
    if (this.#isClosed) return
    this.#timer = this.#parts.clock.after(ms, () => void (this.#turn = this.#try()))
  }

  async #try(): Promise<void> {
    const { clock, heard, patienceMs } = this.#parts
    const wasLost = this.#lostAt
    this.#isTrying = true
    try {
      this.#client ??= await this.#connect()
      this.#lostAt = undefined
      const isDeaf = !this.#isHearing
      this.#isHearing = false
      await this.#signToItself(this.#client)
      const isLong = clock.now() - this.#lookedAt >= everythingMs
      if (wasLost !== undefined || isDeaf || isLong) this.#lookAtEverything()
      this.#plan(isDeaf ? waits.deaf : waits.hearing)
    } catch {
      this.#drop()
      this.#lostAt ??= clock.now()
      // Those who wait find out that the database is away.
      if (wasLost !== undefined && clock.now() - wasLost >= patienceMs) heard()
      this.#plan(waits.away)
    } finally {
      this.#isTrying = false
    }
  }

  #lookAtEverything(): void {
    this.#lookedAt = this.#parts.clock.now()
    this.#parts.heard()
  }

  async #connect(): Promise<Client> {
    const client = new Client({ ...this.#parts.connection, keepAlive: true })
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    client.on('notification', (notification) => this.#note(notification))
    try {
      await client.connect()
      await client.query(`listen ${this.#parts.place.channel}`)
      // It keeps no process alive. The types do not know it.
      ;(client as Client & { unref(): void }).unref()
      if (this.#isClosed) throw new Error('closed')
      return client
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
  }

  async #signToItself(client: Client): Promise<void> {
    const { channel, sender } = this.#parts.place
    await client.query('select pg_notify($1, $2)', [channel, JSON.stringify({ from: sender, signs: [] })])
  }

  #note({ payload = '' }: Notification): void {
    const said = readPayload(payload)
    if (!said) return
    if (said.from === this.#parts.place.sender) this.#isHearing = true
    else if (said.signs) this.#parts.heard(new Set(said.signs))
    else this.#lookAtEverything()
  }

  #lost(client: Client): void {
    if (this.#client !== client) return
    this.#drop()
    this.#lostAt ??= this.#parts.clock.now()
    if (!this.#isTrying) this.#plan(0)
  }

  #drop(): void {
    const client = this.#client
    this.#client = undefined
    void client?.end().catch(() => {})
  }
}

/** Anyone who may use the database may write there. */
function readPayload(
  text: string,
): { readonly from: string; readonly signs?: readonly string[] } | undefined {
  try {
    const { from, signs } = JSON.parse(text) as { readonly from?: unknown; readonly signs?: unknown }
    if (typeof from !== 'string') return undefined
    if (!Array.isArray(signs)) return { from }
    return { from, signs: signs.filter((sign) => typeof sign === 'string') }
  } catch {
    return undefined
  }
}
