/**
 * This process among those that share the engine: its sign of life, and what is done about those that are gone.
 *
 * A process is gone when its number is (on the same machine, within a second), or when its beat has not changed for a lease as
 * this process measures it: clocks that are set, or differ, change nothing. Time in which this process could not look does not
 * count: if the database was away, no beat could change. What a process held that is gone is given to others, once.
 *
 * @module
 */
import { type Clock, createIds } from '../../kernel/index.ts'
import { isAlive, thisProcess } from '../../store/sql/index.ts'
import { changeLater, changeRows, type EngineDatabase, rowOf, rowsOf, type Step } from './transaction.ts'

interface MemberRow {
  readonly id: string
  readonly host: string
  readonly pid: number
  readonly started: string
  readonly beat: number
}

export interface MembershipParts {
  readonly database: EngineDatabase
  readonly clock: Clock
  readonly leaseMs: number
  /** In the transaction in which a process is found to be gone. */
  readonly takeBack: (process: string) => Step<void>
  /** After it. */
  readonly tookBack: () => void
}

/** How often a dead process of the same machine is looked for. */
const lookMs = 1000

export class Membership {
  /** Stands in every row of this process. */
  readonly id = createIds().next('p')
  readonly #parts: MembershipParts
  readonly #self = thisProcess(0)
  /** Beats of others, and when they last changed. */
  #seen = new Map<string, { readonly beat: number; readonly at: number }>()
  #seenAt = -Infinity
  readonly #onLost: (() => void)[] = []
  #isKnown = false
  #beatenAt = -Infinity
  #timer: { cancel(): void } | undefined
  #turn: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(parts: MembershipParts) {
    this.#parts = parts
    this.#plan()
  }

  /** Told after others have taken what this process held. */
  onLost(listener: () => void): void {
    this.#onLost.push(listener)
  }

  /** Stands before each claim of this process. True if it was known, and others have taken everything since. */
  *introduce(): Step<boolean> {
    if (yield* rowOf('select id from engine_processes where id = ?', this.id)) return false
    const { host, pid, started } = this.#self
    const count = yield* changeRows(
      `insert into engine_processes (id, host, pid, started, beat) values (?, ?, ?, ?, 0) on conflict (id) do nothing`,
      this.id,
      host,
      pid,
      started,
    )
    return count > 0
  }

  /** After the transaction in which it was introduced. */
  introduced(isNew: boolean): void {
    const wasKnown = this.#isKnown
    this.#isKnown = true
    if (isNew && wasKnown) for (const tell of this.#onLost) tell()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#timer?.cancel()
    await this.#turn
    if (this.#isKnown) await this.#parts.database.change(() => this.#leave())
  }

  #plan(): void {
    if (this.#isClosed) return
    const waitMs = Math.min(lookMs, this.#parts.leaseMs / 4)
    this.#timer = this.#parts.clock.after(waitMs, () => {
      // A database that is away is told to those who use it; the next turn tries again.
      this.#turn = this.#look().catch(() => {})
      void this.#turn.then(() => this.#plan())
    })
  }

  async #look(): Promise<void> {
    const { database, clock, leaseMs } = this.#parts
    if (this.#isKnown && clock.now() - this.#beatenAt >= leaseMs / 4) {
      this.introduced(await database.change(() => this.#beat()))
      this.#beatenAt = clock.now()
    }
    for (const gone of this.#goneOf(await database.read(() => allMembers()))) {
      if (await database.change(() => this.#bury(gone))) this.#parts.tookBack()
    }
  }

  *#beat(): Step<boolean> {
    const isNew = yield* this.introduce()
    yield* changeLater('update engine_processes set beat = beat + 1 where id = ?', this.id)
    return isNew
  }

  #goneOf(rows: readonly MemberRow[]): readonly MemberRow[] {
    const now = this.#parts.clock.now()
    if (now - this.#seenAt > this.#parts.leaseMs / 2) this.#seen.clear()
    this.#seenAt = now
    const seen = new Map<string, { readonly beat: number; readonly at: number }>()
    for (const { id, beat } of rows) {
      const before = this.#seen.get(id)
      seen.set(id, before?.beat === beat ? before : { beat, at: now })
    }
    this.#seen = seen
    return rows.filter(({ id, host, pid, started }) => {
      if (id === this.id) return false
      if (!isAlive({ host, pid, started, seen_at: 0 }, 0)) return true
      return now - (seen.get(id)?.at ?? now) >= this.#parts.leaseMs
    })
  }

  /** False if it lives after all, or another process was quicker. */
  *#bury({ id, beat }: MemberRow): Step<boolean> {
    const count = yield* changeRows('delete from engine_processes where id = ? and beat = ?', id, beat)
    if (count === 0) return false
    yield* this.#parts.takeBack(id)
    return true
  }

  *#leave(): Step<void> {
    yield* changeLater('delete from engine_processes where id = ?', this.id)
    yield* this.#parts.takeBack(this.id)
  }
}

function allMembers(): Step<readonly MemberRow[]> {
  return rowsOf('select id, host, pid, started, beat from engine_processes')
}
