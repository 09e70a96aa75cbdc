/**
 * The events of runs on the bus: written by the process that has the run, read in any.
 *
 * @module
 */
import type { Bus } from '../../engine/index.ts'
import { pause } from '../../kernel/index.ts'
import { isOpenRun } from '../../store/index.ts'
import type { LiveRun } from './live-run.ts'
import type { LastRunEvent, RunEvent } from './run-event.ts'
import type { RunGround } from './run-ground.ts'
import { lastEventOf } from './run-outcome.ts'

export interface NumberedRunEvent {
  readonly sequence: number
  readonly event: RunEvent
  /** Events before it that are not kept any more. */
  readonly missed: number
}

/** How often the row of a run that is followed is looked at: its process may have died between writing its end and telling it. */
const lookMs = 5000

export class RunStreams {
  readonly #ground: Pick<RunGround, 'engine' | 'store' | 'clock'>
  /** Of runs that are followed here: how many follow, and what ends the looking. */
  readonly #followed = new Map<string, { count: number; readonly over: AbortController }>()

  constructor(ground: Pick<RunGround, 'engine' | 'store' | 'clock'>) {
    this.#ground = ground
  }

  /** Writes what a run tells while it is in this process. What an attempt before it wrote stays. */
  async publish(live: LiveRun): Promise<void> {
    const events = live.feed.follow()
    const bus = await this.#bus()
    const id = streamOf(live.id)
    live.told = (await bus.find(id))?.last ?? 0
    const writer = bus.open(id, live.record.attempt)
    for await (const event of events) {
      live.told++
      if (isLast(event)) await writer.end('done', event)
      else await writer.append(event)
    }
  }

  /** Whether something of it is kept. */
  async has(runId: string): Promise<boolean> {
    return (await (await this.#bus()).find(streamOf(runId))) !== undefined
  }

  /** To the end of the run, wherever it goes on. */
  async *watch(
    runId: string,
    after: number,
    signal?: AbortSignal,
  ): AsyncGenerator<NumberedRunEvent, void, undefined> {
    const bus = await this.#bus()
    let missed = 0
    using _ = this.#follow(runId)
    for await (const event of bus.watch(streamOf(runId), after, signal)) {
      if (event.type === 'missed') missed += event.count
      else if (event.data !== undefined) {
        yield { sequence: event.sequence, event: event.data as RunEvent, missed }
        missed = 0
      }
    }
  }

  /** One looks for all that follow a run here. */
  #follow(runId: string): Disposable {
    const known = this.#followed.get(runId) ?? { count: 0, over: new AbortController() }
    if (known.count++ === 0) {
      this.#followed.set(runId, known)
      void this.#endIfSilent(runId, known.over.signal).catch(() => {})
    }
    return {
      [Symbol.dispose]: () => {
        if (--known.count > 0) return
        this.#followed.delete(runId)
        known.over.abort()
      },
    }
  }

  /** Rejects with the signal. */
  async #endIfSilent(runId: string, signal: AbortSignal): Promise<void> {
    const { store, clock } = this.#ground
    for (let hadEnded = false; ;) {
      await pause(lookMs, { clock, signal })
      const run = await store.runs.find(runId)
      const hasEnded = run !== undefined && !isOpenRun(run)
      // A process that lives tells the end right after it has written it.
      if (hasEnded && hadEnded) return this.#endOnce(runId, lastEventOf(run))
      hadEnded = hasEnded
    }
  }

  async #endOnce(runId: string, event: RunEvent): Promise<void> {
    const state = await (await this.#bus()).find(streamOf(runId))
    if (!state?.hasEnded) await this.end(runId, event)
  }

  /** Ends the stream of a run that no process has. */
  async end(runId: string, event: RunEvent): Promise<void> {
    await (await this.#bus()).open(streamOf(runId)).end('done', event)
  }

  async #bus(): Promise<Bus> {
    return (await this.#ground.engine()).bus
  }
}

function streamOf(runId: string): string {
  return `run ${runId}`
}

export function isLast(event: RunEvent): event is LastRunEvent {
  return event.type === 'done' || event.type === 'error'
}
