/**
 * Who may start one more sub-agent: how many are at work below one run, how many a thread has started, how fast the same is started.
 *
 * Rows say it, so that it holds in whichever process the runs are. Those who start below one run take turns, also across processes.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { Engine } from '../../engine/index.ts'
import { type Clock, pause, ToolyardError } from '../../kernel/index.ts'
import type { CompanyCaller } from '../../pipeline/index.ts'
import { isOpenRun, type RunRecord, type Store } from '../../store/index.ts'
import type { LiveRun } from './live-run.ts'
import type { SubAgentLimits } from './run-settings.ts'

export interface PlacesParts {
  readonly store: Pick<Store, 'runs'>
  readonly clock: Clock
  readonly engine: () => Promise<Engine>
  readonly limits: SubAgentLimits
}

export interface WantedPlace {
  readonly agent: string
  readonly task: string
  /** Waits for its turn rather than being refused. */
  readonly waits: boolean
}

const rateMs = 10_000
const mostRuns = 10_000

export class SubAgentPlaces {
  readonly #parts: PlacesParts
  /** Runs that were started by no run, in no thread: none of their rows tells that. */
  readonly #loose = new Map<string, RunRecord>()

  constructor(parts: PlacesParts) {
    this.#parts = parts
  }

  /** Held until the run is among those that are counted. */
  async take(caller: CompanyCaller, parent: LiveRun | undefined, wanted: WantedPlace): Promise<Disposable> {
    const { limits, clock } = this.#parts
    for (;;) {
      const turn = await this.#turn(caller, parent)
      try {
        await this.#checkThreadCount(caller.threadId)
        const rows = await this.#around(caller, parent)
        if (rows.filter(isOpenRun).length >= limits.alive) throw tooMany(limits.alive)
        const waitMs = this.#waitMs(rows, wanted)
        if (waitMs <= 0) return turn
        if (!wanted.waits) throw tooFast(limits.perTenSeconds, waitMs)
        turn[Symbol.dispose]()
        await pause(waitMs, { clock, signal: parent?.signal }).catch(() => {})
        if (parent?.signal.aborted) throw new ToolyardError('cancelled', `run ${parent.id} was stopped`)
      } catch (error) {
        turn[Symbol.dispose]()
        throw error
      }
    }
  }

  /** Counts a run that was started by no run, in no thread. */
  adopt(run: RunRecord, done: Promise<RunRecord>): void {
    this.#loose.set(run.id, run)
    void done.then((ended) => this.#loose.set(run.id, { ...ended, status: 'done' }))
  }

  async #turn(caller: CompanyCaller, parent: LiveRun | undefined): Promise<Disposable> {
    const key = `sub-agents ${placeOf(caller, parent)}`
    const { limits } = await this.#parts.engine()
    const signal = (): AbortSignal => parent?.signal ?? new AbortController().signal
    let release: (() => void) | undefined = await limits.lock(
      [{ key, access: 'write' }],
      randomUUID(),
      signal,
    )
    return {
      [Symbol.dispose]() {
        release?.()
        release = undefined
      },
    }
  }

  async #around({ threadId }: CompanyCaller, parent: LiveRun | undefined): Promise<readonly RunRecord[]> {
    const { runs } = this.#parts.store
    if (parent) {
      const { rootId } = parent.tree
      return (await runs.list({ rootId, limit: mostRuns })).filter(({ id }) => id !== rootId)
    }
    if (threadId !== undefined) return runs.list({ parentThreadId: threadId, limit: mostRuns })
    const now = this.#parts.clock.wall()
    for (const [id, run] of this.#loose)
      if (!isOpenRun(run) && now - run.startedAt >= rateMs) this.#loose.delete(id)
    return [...this.#loose.values()]
  }

  #waitMs(rows: readonly RunRecord[], { agent, task }: WantedPlace): number {
    const { limits, clock } = this.#parts
    const now = clock.wall()
    const recent = rows
      .filter((run) => run.agent === agent && run.task === task && now - run.startedAt < rateMs)
      .map(({ startedAt }) => startedAt)
      .toSorted((one, other) => one - other)
    if (recent.length < limits.perTenSeconds) return 0
    return rateMs - (now - (recent.at(-limits.perTenSeconds) ?? now))
  }

  async #checkThreadCount(threadId: string | undefined): Promise<void> {
    if (threadId === undefined) return
    const { perThread: most } = this.#parts.limits
    const started = await this.#parts.store.runs.list({ parentThreadId: threadId, limit: most })
    if (started.length >= most)
      throw new ToolyardError(
        'budget_exhausted',
        `thread "${threadId}" has started ${most} sub-agents, and no more may be`,
        { hint: 'Do the work yourself, or go on in another thread.' },
      )
  }
}

function placeOf({ threadId = '' }: CompanyCaller, parent: LiveRun | undefined): string {
  return parent ? parent.tree.rootId : `thread ${threadId}`
}

function tooMany(alive: number): ToolyardError {
  return new ToolyardError('budget_exhausted', `${alive} sub-agents are at work, and no more may be`, {
    hint: 'Wait until one of them has finished.',
    retryable: true,
  })
}

function tooFast(most: number, waitMs: number): ToolyardError {
  return new ToolyardError(
    'rate_limited',
    `the same task may be given at most ${most} times within ten seconds`,
    {
      hint: 'Wait for the answers to it, or give another task.',
      retryable: true,
      retryAfterMs: Math.ceil(waitMs),
    },
  )
}
