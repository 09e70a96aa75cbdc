/**
 * The calls of this process's queues: takes their jobs, and looks after rows whose jobs were lost.
 *
 * The engine is opened when there is a first call. A look at the rows brings calls of processes that died before they handed them
 * over, of an engine that lost them, and those whose approval was answered.
 *
 * @module
 */
import { type Engine, type JobWorker, lookAgain, type RepeatedLook } from '../../engine/index.ts'
import type { RequestedCall } from '../../store/index.ts'
import { cancelledResult, faultOf } from './asked-call.ts'
import { jobIdOf, jobOf, secondJobIdOf } from './call-jobs.ts'
import { callHandler, type MakeParts } from './make-call.ts'

export interface CallWorkerParts extends Omit<
  MakeParts,
  'engine' | 'isShared' | 'leaseMs' | 'running' | 'isClosing'
> {
  readonly engine: () => Promise<Engine>
  /** Whether other workers see the jobs of this engine. */
  readonly isShared: (engine: Engine) => boolean
  /** By their full names. */
  readonly queues: readonly string[]
  readonly workspace: string
  /** Whether others may ask for calls in the same database. */
  readonly isDurable: boolean
  /** Whether jobs are taken before this process knows of one. */
  readonly opensAtOnce: boolean
}

const concurrency = 32
const soonMs = 1000
const idleMs = 3000
/** Rows that did not change for so long are held against the engine. */
const staleMs = 10_000
const leaseMs = 30_000
const atOnce = 200
const mostWaiting = 10_000
const pruneMs = 60_000

interface Working {
  readonly engine: Engine
  readonly isShared: boolean
  readonly workers: readonly JobWorker[]
}

export class CallWorker {
  readonly #parts: CallWorkerParts
  readonly #running = new Map<string, AbortController>()
  #looking: RepeatedLook | undefined
  #working: Promise<Working> | undefined
  #isClosing = false
  /** As the inbox counted its moves at the last look. */
  #moves: number | undefined
  #prunedAt = 0

  constructor(parts: CallWorkerParts) {
    this.#parts = parts
    if (!parts.isDurable) return
    this.#beginLooking()
    void (parts.opensAtOnce ? this.open() : this.#look()).catch(parts.failed)
  }

  /** Begins to take jobs, once. */
  async open(): Promise<void> {
    if (this.#isClosing) return
    const opening = (this.#working ??= this.#open())
    // What can't be opened now may be opened later.
    opening.catch(() => (this.#working = undefined))
    await opening
    this.#beginLooking()
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#looking?.stop()
    const working = await this.#working?.catch(() => undefined)
    await Promise.all(working?.workers.map((worker) => worker.drain()) ?? [])
  }

  #beginLooking(): void {
    const { core, failed } = this.#parts
    const look = (): Promise<boolean> => this.#look()
    this.#looking ??= lookAgain({ clock: core.clock, everyMs: soonMs, idleMs, failed, look })
    this.#looking.expect()
  }

  async #open(): Promise<Working> {
    const engine = await this.#parts.engine()
    const isShared = this.#parts.isShared(engine)
    const own = { leaseMs, running: this.#running, isClosing: () => this.#isClosing }
    const handler = callHandler({ ...this.#parts, engine, isShared, ...own })
    const workers: JobWorker[] = []
    for (const queue of this.#parts.queues)
      workers.push(await engine.jobs.work(queue, { concurrency }, handler))
    return { engine, isShared, workers }
  }

  /** Whether there was something to do. */
  async #look(): Promise<boolean> {
    const { store, workspace, core } = this.#parts
    const now = core.clock.wall()
    if (!this.#working) {
      const [open] = await store.requests.list({
        workspace,
        states: ['queued', 'running', 'waiting'],
        limit: 1,
        brief: true,
      })
      if (!open) return false
      await this.open()
    }
    const working = await this.#working
    if (!working || this.#isClosing) return false
    if (!working.isShared) await this.#keepLeases(now)
    if (now - this.#prunedAt > pruneMs) {
      this.#prunedAt = now
      await store.requests.prune(now)
    }
    const isWoken = await this.#wakeAnswered(working.engine, now)
    return (await this.#reviveLost(working, now)) || isWoken
  }

  /** Other workers see by their rows which calls run here, and who cancels them can't reach this process otherwise. */
  async #keepLeases(now: number): Promise<void> {
    const { requests } = this.#parts.store
    for (const [id, stop] of this.#running) {
      const row = await requests.find(id)
      if (row?.cancelled !== undefined) stop.abort()
      else if (row) await requests.move(row, { from: 'running', state: 'running', at: now })
    }
  }

  /** Calls that wait, and about which no one is asked any more. */
  async #wakeAnswered(engine: Engine, now: number): Promise<boolean> {
    const { store, workspace } = this.#parts
    await store.inbox.expire(now)
    const moves = await store.inbox.moves()
    if (moves === this.#moves) return false
    const limit = mostWaiting
    const waiting = await store.requests.list({ workspace, states: ['waiting'], brief: true, limit })
    if (waiting.length > 0) {
      const open = await store.inbox.list({ status: 'pending', limit })
      const asked = new Set(open.map(({ callId }) => callId))
      for (const row of waiting)
        if (!asked.has(row.id) && !(await engine.jobs.wake(jobIdOf(row.id))))
          await engine.jobs.submit(jobOf(row))
    }
    this.#moves = moves
    return waiting.length > 0
  }

  /** Rows that stand still are held against the engine: what it does not know is submitted again. */
  async #reviveLost({ engine, isShared }: Working, now: number): Promise<boolean> {
    const { requests } = this.#parts.store
    const { workspace } = this.#parts
    const updatedBefore = now - staleMs
    // Those that wait are looked at when what they wait for has come.
    const states = ['queued', 'running'] as const
    const rows = await requests.list({ workspace, states, updatedBefore, brief: true, limit: atOnce })
    for (const row of rows) {
      const isElsewhere = !isShared && row.state === 'running' && row.updatedAt > now - leaseMs
      if (isElsewhere || this.#running.has(row.id)) continue
      await this.#revive(engine, row)
      if (row.state !== 'ended') await requests.move(row, { from: row.state, state: row.state, at: now })
    }
    return rows.length > 0
  }

  async #revive(engine: Engine, row: RequestedCall): Promise<void> {
    const { store, core } = this.#parts
    const end = async (result: ReturnType<typeof faultOf>): Promise<void> =>
      void (await store.requests.end(row, { result, at: core.clock.wall() }))
    if (row.cancelled !== undefined && row.state !== 'running')
      return end(cancelledResult(row, row.cancelled))
    for (const id of [jobIdOf(row.id), secondJobIdOf(row.id)]) {
      const [found] = await engine.inspection.list({ id })
      // One that is done without its call was not about it.
      if (found?.state === 'done') continue
      if (!found) await engine.jobs.submit({ ...jobOf(row), id })
      else if (found.state === 'cancelled')
        await end(cancelledResult(row, found.reason ?? 'its job was cancelled'))
      else if (found.state === 'failed' || found.state === 'unknown') await engine.inspection.retry(id)
      else if (found.state === 'parked') await engine.jobs.wake(jobIdOf(row.id))
      return
    }
    await end(
      faultOf(row, 'unknown', {
        code: 'unavailable',
        message: `the jobs of call ${row.id} have ended without a result; whether "${row.tool}" ran is not known.`,
        hint: 'Look into the journal, then call again with a new id.',
      }),
    )
  }
}
