/**
 * Agents that start agents: what a tool sees of it. A run below another has no tool that one above it lacks, the same
 * principal and person, what is left of the budget, and ends with the run above.
 *
 * @module
 */
import type { AgentAccess, SubRun } from '../../define/index.ts'
import type { Engine } from '../../engine/index.ts'
import { type Clock, sha256, ToolyardError } from '../../kernel/index.ts'
import type { CompanyCaller } from '../../pipeline/index.ts'
import { isOpenRun, type RunRecord, type Store } from '../../store/index.ts'
import type { AgentDirectory } from '../agent-directory.ts'
import type { AgentRuns } from './agent-runs.ts'
import type { LiveRun } from './live-run.ts'
import { SubAgentPlaces } from './sub-agent-places.ts'
import { type SubAgentLimits, usualSubAgentLimits } from './run-settings.ts'
import { answerOf, whyIncomplete } from './run-words.ts'

export interface SubAgentsParts {
  readonly runs: AgentRuns
  readonly directory: AgentDirectory
  readonly store: Store
  readonly clock: Clock
  readonly engine: () => Promise<Engine>
  readonly limits?: Partial<SubAgentLimits> | undefined
}

type StartRequest = Parameters<AgentAccess['start']>[0]

export class SubAgents {
  readonly #parts: SubAgentsParts
  readonly #limits: SubAgentLimits
  readonly #places: SubAgentPlaces

  constructor(parts: SubAgentsParts) {
    this.#parts = parts
    this.#limits = { ...usualSubAgentLimits, ...parts.limits }
    this.#places = new SubAgentPlaces({ ...parts, limits: this.#limits })
  }

  accessFor(caller: CompanyCaller): AgentAccess {
    let started = 0
    return {
      list: () => this.#list(),
      start: (request) => this.#start(caller, request, started++),
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

  /** `number`: which one of its call it is. One that the call started before its process ended is the same. */
  async #start(caller: CompanyCaller, request: StartRequest, number: number): Promise<SubRun> {
    const agent = request.agent ?? caller.agent ?? (await this.#onlyAgent())
    if (agent === undefined)
      throw new ToolyardError('invalid_arguments', 'it is not said which agent is to work', {
        hint: whichAgents((await this.#list()).map(({ name }) => name)),
      })
    const parent = this.#parentOf(caller)
    const runId = runIdFor(caller, number)
    const known = runId === undefined ? undefined : await this.#parts.store.runs.find(runId)
    if (known) return subRunOf(known)
    await this.#checkThread(caller, request.threadId)
    const waits = request.batch !== undefined
    using _ = await this.#places.take(caller, parent, { agent, task: request.task, waits })
    const started = await this.#parts.runs.start(
      {
        agent,
        prompt: request.task,
        runId,
        threadId: request.threadId,
        principal: caller.principal,
        person: caller.person,
      },
      {
        parent,
        parentThreadId: caller.threadId,
        above: aboveOf(caller),
        reports: request.report,
        mode: parent?.mode ?? caller.mode,
        label: request.label,
        batch: request.batch,
        callId: caller.callId,
      },
    )
    const run = await this.#parts.runs.find(started.runId)
    if (!parent && caller.threadId === undefined) this.#places.adopt(run, started.done)
    return subRunOf(run)
  }

  async #wait(caller: CompanyCaller, runId: string, signal: AbortSignal): Promise<SubRun> {
    const [known] = await this.#find(caller, { runId })
    if (!known)
      throw new ToolyardError('not_found', `this conversation has started no run "${runId}"`, {
        hint: 'Name a run that it has started.',
      })
    const { runs } = this.#parts
    const stop = (): void => void runs.stop(runId).catch(() => undefined)
    signal.addEventListener('abort', stop, { once: true })
    try {
      if (signal.aborted) stop()
      await runs.live(runId)?.gone.promise
      const run = await runs.find(runId)
      if (isOpenRun(run) && caller.parks) throw stillAtWork(run)
      return subRunOf(isOpenRun(run) ? await runs.endOf(runId) : run)
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
}

/** From the top to the caller itself. */
function aboveOf({ agent, run }: CompanyCaller): readonly string[] {
  return [...new Set([...(run?.above ?? []), ...(agent === undefined ? [] : [agent])])]
}

function tagsOf(tags: unknown): readonly string[] {
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
}

/** The same id for the same call, so that it is started once. */
function runIdFor({ run, callId }: CompanyCaller, number: number): string | undefined {
  return run && callId !== undefined ? `run_${sha256(`${callId} ${number}`).slice(0, 24)}` : undefined
}

function stillAtWork({ id, agent }: RunRecord): ToolyardError {
  return new ToolyardError('approval_pending', `agent "${agent}" is still at work (run ${id})`, {
    hint: 'Call again with the same call id when it has ended.',
    retryable: true,
    waitsFor: id,
  })
}

function subRunOf(run: RunRecord): SubRun {
  const { id, threadId, agent, status: now } = run
  const status = now === 'queued' || now === 'waiting' ? 'running' : now
  const isOver = status === 'done' || status === 'incomplete' || status === 'stopped'
  const error = status === 'incomplete' ? whyIncomplete(run) : run.error
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
