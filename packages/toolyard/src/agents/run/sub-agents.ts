/**
 * Agents that start agents: what a tool sees of it. A run below another has no tool that one above it lacks, the same
 * principal and person, what is left of the budget, and ends with the run above.
 *
 * @module
 */
import type { AgentAccess, SubRun } from '../../define/index.ts'
import { type Clock, pause, ToolyardError } from '../../kernel/index.ts'
import type { CompanyCaller } from '../../pipeline/index.ts'
import type { RunRecord, Store } from '../../store/index.ts'
import type { AgentDirectory } from '../agent-directory.ts'
import type { AgentRuns } from './agent-runs.ts'
import type { LiveRun } from './live-run.ts'
import { type SubAgentLimits, usualSubAgentLimits } from './run-settings.ts'
import { answerOf } from './run-words.ts'

export interface SubAgentsParts {
  readonly runs: AgentRuns
  readonly directory: AgentDirectory
  readonly store: Store
  readonly clock: Clock
  readonly limits?: Partial<SubAgentLimits> | undefined
}

type StartRequest = Parameters<AgentAccess['start']>[0]

const rateMs = 10_000

export class SubAgents {
  readonly #parts: SubAgentsParts
  readonly #limits: SubAgentLimits
  /** By run at the top, or by thread: those being started, and when the last ones were. */
  readonly #starting = new Map<string, number>()
  readonly #starts = new Map<string, number[]>()
  /** Runs that were started by no run. */
  readonly #orphans = new Map<string, Set<string>>()

  constructor(parts: SubAgentsParts) {
    this.#parts = parts
    this.#limits = { ...usualSubAgentLimits, ...parts.limits }
  }

  accessFor(caller: CompanyCaller): AgentAccess {
    return {
      list: () => this.#list(),
      start: (request) => this.#start(caller, request),
      wait: (runId, signal) => this.#wait(caller, runId, signal),
      find: (filter) => this.#find(caller, filter),
    }
  }

  async #list() {
    const agents = await this.#parts.directory.list()
    return agents.map(({ name, prompt, settings }) => ({ name, prompt, tags: tagsOf(settings['tags']) }))
  }

  /** The agent that is meant if none is named: the only one. */
  async #onlyAgent(): Promise<string | undefined> {
    const [first, second] = await this.#list()
    return second === undefined ? first?.name : undefined
  }

  async #start(caller: CompanyCaller, request: StartRequest): Promise<SubRun> {
    const agent = request.agent ?? caller.agent ?? (await this.#onlyAgent())
    if (agent === undefined)
      throw new ToolyardError('invalid_arguments', 'it is not said which agent is to work', {
        hint: whichAgents((await this.#list()).map(({ name }) => name)),
      })
    const parent = this.#parentOf(caller)
    await this.#checkThread(caller, request.threadId)
    using _ = await this.#place(caller, parent, request.batch !== undefined)
    const started = await this.#parts.runs.start(
      {
        agent,
        prompt: request.task,
        threadId: request.threadId,
        principal: caller.principal,
        person: caller.person,
      },
      {
        parent,
        parentThreadId: caller.threadId,
        above: aboveOf(caller),
        reports: request.report,
        label: request.label,
        batch: request.batch,
      },
    )
    if (!parent) this.#adopt(placeOf(caller, parent), started.runId, started.done)
    return subRunOf(await this.#parts.runs.find(started.runId))
  }

  async #wait(caller: CompanyCaller, runId: string, signal: AbortSignal): Promise<SubRun> {
    const [known] = await this.#find(caller, { runId })
    if (!known)
      throw new ToolyardError('not_found', `this conversation has started no run "${runId}"`, {
        hint: 'Name a run that it has started.',
      })
    const live = this.#parts.runs.live(runId)
    if (!live) return known
    const stop = (): void => live.stop()
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    try {
      return subRunOf(await live.done.promise)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  async #find(
    { threadId }: CompanyCaller,
    { batch, runId }: Parameters<AgentAccess['find']>[0],
  ): Promise<readonly SubRun[]> {
    const { store } = this.#parts
    const run = runId === undefined ? undefined : await store.runs.find(runId)
    const runs =
      runId === undefined ? await store.runs.list({ batch, parentThreadId: threadId }) : run ? [run] : []
    return runs
      .filter((one) => one.parentThreadId === threadId && (batch === undefined || one.batch === batch))
      .toReversed()
      .map(subRunOf)
  }

  #parentOf({ run }: CompanyCaller): LiveRun | undefined {
    if (!run) return undefined
    const parent = this.#parts.runs.live(run.id)
    if (!parent || parent.signal.aborted)
      throw new ToolyardError('cancelled', `run ${run.id} has ended and starts no others`)
    const { depth } = parent.record
    if (depth >= this.#limits.depth)
      throw new ToolyardError(
        'budget_exhausted',
        `agents below agents go at most ${this.#limits.depth} deep, and this one is at ${depth}`,
        { hint: 'Do the work yourself.' },
      )
    return parent
  }

  /** Only a conversation that this one has begun can be gone on with. */
  async #checkThread({ threadId: own }: CompanyCaller, threadId: string | undefined): Promise<void> {
    if (threadId === undefined) return
    const runs = await this.#parts.store.runs.list({ threadId, parentThreadId: own, limit: 1 })
    if (own !== undefined && runs.length > 0) return
    throw new ToolyardError('not_found', `this conversation has no thread "${threadId}" with another agent`, {
      hint: 'Name a thread that an earlier answer has named, or leave it out to begin a new one.',
    })
  }

  /** A place among those at work, held until the run is among them itself. One of a batch waits for its turn. */
  async #place(caller: CompanyCaller, parent: LiveRun | undefined, waits: boolean): Promise<Disposable> {
    const key = placeOf(caller, parent)
    const { alive, perThread, perTenSeconds } = this.#limits
    await this.#checkThreadCount(caller.threadId, perThread)
    for (;;) {
      const working = (parent ? parent.root.size - 1 : (this.#orphans.get(key)?.size ?? 0)) + this.#count(key)
      if (working >= alive)
        throw new ToolyardError('budget_exhausted', `${alive} sub-agents are at work, and no more may be`, {
          hint: 'Wait until one of them has finished.',
          retryable: true,
        })
      const now = this.#parts.clock.now()
      const recent = (this.#starts.get(key) ?? []).filter((at) => now - at < rateMs)
      const waitMs = recent.length < perTenSeconds ? 0 : rateMs - (now - (recent.at(-perTenSeconds) ?? now))
      if (waitMs <= 0) {
        this.#starts.set(key, [...recent, now])
        return this.#hold(key)
      }
      if (!waits) throw tooFast(perTenSeconds, waitMs)
      await this.#pause(waitMs, parent)
    }
  }

  async #checkThreadCount(threadId: string | undefined, most: number): Promise<void> {
    if (threadId === undefined) return
    const started = await this.#parts.store.runs.list({ parentThreadId: threadId, limit: most })
    if (started.length >= most)
      throw new ToolyardError(
        'budget_exhausted',
        `thread "${threadId}" has started ${most} sub-agents, and no more may be`,
        { hint: 'Do the work yourself, or go on in another thread.' },
      )
  }

  #count(key: string): number {
    return this.#starting.get(key) ?? 0
  }

  #hold(key: string): Disposable {
    this.#starting.set(key, this.#count(key) + 1)
    return {
      [Symbol.dispose]: () => {
        const left = this.#count(key) - 1
        if (left > 0) this.#starting.set(key, left)
        else this.#starting.delete(key)
      },
    }
  }

  async #pause(ms: number, parent: LiveRun | undefined): Promise<void> {
    await pause(ms, { clock: this.#parts.clock, signal: parent?.signal }).catch(() => {})
    if (parent?.signal.aborted) throw new ToolyardError('cancelled', `run ${parent.id} was stopped`)
  }

  #adopt(key: string, runId: string, done: Promise<unknown>): void {
    const orphans = this.#orphans.get(key) ?? new Set()
    this.#orphans.set(key, orphans.add(runId))
    void done.then(() => {
      orphans.delete(runId)
      if (orphans.size === 0) this.#orphans.delete(key)
    })
  }
}

function placeOf({ threadId = '' }: CompanyCaller, parent: LiveRun | undefined): string {
  return parent ? parent.root.id : `thread ${threadId}`
}

/** From the top to the caller itself. */
function aboveOf({ agent, run }: CompanyCaller): readonly string[] {
  return [...new Set([...(run?.above ?? []), ...(agent === undefined ? [] : [agent])])]
}

function tooFast(most: number, waitMs: number): ToolyardError {
  return new ToolyardError('rate_limited', `at most ${most} sub-agents may be started within ten seconds`, {
    hint: 'Go on with something else and start the next one later.',
    retryable: true,
    retryAfterMs: Math.ceil(waitMs),
  })
}

function tagsOf(tags: unknown): readonly string[] {
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
}

function subRunOf(run: RunRecord): SubRun {
  const { id, threadId, agent, status, error } = run
  const isOver = status === 'done' || status === 'stopped'
  return {
    runId: id,
    threadId,
    agent,
    status,
    ...(isOver && { text: answerOf(run) }),
    ...(error !== undefined && { error }),
  }
}

function whichAgents(names: readonly string[]): string {
  return names.length > 0
    ? `Name one. Agents: ${names.join(', ')}.`
    : 'There is no agent yet. Make one with yard.agents.create({ name, model, prompt }) or "toolyard agent create NAME".'
}
