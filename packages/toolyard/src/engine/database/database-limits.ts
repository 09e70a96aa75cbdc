/**
 * Limits over a database: locks, rates and leases that hold in all processes. Places are those of this process.
 *
 * @module
 */
import type { Clock } from '../../kernel/index.ts'
import type { Lease, Limits, LockRequest, Places, Rate } from '../limits.ts'
import { widest } from '../memory/memory-locks.ts'
import { enterLine, holdsLock, leaveLines } from './lock-steps.ts'
import type { Membership } from './membership.ts'
import type { Signals } from './signals.ts'
import { lockSign } from './signs.ts'
import { changeLater, type EngineDatabase, rowOf, type Step } from './transaction.ts'
import { isUnavailable } from './unavailable.ts'

export interface LimitParts {
  readonly database: EngineDatabase
  readonly clock: Clock
  readonly signals: Signals
  readonly membership: Membership
  readonly places: Places
}

/** Before what could not be released is released again. */
const againMs = 1000
/** How long rates and budgets that nobody takes of are remembered. */
const keepMs = 30 * 24 * 3_600_000

export class DatabaseLimits implements Limits {
  readonly places: Places
  readonly #parts: LimitParts
  readonly #leases = new Set<AbortController>()

  constructor(parts: LimitParts) {
    this.#parts = parts
    this.places = parts.places
    parts.membership.onLost(() => {
      for (const lost of this.#leases) lost.abort()
      this.#leases.clear()
    })
  }

  async lock(
    requests: readonly LockRequest[],
    owner: string,
    signal: () => AbortSignal,
  ): Promise<() => void> {
    const held: number[] = []
    const release = (): void => this.#release(held.splice(0))
    try {
      for (const request of widest(requests)) await this.#enter(request, { owner, held, signal: signal() })
      return release
    } catch (error) {
      release()
      throw error
    }
  }

  rate(key: string, perMinute: number): Rate {
    const { database, clock } = this.#parts
    const id = `${perMinute} ${key}`
    return { take: (now) => database.change(() => takeRate(id, perMinute, clock.wall(now))) }
  }

  async spend(key: string, most: number): Promise<boolean> {
    const { database, clock } = this.#parts
    return database.change(() => spendOne(`budget ${key}`, most, clock.wall()))
  }

  async prune(): Promise<void> {
    const { database, clock } = this.#parts
    const oldest = clock.wall() - keepMs
    if (await database.read(() => hasOld(oldest)))
      await database.change(() => changeLater('delete from engine_rates where filled < ?', oldest))
  }

  async lease(key: string): Promise<Lease | undefined> {
    const { database, membership } = this.#parts
    const release = async (fence: number | undefined): Promise<void> => {
      if (fence !== undefined) await database.change(() => freeLease(key, fence))
    }
    const late = (answer: TakenLease): void => void release(answer.fence).catch(() => {})
    const { isNew, fence } = await database.change(() => takeLease(key, membership), { late })
    membership.introduced(isNew)
    if (fence === undefined) return undefined
    const lost = new AbortController()
    this.#leases.add(lost)
    return {
      key,
      fence,
      lost: lost.signal,
      release: async () => {
        this.#leases.delete(lost)
        await release(fence)
      },
    }
  }

  async #enter(
    request: LockRequest,
    { owner, held, signal }: { owner: string; held: number[]; signal: AbortSignal },
  ): Promise<void> {
    const { database, membership, signals } = this.#parts
    const process = membership.id
    const step = function* enter() {
      const isNew = yield* membership.introduce()
      return { isNew, place: yield* enterLine(request, { process, owner }) }
    }
    const entered = await database.change(step, { late: ({ place }) => this.#release([place.n]) })
    membership.introduced(entered.isNew)
    const { n } = entered.place
    held.push(n)
    for (let isMine = entered.place.isGranted; !isMine;) {
      const sign = signals.next(lockSign(request.key))
      const stop = (): void => sign.end()
      signal.addEventListener('abort', stop, { once: true })
      try {
        signal.throwIfAborted()
        const isGranted = await database.read(() => holdsLock(n))
        // Others took this process for dead, and its place with it.
        if (isGranted === undefined) return await this.#enter(request, { owner, held, signal })
        isMine = isGranted
        if (!isMine) {
          database.expect()
          await sign.given
        }
      } finally {
        sign.end()
        signal.removeEventListener('abort', stop)
      }
    }
  }

  #release(numbers: readonly number[]): void {
    if (numbers.length === 0) return
    const { database, signals, clock } = this.#parts
    void database
      .change(() => leaveLines(numbers))
      .then(
        (keys) => {
          for (const key of keys) signals.give(lockSign(key))
        },
        (error: unknown) => {
          if (isUnavailable(error)) clock.after(againMs, () => this.#release(numbers))
        },
      )
  }
}

interface TakenLease {
  readonly isNew: boolean
  readonly fence: number | undefined
}

function* takeLease(key: string, membership: Membership): Step<TakenLease> {
  const isNew = yield* membership.introduce()
  const row = yield* rowOf<{ fence: number }>(
    `insert into engine_leases (key, process, fence) values (?, ?, 1)
     on conflict (key) do update set process = excluded.process, fence = engine_leases.fence + 1
     where engine_leases.process is null returning fence`,
    key,
    membership.id,
  )
  return { isNew, fence: row?.fence }
}

function freeLease(key: string, fence: number): Step<void> {
  return changeLater('update engine_leases set process = null where key = ? and fence = ?', key, fence)
}

/** Of a budget, the row counts what was used. */
function* spendOne(key: string, most: number, now: number): Step<boolean> {
  if (most < 1) return false
  const row = yield* rowOf<{ tokens: number }>(
    `insert into engine_rates (key, tokens, filled) values (?, 1, ?)
     on conflict (key) do update set tokens = engine_rates.tokens + 1, filled = excluded.filled
     where engine_rates.tokens < ? returning tokens`,
    key,
    now,
    most,
  )
  return row !== undefined
}

function* hasOld(oldest: number): Step<boolean> {
  const row = yield* rowOf<{ key: string }>('select key from engine_rates where filled < ? limit 1', oldest)
  return row !== undefined
}

/** A bucket that fills evenly over a minute. */
function* takeRate(key: string, perMinute: number, now: number): Step<number> {
  const row = yield* rowOf<{ tokens: number; filled: number }>(
    'select tokens, filled from engine_rates where key = ?',
    key,
  )
  const passed = Math.max(0, now - (row?.filled ?? now))
  const tokens = Math.min(perMinute, (row?.tokens ?? perMinute) + (passed / 60_000) * perMinute)
  const left = tokens >= 1 ? tokens - 1 : tokens
  yield* changeLater(
    `insert into engine_rates (key, tokens, filled) values (?, ?, ?)
     on conflict (key) do update set tokens = excluded.tokens, filled = excluded.filled`,
    key,
    left,
    Math.round((row?.filled ?? now) + passed),
  )
  return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / perMinute) * 60_000)
}
