/**
 * `RunKeeper`: sees to it that runs that no process has are taken up, and that those who wait are woken.
 *
 * Rows are the truth: a job says only which run. It is looked at again when the job comes, and taken by a conditional write, so a
 * job that comes twice, late or from a stranger does nothing. Processes that work look for runs whose process is gone, and for
 * waits that are over though no sign came.
 *
 * @module
 */
import {
  type JobReturn,
  type JobWorker,
  lookAgain,
  queueOf,
  type RepeatedLook,
  type RunningJob,
} from '../../engine/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import { isOpenRun, type RunRecord, type ScheduleSlot } from '../../store/index.ts'
import type { RunGround } from './run-ground.ts'

/** Runs that are worked on at once, and of one principal. */
const concurrency = 64
const perTenant = 48
/** How often it is looked for runs whose process is gone, and for waits that are over. */
const lookMs = 1000
const waitsMs = 30_000
const mostLooked = 100_000
/** A job that could not do its work is tried so often; the look brings it back after that. */
const attempts = 10
const againMs = 60_000

/** Works on a run until it ends or leaves; answers what it waits for. */
export type TakeUp = (run: RunRecord, signal: AbortSignal) => Promise<string | undefined>

export class RunKeeper {
  readonly #ground: RunGround
  readonly #takeUp: TakeUp
  readonly #looking: RepeatedLook | undefined
  #worker: Promise<JobWorker> | undefined
  #waitsAt = 0
  #isClosed = false

  constructor(ground: RunGround, takeUp: TakeUp) {
    this.#ground = ground
    this.#takeUp = takeUp
    const { clock, isDurable, isWorking, failed } = ground
    if (!isDurable || !isWorking) return
    this.#looking = lookAgain({
      clock,
      everyMs: lookMs,
      failedMs: 10 * lookMs,
      failed,
      look: () => this.#look(),
    })
  }

  /** Some worker takes the run up, or looks at it when what it waits for comes. */
  async queue(run: RunRecord): Promise<void> {
    const { engine, isWorking, clock } = this.#ground
    if (isWorking && !this.#isClosed) await this.#work()
    const { jobs } = await engine()
    await jobs.submit({
      id: jobOf(run, clock.wall()),
      queue: this.#queue,
      kind: 'run',
      tenant: run.principal ?? 'local',
      attempts,
      onCrash: 'retry',
    })
  }

  /** A request in the inbox is answered, or over: what waits for it looks again, a run or the slot of a schedule. */
  async answered(itemId: string): Promise<void> {
    await this.#wake(itemId)
  }

  /** What waits for this run goes on: a run above it, the slot of a schedule. */
  async ended(runId: string): Promise<void> {
    const { engine, isDurable, failed } = this.#ground
    if (!isDurable) return
    await engine()
      .then(({ jobs }) => jobs.wake(runId))
      .catch(failed)
  }

  /** Takes nothing new. */
  async drain(): Promise<void> {
    this.#isClosed = true
    await this.#looking?.stop()
  }

  /** Takes runs up from now on, without waiting for a first one. */
  async work(): Promise<void> {
    const { isDurable, isWorking } = this.#ground
    if (isDurable && isWorking) await this.#work()
  }

  /** What it works on has left. */
  async close(): Promise<void> {
    await (await this.#worker?.catch(() => undefined))?.drain()
  }

  get #queue(): string {
    return queueOf('runs', this.#ground.workspace)
  }

  async #wake(token: string): Promise<void> {
    const { store, engine, failed } = this.#ground
    try {
      const [waiting] = await store.runs.list({ waitsFor: token, limit: 1 })
      if (waiting ?? (await this.#slotOf(token))) await (await engine()).jobs.wake(token)
    } catch (error) {
      // The look of those who work finds it.
      failed(error)
    }
  }

  /** The slot of a schedule whose call asks for it. */
  async #slotOf(itemId: string): Promise<ScheduleSlot | undefined> {
    const { store } = this.#ground
    const item = await store.inbox.find(itemId)
    if (!item) return undefined
    return (await store.schedules.slots({ id: item.callId, isOpen: true, limit: 1 }))[0]
  }

  #work(): Promise<JobWorker> {
    this.#worker ??= this.#ground
      .engine()
      .then(({ jobs }) => jobs.work(this.#queue, { concurrency, perTenant }, (job) => this.#handle(job)))
    // What can't be opened now may be opened later.
    this.#worker.catch(() => (this.#worker = undefined))
    return this.#worker
  }

  async #handle({ job, signal }: RunningJob): Promise<JobReturn> {
    const { store, workspace } = this.#ground
    const id = runOfJob(job.id)
    for (;;) {
      const run = id === undefined ? undefined : await store.runs.find(id)
      if (!run || run.plan?.workspace !== workspace || !isOpenRun(run)) return undefined
      if (this.#isClosed) throw new ToolyardError('closed', 'this process takes up no more runs')
      if (run.waitsFor !== undefined && (await this.stillWaits(run.waitsFor))) return { park: run.waitsFor }
      const taken = await store.runs.take(run, job.id)
      if (!taken) return undefined
      const waitsFor = await this.#takeUp(taken, signal)
      if (waitsFor === undefined) return undefined
    }
  }

  /** A request that people have not answered, or a run that has not ended. */
  async stillWaits(token: string): Promise<boolean> {
    const { store, clock } = this.#ground
    const item = await store.inbox.find(token)
    if (item) return item.status === 'pending' && item.expiresAt > clock.wall()
    const run = await store.runs.find(token)
    return run !== undefined && isOpenRun(run)
  }

  async #look(): Promise<boolean> {
    const { store, workspace, clock } = this.#ground
    const isOurs = ({ plan }: RunRecord): boolean => plan?.workspace === workspace
    const queued = (await store.runs.list({ status: 'queued', limit: mostLooked })).filter(isOurs)
    for (const run of queued) await this.#tryQueue(run)
    // Who has never worked hears of no wake.
    if (!this.#worker && (await store.runs.list({ status: 'waiting', limit: 1 })).length > 0)
      await this.#work()
    const now = clock.now()
    if (now - this.#waitsAt < waitsMs && this.#waitsAt > 0) return queued.length > 0
    this.#waitsAt = now
    await this.#lookAtWaits((await store.runs.list({ status: 'waiting', limit: mostLooked })).filter(isOurs))
    return queued.length > 0
  }

  async #lookAtWaits(waiting: readonly RunRecord[]): Promise<void> {
    const { store, clock } = this.#ground
    if (waiting.length === 0) return
    await store.inbox.expire(clock.wall())
    const asked = new Set(await store.inbox.pending())
    for (const run of waiting) {
      const { waitsFor } = run
      if (waitsFor !== undefined && (asked.has(waitsFor) || (await this.stillWaits(waitsFor)))) continue
      await this.#tryQueue(run)
      if (waitsFor !== undefined) await this.#wake(waitsFor)
    }
  }

  /** One that can't be queued now keeps no other back, and is looked at again. */
  async #tryQueue(run: RunRecord): Promise<void> {
    try {
      await this.queue(run)
    } catch (error) {
      if (!ToolyardError.isInstance(error) || error.code !== 'busy') this.#ground.failed(error)
    }
  }
}

/** Another id for every attempt, and again after a while if nothing came of it. */
function jobOf({ id, attempt }: RunRecord, now: number): string {
  return `${encodeURIComponent(id.toWellFormed())}.${attempt}.${Math.floor(now / againMs)}`
}

/** Undefined if it is no job of a run. */
export function runOfJob(id: string): string | undefined {
  const [, name] = /^(.+)\.\d+\.\d+$/.exec(id) ?? []
  try {
    return name === undefined ? undefined : decodeURIComponent(name)
  } catch {
    // No id of ours.
    return undefined
  }
}
