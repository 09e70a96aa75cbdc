/**
 * `AgentRuns`: starts agents of the catalogue, keeps what they say and what became of them, and stops them.
 *
 * A run belongs to a thread, and a thread has one run at a time: another one is refused with `conflict`. What was said is
 * kept, so that a later run of the thread, in whichever process, goes on from there.
 *
 * @module
 */
import { type Clock, type Ids, messageOf, ToolyardError } from '../../kernel/index.ts'
import type { Approver } from '../../pipeline/index.ts'
import type { RunRecord, RunStore, Store, ThreadMessage } from '../../store/index.ts'
import type { Agent, AgentDirectory } from '../agent-directory.ts'
import { LiveRun } from './live-run.ts'
import type { LastRunEvent, RunEvent } from './run-event.ts'
import { limitsOf, type RunSettings } from './run-settings.ts'
import type { RunLimits, Runner, RunTools } from './runner.ts'
import { arrivalOf, titleOf } from './run-words.ts'

export interface AgentRunsParts {
  readonly store: Store
  readonly directory: AgentDirectory
  readonly clock: Clock
  readonly ids: Ids
  readonly settings: RunSettings
  /** By name. Throws if there is none. */
  readonly runner: (name: string) => Promise<Runner>
  /** The tools of a run, until it is disposed. */
  readonly tools: (run: ToolsOfRun) => RunTools & Disposable
}

/** On whose behalf a run calls tools. */
export interface ToolsOfRun {
  readonly runId: string
  readonly threadId: string
  readonly agent: string
  readonly above: readonly string[]
  readonly principal: string | undefined
  readonly person: Approver | undefined
  readonly history: readonly ThreadMessage[]
  readonly signal: AbortSignal
}

export interface StartRun {
  /** Name or id. */
  readonly agent: string
  readonly prompt: string
  /** Of the caller's choosing: a run is started once under it, in whichever process. Throws `duplicate_call`. */
  readonly runId?: string | undefined
  /** A conversation to go on with, or to begin under this id; a new one by default. */
  readonly threadId?: string | undefined
  /** Instead of the agent's own. */
  readonly model?: string | undefined
  readonly limits?: Partial<RunLimits> | undefined
  readonly principal?: string | undefined
  /** Who can be asked about its calls beside those who always are. */
  readonly person?: Approver | undefined
  readonly signal?: AbortSignal | undefined
}

export interface StartedRun {
  readonly runId: string
  readonly threadId: string
  /** To be read by one reader; `follow` gives more. */
  readonly events: AsyncIterable<RunEvent>
  /** Never rejects. */
  readonly done: Promise<RunRecord>
}

/** For runs below others. */
export interface Lineage {
  readonly parent: LiveRun | undefined
  readonly parentThreadId: string | undefined
  readonly above: readonly string[]
  readonly reports: boolean
  readonly label?: string | undefined
  readonly batch?: string | undefined
}

const noLineage: Lineage = { parent: undefined, parentThreadId: undefined, above: [], reports: false }
const usualRunner = 'loop'
/** How long runs may take to end once everything ends. */
const graceMs = 5000

export class AgentRuns {
  readonly #parts: AgentRunsParts
  readonly #live = new Map<string, LiveRun>()
  #isClosed = false

  constructor(parts: AgentRunsParts) {
    this.#parts = parts
  }

  /** Throws if it can't start: no such agent, no model, a thread that is at work. What goes wrong later is its last event. */
  async start(request: StartRun, lineage: Lineage = noLineage): Promise<StartedRun> {
    if (this.#isClosed) throw new ToolyardError('closed', 'Toolyard is closed and starts no more runs')
    const { store, directory, clock, ids, settings } = this.#parts
    const agent = await directory.find(request.agent)
    const model = modelOf(agent, request.model ?? agent.model ?? settings.model)
    const runner = await this.#parts.runner(agent.runner ?? usualRunner)
    const limits = within(limitsOf(agent, settings, request.limits), lineage.parent?.left)
    const threadId = request.threadId ?? ids.next('thread')
    const known = await store.threads.find(threadId)
    if (known?.agent !== undefined && known.agent !== agent.name) throw othersThread(threadId, known.agent)
    const record: RunRecord = {
      id: request.runId ?? ids.next('run'),
      agent: agent.name,
      threadId,
      principal: request.principal,
      task: request.prompt,
      label: lineage.label,
      parentId: lineage.parent?.id,
      parentThreadId: lineage.parentThreadId,
      batch: lineage.batch,
      depth: (lineage.parent?.record.depth ?? (lineage.parentThreadId === undefined ? -1 : 0)) + 1,
      status: 'running',
      steps: 0,
      inputTokens: 0,
      outputTokens: 0,
      startedAt: clock.wall(),
    }
    // A run whose process has ended holds its thread until its row is looked at.
    await store.runs.list({ threadId, status: 'running', limit: 1 })
    if (!(await store.runs.begin(record))) throw startedBefore(record.id)
    const live = new LiveRun({ ...lineage, record, limits, signal: request.signal })
    this.#live.set(live.id, live)
    const events = live.feed.follow()
    void this.#run(live, { agent, model, runner, request })
    return { runId: live.id, threadId, events, done: live.done.promise }
  }

  /** The events of a run from now on; undefined if it does not run here. */
  follow(runId: string): AsyncIterable<RunEvent> | undefined {
    return this.#live.get(runId)?.feed.follow()
  }

  /** Stops a run and those below it; whether it ran here. Its history stays whole. */
  abort(runId: string): boolean {
    const live = this.#live.get(runId)
    live?.stop()
    return live !== undefined
  }

  /** Throws `not_found`. */
  async find(runId: string): Promise<RunRecord> {
    const found = this.#live.get(runId)?.record ?? (await this.#parts.store.runs.find(runId))
    if (found) return found
    throw new ToolyardError('not_found', `there is no run "${runId}"`, {
      hint: 'See the runs of an agent with "toolyard agent runs NAME".',
    })
  }

  /** Whether a run was started under this id, in whichever process. */
  async has(runId: string): Promise<boolean> {
    return this.#live.has(runId) || (await this.#parts.store.runs.find(runId)) !== undefined
  }

  /** Newest first. */
  async list(filter: Parameters<RunStore['list']>[0] = {}): Promise<readonly RunRecord[]> {
    return this.#parts.store.runs.list(filter)
  }

  /** For those who start runs below it. */
  live(runId: string): LiveRun | undefined {
    return this.#live.get(runId)
  }

  /** Stops every run and waits until that is written, for a grace period at the most. */
  async close(): Promise<void> {
    this.#isClosed = true
    const running = [...this.#live.values()]
    for (const live of running) live.stop()
    if (running.length === 0) return
    const late = Promise.withResolvers<void>()
    const deadline = this.#parts.clock.after(graceMs, late.resolve)
    await Promise.race([Promise.all(running.map(({ done }) => done.promise)), late.promise])
    deadline.cancel()
  }

  async #run(live: LiveRun, work: RunWork): Promise<void> {
    let last: LastRunEvent | undefined
    try {
      last = await this.#pump(live, work)
    } catch (error) {
      last = failed(live, error)
    }
    await this.#end(live, last)
  }

  /** Hands events on as they come; keeps the last one back until everything is written. */
  async #pump(live: LiveRun, { agent, model, runner, request }: RunWork): Promise<LastRunEvent> {
    const { store } = this.#parts
    const { threadId } = live.record
    const before = await store.threads.messages(threadId)
    const prompt = this.#message(live, request.prompt)
    const { principal } = live.record
    await store.threads.append(
      { id: threadId, agent: agent.name, principal, title: titleOf(request.prompt) },
      [prompt],
    )
    const history = [...before, prompt]
    using tools = this.#parts.tools({
      runId: live.id,
      threadId,
      agent: agent.name,
      above: live.above,
      principal,
      person: request.person,
      history,
      signal: live.signal,
    })
    const { id, name, prompt: told, settings } = agent
    const events = runner.run({
      runId: live.id,
      threadId,
      agent: { id, name, prompt: told, settings },
      model,
      history,
      tools,
      limits: live.allowance,
      signal: live.signal,
      save: async (messages) => {
        await store.threads.append({ id: threadId }, messages)
        live.noteSaved(messages)
      },
      arrived: () => live.arrived(),
    })
    for await (const event of events) {
      live.note(event)
      if (event.type === 'done' || event.type === 'error') return event
      live.feed.push(event)
      if (event.type === 'usage') await store.runs.save(live.record)
    }
    throw new ToolyardError('internal', `runner "${runner.name}" ended without a last event`)
  }

  async #end(live: LiveRun, last: LastRunEvent): Promise<void> {
    const { store, clock } = this.#parts
    const event: LastRunEvent =
      last.type === 'done' && live.stoppedInWaiting ? { ...last, reason: 'stopped' } : last
    for (const child of live.children) child.stop()
    live.record = { ...live.record, ...outcomeOf(event), endedAt: clock.wall() }
    try {
      const unread = live.takeMail()
      if (unread.length > 0) await store.threads.append({ id: live.record.threadId }, unread)
      await store.runs.save(live.record)
      await this.#report(live)
    } catch (error) {
      live.record = { ...live.record, status: 'failed', error: messageOf(error) }
    }
    this.#live.delete(live.id)
    live.feed.push(
      live.record.status === 'failed' && event.type === 'done'
        ? failed(live, new Error(live.record.error))
        : event,
    )
    live.feed.end()
    live.done.resolve(live.record)
  }

  /** The result goes to the thread of the run above: to that run while it goes on, else straight into the thread. */
  async #report(live: LiveRun): Promise<void> {
    const { parent, record } = live
    if (parent) {
      parent.spentBelow.steps += record.steps + live.spentBelow.steps
      parent.spentBelow.tokens += record.inputTokens + record.outputTokens + live.spentBelow.tokens
      parent.spentBelow.cost += live.cost + live.spentBelow.cost
    }
    if (!live.reports || record.parentThreadId === undefined) return
    const message = { ...this.#message(live, arrivalOf(record)), from: `agent ${record.agent}` }
    if (!parent) await this.#parts.store.threads.append({ id: record.parentThreadId }, [message])
    else if (!parent.hasEnded) parent.deliver(message)
  }

  #message({ id: runId }: LiveRun, text: string): ThreadMessage {
    const { ids, clock } = this.#parts
    return { id: ids.next('msg'), role: 'user', parts: [{ type: 'text', text }], runId, at: clock.wall() }
  }
}

interface RunWork {
  readonly agent: Agent
  readonly model: string
  readonly runner: Runner
  readonly request: StartRun
}

/** A run below another has at most what is left of that one's budget. */
function within(limits: RunLimits, left: Partial<RunLimits> = {}): RunLimits {
  const least = (name: 'maxTokens' | 'maxCost'): number | undefined => {
    const [own = Infinity, most = Infinity] = [limits[name], left[name]]
    return Math.min(own, most) === Infinity ? undefined : Math.min(own, most)
  }
  return { ...limits, maxTokens: least('maxTokens'), maxCost: least('maxCost') }
}

function modelOf({ name }: Agent, model: string | undefined): string {
  if (model !== undefined) return model
  throw new ToolyardError('invalid_config', `agent "${name}" has no model`, {
    hint: `Name one: toolyard agent update "${name}" --model PROVIDER/MODEL; or agents.model in the configuration for all.`,
  })
}

function othersThread(threadId: string, agent: string): ToolyardError {
  return new ToolyardError('conflict', `thread "${threadId}" is a conversation of agent "${agent}"`, {
    hint: 'Begin another thread, or go on with that agent.',
  })
}

function startedBefore(runId: string): ToolyardError {
  return new ToolyardError('duplicate_call', `run "${runId}" was started before`, {
    hint: 'See how it stands with GET /api/runs/ID, or give every run an id of its own.',
  })
}

function failed({ record }: LiveRun, thrown: unknown): LastRunEvent {
  const { steps, inputTokens, outputTokens } = record
  const { code, message, hint, retryable } = ToolyardError.isInstance(thrown)
    ? thrown
    : new ToolyardError('internal', messageOf(thrown))
  return {
    type: 'error',
    error: { code, message, retryable, ...(hint !== undefined && { hint }) },
    usage: { steps, inputTokens, outputTokens },
  }
}

function outcomeOf(event: LastRunEvent): Pick<RunRecord, 'status' | 'result' | 'error'> {
  if (event.type === 'error')
    return { status: 'failed', error: `${event.error.code}: ${event.error.message}` }
  return { status: event.reason === 'stopped' ? 'stopped' : 'done', result: event.text }
}
