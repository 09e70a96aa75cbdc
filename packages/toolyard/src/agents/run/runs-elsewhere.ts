/**
 * Runs that this process does not have: what they tell, how they end, and how they are stopped.
 *
 * @module
 */
import { isOpenRun, openRunStatuses, type RunRecord } from '../../store/index.ts'
import { openCalls } from './open-calls.ts'
import { askToStop } from './run-mail.ts'
import type { RunEvent } from './run-event.ts'
import type { RunGround } from './run-ground.ts'
import { tellEnd } from './run-moments.ts'
import { usageOf } from './run-usage.ts'
import type { RunStreams } from './run-streams.ts'

/** Other processes are told which run to stop. */
export const stopTopic = 'stop run'
/** How often the row of a run is looked at, should its end not be told. */
const lookMs = 5000

export class RunsElsewhere {
  readonly #ground: RunGround
  readonly #streams: RunStreams
  readonly #closing: AbortSignal

  constructor(ground: RunGround, streams: RunStreams, closing: AbortSignal) {
    this.#ground = ground
    this.#streams = streams
    this.#closing = closing
  }

  async *events(runId: string, after: number): AsyncGenerator<RunEvent, void, undefined> {
    for await (const { event } of this.#streams.watch(runId, after, this.#closing)) yield event
  }

  /** Never rejects: once this process closes, it answers how the run stands. */
  async endOf(runId: string, after: number): Promise<RunRecord> {
    const { clock } = this.#ground
    const over = new AbortController()
    let told: Promise<void> | undefined = this.#heard(runId, after, over.signal)
    for (;;) {
      const run = await this.#look(runId)
      if (run && (!isOpenRun(run) || this.#closing.aborted)) {
        over.abort()
        return run
      }
      const late = Promise.withResolvers<void>()
      const deadline = clock.after(lookMs, late.resolve)
      await Promise.race([late.promise, ...(told ? [told] : [])])
      deadline.cancel()
      // A stream that has ended says nothing more: from then on the row is looked at.
      told = (await settled(told)) ? undefined : told
    }
  }

  /** Whether it was stopped, or is being stopped; the row of one that only waited. `leave` is awaited before readers are told. */
  async stop(
    runId: string,
    leave: (run: RunRecord) => Promise<void> = async () => {},
  ): Promise<boolean | RunRecord> {
    const { store, clock, engine } = this.#ground
    const run = await store.runs.find(runId)
    if (!run || !isOpenRun(run)) return false
    for (const child of await store.runs.list({ parentId: runId, status: openRunStatuses }))
      await this.stop(child.id, leave)
    if (run.status === 'running') {
      const now = await askToStop(this.#ground, runId)
      await (await engine()).bus.publish(stopTopic, runId)
      // It may have begun to wait this very moment.
      return now !== undefined && now.status !== 'running' ? this.stop(runId, leave) : true
    }
    const end = { status: 'stopped', reason: 'stopped', waitsFor: undefined, endedAt: clock.wall() } as const
    const stopped: RunRecord = { ...run, ...end }
    // It may have been taken up this very moment.
    if (!(await store.runs.step(stopped, [], { from: run.status }))) return this.stop(runId, leave)
    await this.#withdraw(run)
    await leave(stopped)
    tellEnd(this.#ground, stopped)
    await this.#streams.end(runId, { type: 'done', reason: 'stopped', text: '', usage: usageOf(run) })
    return stopped
  }

  /** No one is asked any more about calls that will not be made. */
  async #withdraw({ id, threadId }: RunRecord): Promise<void> {
    const { store, clock } = this.#ground
    for (const { callId } of openCalls(await store.threads.messages(threadId), id))
      for (const item of await store.inbox.list({ callId: `${id}.${callId}`, status: 'pending' }))
        await store.inbox.settle(item.id, { from: 'pending', to: 'cancelled', at: clock.wall() })
  }

  async #heard(runId: string, after: number, over: AbortSignal): Promise<void> {
    try {
      const signal = AbortSignal.any([this.#closing, over])
      for await (const _ of this.#streams.watch(runId, after, signal));
    } catch {
      // The row tells it.
    }
  }

  async #look(runId: string): Promise<RunRecord | undefined> {
    try {
      return await this.#ground.store.runs.find(runId)
    } catch {
      return undefined
    }
  }
}

/** Whether a promise is settled already. */
async function settled(promise: Promise<void> | undefined): Promise<boolean> {
  if (!promise) return true
  const open = Symbol('open')
  return (await Promise.race([promise, Promise.resolve(open)])) !== open
}
