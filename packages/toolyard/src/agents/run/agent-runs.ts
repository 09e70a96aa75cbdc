/**
 * `AgentRuns`: starts agents of the catalogue, keeps what they say and what became of them, and stops them.
 *
 * A run belongs to a thread, and a thread has one run at a time: another one is refused with `conflict`. What was said is
 * kept, so that a later run of the thread, in whichever process, goes on from there. A run that has a plan outlives its process:
 * another one takes it up (`run-keeper.ts`).
 *
 * @module
 */
import type { Buffer } from 'node:buffer'
import { messageOf, settlesWithin, ToolyardError } from '../../kernel/index.ts'
import type { ResultStore, RunRecord, RunStore } from '../../store/index.ts'
import type { AgentDirectory } from '../agent-directory.ts'
import { overridden } from '../agent-settings.ts'
import { beginRun } from './begin-run.ts'
import { Conversations } from './conversations.ts'
import { goneWithin, graceMs, handOver, heedJob, mayHandOver } from './hand-over.ts'
import { LiveRun } from './live-run.ts'
import { followCourse, type RunWork } from './run-course.ts'
import type { LastRunEvent, RunEvent, RunFile } from './run-event.ts'
import { filesOf, readRunFile, withFiles } from './run-files.ts'
import type { RunGround } from './run-ground.ts'
import { RunKeeper } from './run-keeper.ts'
import type { RunObservers } from './run-observers.ts'
import { mailTopic, type MessageToRun, type QueuedMessage, readCall, RunMail } from './run-mail.ts'
import { failed, outcomeOf } from './run-outcome.ts'
import { limitsOf, type RunSettings } from './run-settings.ts'
import { freeThread, queueRun } from './queue-run.ts'
import { reportRun } from './report-run.ts'
import { RunStreams } from './run-streams.ts'
import { RunTree } from './run-tree.ts'
import { RunsElsewhere, stopTopic } from './runs-elsewhere.ts'
import type { Runner } from './runner.ts'
import { watchRun } from './watch-run.ts'
import {
  agentFor,
  goesElsewhere,
  mayPark,
  startedRun,
  staysHere,
  type Lineage,
  modelOf,
  noLineage,
  othersThread,
  outputOf,
  recordOf,
  type StartedRun,
  type StartRun,
} from './start-run.ts'

export interface AgentRunsParts extends RunGround {
  readonly directory: AgentDirectory
  readonly settings: RunSettings
  /** By name. Throws if there is none. */
  readonly runner: (name: string) => Promise<Runner>
  /** Where long answers are kept, if not in the store. */
  readonly results?: Pick<ResultStore, 'remove'> | undefined
}

const usualRunner = 'loop'

export class AgentRuns {
  readonly streams: RunStreams
  readonly keeper: RunKeeper
  /** Messages to runs that go on. */
  readonly mail: RunMail
  /** What was said, to be found, named and taken away. */
  readonly conversations: Conversations
  /** Those who watch runs from outside. */
  readonly observers: RunObservers
  readonly #parts: AgentRunsParts
  readonly #elsewhere: RunsElsewhere
  readonly #live = new Map<string, LiveRun>()
  readonly #trees = new Map<string, RunTree>()
  readonly #publishing = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  #listening: Promise<unknown> | undefined

  constructor(parts: AgentRunsParts) {
    this.#parts = parts
    this.observers = parts.observers
    this.streams = new RunStreams(parts)
    this.#elsewhere = new RunsElsewhere(parts, this.streams, this.#closing.signal)
    this.mail = new RunMail(parts)
    this.conversations = new Conversations(parts)
    this.keeper = new RunKeeper(parts, (run, signal) => this.#takeUp(run, signal))
  }

  /** Throws if it can't start: no such agent, no model, a thread that is at work. What goes wrong later is its last event. */
  async start<Output = unknown>(
    request: StartRun<Output>,
    lineage: Lineage = noLineage,
  ): Promise<StartedRun<Output>> {
    if (this.#closing.signal.aborted)
      throw new ToolyardError('closed', 'Toolyard is closed and starts no more runs')
    const { store, directory, settings, isDurable } = this.#parts
    const agent = agentFor(await directory.find(request.agent), request)
    const model = modelOf(agent, request.model ?? agent.model ?? settings.model)
    const runner = await this.#parts.runner(agent.runner ?? usualRunner)
    const limits = limitsOf(agent, settings, request.limits)
    const output = outputOf(request, agent)
    const record = recordOf(this.#parts, request, { lineage, agent, model, limits, output })
    const { id: runId, threadId } = record
    const known = await store.threads.find(threadId)
    if (known?.agent !== undefined && known.agent !== agent.name) throw othersThread(threadId, known.agent)
    await freeThread(this.#parts, request, threadId)
    const plan = isDurable && runner.resumes && !staysHere(request) ? record.plan : undefined
    const status = plan && goesElsewhere(this.#parts, request, lineage) ? 'queued' : 'running'
    const begun = await beginRun(this.#parts, { ...record, plan, status } as const, request.prompt)
    if (status === 'queued') {
      await queueRun(this.#parts, this.keeper, begun)
      const events = this.#elsewhere.events(runId, 0)
      const end = async (): Promise<RunRecord> => withFiles(this.#parts, await this.endOf(runId))
      return startedRun({ runId, threadId, events, gone: Promise.resolve() }, end)
    }
    const parks = mayPark(this.#parts, runner, { ...lineage, ...request }) && plan !== undefined
    const tree = this.#treeOf(begun)
    const own = { record: begun, limits, tree, parks, mode: record.plan.mode, signal: request.signal }
    const live = new LiveRun({ ...lineage, ...own })
    const here = live.feed.follow()
    const { trace } = record.plan
    this.#begin(live, { agent, model, runner, output, trace, person: request.person })
    const events = this.#events(live, here)
    const endOf = async (): Promise<RunRecord> =>
      withFiles(this.#parts, (await live.done.promise) ?? (await this.endOf(runId, live.told)))
    return startedRun({ runId, threadId, events, gone: live.gone.promise }, endOf)
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

  /** Stops a run, wherever it goes on or waits; whether it had not ended. */
  async stop(runId: string): Promise<boolean> {
    if (this.abort(runId)) {
      for (const below of await this.mail.keepStop(runId)) if (!this.#live.has(below)) await this.stop(below)
      return true
    }
    const stopped = await this.#elsewhere.stop(runId, (run) => this.mail.keepUnheard(run))
    if (typeof stopped === 'boolean') return stopped
    await reportRun(this.#parts, stopped, undefined)
    await this.keeper.ended(runId)
    return true
  }

  /**
   * Says something to a run that goes on, in whichever process: it hears it between two steps, or at once if it interrupts. Throws
   * `conflict` if the run has ended.
   */
  async say(runId: string, message: MessageToRun): Promise<QueuedMessage> {
    const run = await this.find(runId)
    const queued = await this.mail.send(run, message)
    const interrupts = message.interrupt === true
    const live = this.#live.get(runId)
    if (live) live.call(interrupts)
    else if (this.#parts.isDurable)
      await (await this.#parts.engine()).bus.publish(mailTopic, { runId, interrupts })
    return queued
  }

  /** How a run ended, wherever it goes on. Never rejects: once this process closes, it answers how the run stands. */
  endOf(runId: string, after = 0): Promise<RunRecord> {
    return this.#elsewhere.endOf(runId, after)
  }

  /** Throws `not_found`. */
  async find(runId: string): Promise<RunRecord> {
    const found = this.#live.get(runId)?.record ?? (await this.#parts.store.runs.find(runId))
    if (found) return found
    throw new ToolyardError('not_found', `there is no run "${runId}"`, {
      hint: 'See the runs of an agent with "toolyard agent runs NAME".',
    })
  }

  /** What a run and those below it have written by their calls, as it is now. */
  async files(run: RunRecord): Promise<readonly RunFile[]> {
    return filesOf(this.#parts, run)
  }

  /** One of these files, whole. Throws `not_found` if it is none of them or is gone, and what keeps tools from reading it. */
  async readFile(run: RunRecord, path: string, principal?: string): Promise<Buffer> {
    return readRunFile(this.#parts, { run, path, principal })
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

  /**
   * Takes up no more runs. What another process can take up is handed over where its next step would begin; after the grace at
   * once. Resolves when those have left.
   */
  async handOver(withinMs: number): Promise<void> {
    await this.keeper.drain()
    await handOver(this.#live, withinMs)
  }

  /** Hands over what another process can take up, stops the rest, and waits until that is written, for a grace period at the most. */
  async close(): Promise<void> {
    this.#closing.abort()
    for (const live of this.#live.values()) if (!mayHandOver(live)) live.stop()
    await this.handOver(graceMs)
    await goneWithin(this.#live.values(), graceMs)
    await settlesWithin(Promise.all([...this.#publishing, this.#parts.hooks.settled()]), graceMs)
    await this.keeper.close()
  }

  /** The way out of a park: what it ends in is the next thing that it waits for, if any. */
  async #takeUp(run: RunRecord, signal: AbortSignal): Promise<string | undefined> {
    const { plan, parentId } = run
    if (!plan) return undefined
    const parent = parentId === undefined ? undefined : this.#live.get(parentId)
    const { limits, above, reports, mode } = plan
    const shared = { limits, tree: this.#treeOf(run), above, reports, mode, parent }
    let work: RunWork
    try {
      await this.#parts.renewRights()
      const agent = overridden(await this.#parts.directory.find(run.agent), plan.settings)
      const runner = await this.#parts.runner(agent.runner ?? usualRunner)
      const { model, output, trace } = plan
      work = { agent, model, runner, output, trace, person: undefined }
    } catch (error) {
      const live = new LiveRun({ ...shared, record: run, parks: false, signal: undefined })
      this.#publish(live)
      await this.#end(live, failed(live, error))
      return undefined
    }
    const parks = mayPark(this.#parts, work.runner, { parent })
    const live = new LiveRun({ ...shared, record: run, parks, signal: undefined })
    using _ = heedJob(live, signal)
    this.#begin(live, work)
    await live.gone.promise
    return typeof live.left === 'object' ? live.left.parkedOn : undefined
  }

  /** Of the runs that started each other, while one of them is here. */
  #treeOf({ id, rootId = id }: RunRecord): RunTree {
    for (const [known, tree] of this.#trees) if (tree.isEmpty) this.#trees.delete(known)
    const tree = this.#trees.get(rootId) ?? new RunTree(rootId)
    this.#trees.set(rootId, tree)
    return tree
  }

  #begin(live: LiveRun, work: RunWork): void {
    this.#live.set(live.id, live)
    this.#listen()
    this.#publish(live)
    watchRun(this.#parts, live, work)
    void this.#run(live, work)
  }

  #publish(live: LiveRun): void {
    live.published = this.streams.publish(live).catch(this.#parts.failed)
    this.#publishing.add(live.published)
    void live.published.then(() => this.#publishing.delete(live.published))
  }

  /** Other processes may stop what runs here. */
  #listen(): void {
    if (!this.#parts.isDurable || this.#listening) return
    this.#listening = this.#parts
      .engine()
      .then(({ bus }) =>
        Promise.all([
          bus.subscribe(stopTopic, (runId) => void this.abort(String(runId))),
          bus.subscribe(mailTopic, (message) => this.#called(message)),
        ]),
      )
      .catch(() => (this.#listening = undefined))
  }

  /** It says only where to look. */
  #called(message: unknown): void {
    const { runId, interrupts } = readCall(message)
    this.#live.get(runId)?.call(interrupts)
  }

  async #run(live: LiveRun, work: RunWork): Promise<void> {
    let last: LastRunEvent | undefined
    try {
      last = await followCourse({ ...this.#parts, mail: this.mail }, live, work)
    } catch (error) {
      last = failed(live, error)
    }
    if (live.left) await this.#leave(live, live.left)
    else await this.#end(live, last)
  }

  /** It goes on elsewhere: what came for it stands in its thread, and its row says that it waits. */
  async #leave(live: LiveRun, why: NonNullable<LiveRun['left']>): Promise<void> {
    const { store } = this.#parts
    try {
      const unread = live.takeMail()
      if (unread.length > 0) await store.threads.append({ id: live.record.threadId }, unread)
      if (why === 'handed over' && live.record.status === 'running')
        await store.runs.step({ ...live.record, status: 'queued' }, [], { steps: live.takeSteps() })
    } catch (error) {
      this.#parts.failed(error)
    }
    live.watch?.end(live.record)
    live.feed.end()
    await live.published
    this.#live.delete(live.id)
    live.gone.resolve()
    live.done.resolve(undefined)
    // It was stopped while it was about to wait.
    if (live.isStopping && why !== 'lost') return void (await this.stop(live.id).catch(this.#parts.failed))
    // A job parks by itself on what its run waits for.
    if (why === 'handed over' || (why !== 'lost' && !live.record.job))
      await this.keeper.queue(live.record).catch(this.#parts.failed)
  }

  async #end(live: LiveRun, last: LastRunEvent): Promise<void> {
    const { store, clock } = this.#parts
    const event: LastRunEvent =
      last.type === 'done' && live.stoppedInWaiting ? { ...last, reason: 'stopped' } : last
    for (const child of live.children) child.stop()
    live.record = { ...live.record, ...outcomeOf(event), endedAt: clock.wall() }
    try {
      // What came too late to be heard stands in the thread, for the next run.
      const unheard = [...live.takeMail(), ...(await this.mail.collect(live))]
      const steps = live.takeSteps()
      if (!(await store.runs.step(live.record, unheard, { steps }))) return await this.#leave(live, 'lost')
      await this.mail.heard(live, unheard)
      await reportRun(this.#parts, live.record, live)
    } catch (error) {
      live.record = { ...live.record, status: 'failed', error: messageOf(error) }
    }
    live.watch?.end(live.record)
    const { files } = await withFiles(this.#parts, live.record)
    this.#live.delete(live.id)
    const told =
      live.record.status === 'failed' && event.type === 'done'
        ? failed(live, new Error(live.record.error))
        : event
    live.feed.push({ ...told, ...(files && { files }) })
    live.feed.end()
    live.gone.resolve()
    live.done.resolve(live.record)
    await this.keeper.ended(live.id)
  }

  async *#events(live: LiveRun, here: AsyncIterable<RunEvent>): AsyncGenerator<RunEvent, void, undefined> {
    yield* here
    if (!live.left) return
    // What was told here is not told again.
    await live.published
    yield* this.#elsewhere.events(live.id, live.told)
  }
}
