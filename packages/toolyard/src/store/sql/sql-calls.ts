/**
 * The journal over SQL. Everything that is to be written in one turn of the event loop goes into one transaction.
 *
 * A caller that begins or ends a call that may change something is answered once that is durable. Calls that only read are not
 * waited for, and are gathered for a moment longer: to commit costs many times what a row costs. Where the database can't be written, how calls ended is kept and tried again, up to a limit.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import { type CallFilter, type CallJournal, type CallRecord, withoutStack } from '../calls.ts'
import type { Awaitable } from '../awaitable.ts'
import type { CallNames, CallStats, CallStatsQuery } from '../call-stats.ts'
import { AuditChain, verifyAudit } from './audit.ts'
import { CallCounter, type CountedEntry } from './call-counter.ts'
import { countEarlier } from './call-hours.ts'
import { packHours } from './call-packs.ts'
import { callStatements, type CallStatements } from './call-queries.ts'
import { type CallValues, digestOfValues, plain, recordOfRow, valuesOf } from './call-row.ts'
import { type Change, type Row, type SqlDatabase, whenKnown } from './database.ts'
import { endCallsOfTheDead } from './dead-calls.ts'
import { findCalls } from './find-calls.ts'
import { look } from './looks.ts'
import type { ProcessLease } from './process-lease.ts'

/** Rows of one transaction at the most, and rows that may wait before callers do. */
const mostRows = 1000
const mostWaiting = 10_000
const retryMs = 500
/** How long rows without a waiting caller are gathered. */
const gatherMs = 25
/** Who asks for figures waits so long at the most for calls of earlier versions to be counted. */
const countingMs = 1000
const packingMs = 100

interface QueuedRow extends CountedEntry {
  readonly values: CallValues
  readonly sql: string
  /** How a call ended stays true, and is written later where it can't be now; an intent that was not written is void. */
  readonly isEnd: boolean
  /** Absent if no caller waits. */
  readonly done: ((taken: boolean) => void) | undefined
  readonly failed: ((error: unknown) => void) | undefined
}

export class SqlCalls implements CallJournal {
  readonly #database: SqlDatabase
  readonly #statements: CallStatements
  readonly #lease: ProcessLease
  readonly #counter: CallCounter
  #chain: AuditChain
  #chains = 0
  #queue: QueuedRow[] = []
  /** How calls ended that are not written yet and for which no caller waits. */
  readonly #unwritten = new Map<string, CallRecord>()
  /** So many of the queue are written one by one: the database refuses one of them. */
  #alone = 0
  #scheduled = false
  /** Set while the database is away. */
  #retry: NodeJS.Timeout | undefined
  #gathering: NodeJS.Timeout | undefined
  #flushing: Promise<void> | undefined
  #closed = false

  constructor(database: SqlDatabase, lease: ProcessLease) {
    this.#database = database
    this.#lease = lease
    this.#statements = callStatements(database)
    this.#counter = new CallCounter(database)
    this.#chain = new AuditChain(database, this.#lease.owner)
  }

  begin(record: CallRecord, { again = false }: { readonly again?: boolean } = {}): Promise<boolean> {
    return this.#wait(record, again ? this.#statements.beginAgain : this.#statements.begin)
  }

  finish(record: CallRecord): Awaitable<void> {
    const waits = record.permission !== 'read' || this.#queue.length >= mostWaiting
    if (waits) return this.#wait(record, this.#statements.finish).then(() => {})
    this.#unwritten.set(record.id, record)
    this.#add({ ...this.#entry(record, this.#statements.finish), done: undefined, failed: undefined })
  }

  find(id: string): Awaitable<CallRecord | undefined> {
    const unwritten = this.#unwritten.get(id)
    return whenKnown(this.#findWritten(id), (record) => {
      if (!record || (unwritten && record.status === 'running')) return unwritten
      return record.status === 'running' ? this.#findEnded(record) : record
    })
  }

  async list(filter: CallFilter): Promise<readonly CallRecord[]> {
    await this.flush()
    if (filter.status === 'unknown') await this.recover()
    const find = (): Promise<readonly Row[]> =>
      isLong(filter) ? look(this.#database, 'calls', filter) : findCalls(this.#database, filter)
    let rows = await find()
    if (rows.some(({ status, owner }) => status === 'running' && owner !== this.#lease.owner)) {
      await this.recover()
      rows = await find()
    }
    return rows.map((row) => withoutStack(recordOfRow(row)))
  }

  async stats(query: CallStatsQuery): Promise<CallStats> {
    await this.flush()
    const uncounted = await this.countEarlier({ mostMs: countingMs })
    await this.pack({ mostMs: packingMs })
    const stats = await look(this.#database, 'stats', query)
    return uncounted > 0 && stats.source === 'hours' ? { ...stats, uncounted } : stats
  }

  async names(): Promise<CallNames> {
    await this.flush()
    return look(this.#database, 'names', undefined)
  }

  /** Packs hours that are over. */
  pack(options: { readonly mostMs: number; readonly signal?: AbortSignal }): Promise<void> {
    return packHours(this.#database, { now: Date.now(), ...options })
  }

  /** How many calls of earlier versions are still not counted, after some of them were. */
  async countEarlier(options: Parameters<typeof countEarlier>[1]): Promise<number> {
    const left = this.#counter.hasUncounted ? await countEarlier(this.#database, options) : 0
    this.#counter.hasUncounted = left > 0
    return left
  }

  async verify() {
    await this.flush()
    return verifyAudit(this.#database)
  }

  /** Calls whose process has ended are `unknown` from now on. */
  recover(): Promise<void> {
    return endCallsOfTheDead(this.#database, this.#lease.owner)
  }

  /** Everything that waits is written, or has been tried. */
  async flush(): Promise<void> {
    while (this.#flushing || this.#queue.length > 0) {
      await (this.#flushing ?? this.#flush())
      if (this.#retry) return
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.flush()
  }

  #findWritten(id: string): Awaitable<CallRecord | undefined> {
    return whenKnown(this.#database.read({ sql: this.#statements.find, parameters: [plain(id)] }), ([row]) =>
      row ? recordOfRow(row) : undefined,
    )
  }

  /** A call that seems to run may be one whose process has ended. */
  async #findEnded({ id }: CallRecord): Promise<CallRecord | undefined> {
    await this.recover()
    return this.#findWritten(id)
  }

  #entry(record: CallRecord, sql: string) {
    const isEnd = sql === this.#statements.finish
    return {
      record,
      sql,
      values: valuesOf(record, this.#lease.owner),
      isEnd,
      mayReplace: record.requestDigest !== undefined || (isEnd && record.permission !== 'read'),
    }
  }

  #wait(record: CallRecord, sql: string): Promise<boolean> {
    return new Promise((done, failed) => {
      this.#add({ ...this.#entry(record, sql), done, failed })
    })
  }

  #add(entry: QueuedRow): void {
    this.#queue.push(entry)
    // While the database is away, only those who wait make it be tried before its time.
    if (entry.done || (!this.#retry && this.#queue.length >= mostRows)) this.#soon()
    else if (!this.#retry) this.#gather()
  }

  #flush(): Promise<void> {
    clearTimeout(this.#retry)
    clearTimeout(this.#gathering)
    this.#retry = undefined
    this.#gathering = undefined
    const batch = this.#queue.splice(0, this.#alone > 0 ? 1 : mostRows)
    this.#alone = Math.max(0, this.#alone - 1)
    if (batch.length === 0) return Promise.resolve()
    let written: Awaitable<readonly number[] | undefined>
    try {
      written = this.#write(batch)
    } catch (error) {
      this.#refuse(batch, error)
      return Promise.resolve()
    }
    if (!(written instanceof Promise)) {
      this.#accept(batch, written)
      if (this.#queue.length > 0) this.#soon()
      return Promise.resolve()
    }
    this.#flushing = written
      .then(
        (counts) => this.#accept(batch, counts),
        (error: unknown) => this.#refuse(batch, error),
      )
      .finally(() => {
        this.#flushing = undefined
        if (this.#queue.length > 0 && !this.#retry) this.#soon()
      })
    return this.#flushing
  }

  /** How many rows each entry of the batch has changed. */
  #write(batch: readonly QueuedRow[]): Awaitable<readonly number[] | undefined> {
    const changes: Change[] = batch.map(({ sql, values }) => ({ sql, parameters: values }))
    const first = [...this.#lease.introduction(), ...this.#counter.before(batch)]
    const written = this.#database.write([...first, ...changes], {
      durable: batch.some(({ record }) => record.permission !== 'read'),
      also: (counts) => {
        const isTaken = (index: number): boolean => (counts[index + first.length] ?? 0) > 0
        const taken = batch.filter((_, index) => isTaken(index))
        return [
          ...this.#chain.extend(
            taken.map(({ record, values }) => [String(values[0]), record.status, digestOfValues(values)]),
          ),
          ...this.#counter.after(batch, isTaken),
        ]
      },
    })
    return first.length === 0 ? written : whenKnown(written, (counts) => counts?.slice(first.length))
  }

  #accept(batch: readonly QueuedRow[], counts: readonly number[] | undefined): void {
    this.#chain.confirm()
    this.#lease.begin()
    for (const [index, { record, done }] of batch.entries()) {
      this.#forget(record)
      done?.((counts?.[index] ?? 0) > 0)
    }
  }

  /** Those who wait are told; how calls ended is tried again, while there is room. */
  #refuse(batch: readonly QueuedRow[], error: unknown): void {
    // Whether the last link was written is not sure, so the next one begins another chain.
    this.#chain = new AuditChain(this.#database, `${this.#lease.owner}.${++this.#chains}`)
    const mayPass = ToolyardError.isInstance(error) && error.retryable
    if (batch.length > 1 && !mayPass) {
      this.#queue.unshift(...batch)
      this.#alone = batch.length
      return this.#soon()
    }
    // The database is away for those behind them as well.
    const refused = mayPass ? [...batch, ...this.#queue.splice(0)] : batch
    const kept: QueuedRow[] = []
    for (const entry of refused) {
      const isKept = mayPass && entry.isEnd && !this.#closed && kept.length < mostWaiting
      if (isKept) {
        kept.push({ ...entry, done: undefined, failed: undefined })
        this.#unwritten.set(entry.record.id, entry.record)
      } else this.#forget(entry.record)
      entry.failed?.(error)
    }
    this.#queue.unshift(...kept)
    if (kept.length > 0) this.#later()
    else if (this.#queue.length > 0) this.#soon()
  }

  #forget(record: CallRecord): void {
    if (this.#unwritten.get(record.id) === record) this.#unwritten.delete(record.id)
  }

  #soon(): void {
    if (this.#scheduled || this.#flushing) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      if (!this.#flushing) void this.#flush()
    })
  }

  #gather(): void {
    if (this.#scheduled || this.#flushing) return
    this.#gathering ??= setTimeout(() => {
      if (!this.#flushing) void this.#flush()
    }, gatherMs)
  }

  #later(): void {
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      if (!this.#flushing) void this.#flush()
    }, retryMs).unref()
  }
}

/** Whether no index leads to the calls: many rows may be looked at for each that fits. */
function isLong({ match, origin, until }: CallFilter): boolean {
  return match === 'part' || origin !== undefined || until !== undefined
}
