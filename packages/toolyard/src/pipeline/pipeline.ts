/**
 * The one way through which every call goes, from whichever door.
 *
 * `call` answers a result, `stream` the same call's events, `callMany` a batch in its order. None of them throws or rejects.
 *
 * @module
 */
import type { ToolEvent, ToolResult } from '../define/index.ts'
import { digestOf } from '../kernel/index.ts'
import { EventChannel } from './channel.ts'
import { type Core, type PipelineParts, Plans } from './core.ts'
import { type ComparedDecisions, comparePolicies, type RecordedCall } from './compare-policies.ts'
import { type Explanation, explainCall } from './explain.ts'
import type { Policy } from './policy/index.ts'
import { Invocation } from './invocation.ts'
import { refuse } from './outcome.ts'
import { recall } from './recall.ts'
import { makePlan } from './steps.ts'
import { heeding, requestText, tellTouched } from './call-edges.ts'
import { StricterParts } from './stricter-parts.ts'
import { faultResult } from './steps/settle.ts'
import { type EventListener, Taps } from './taps.ts'
import { type CallOptions, type CallTicket, companionOf, type EventSink, ticketOf } from './ticket.ts'
import { interruptCall, overdueCall } from './take-over.ts'
import { walk } from './walk.ts'
import { RunningCalls, Watchdog } from './watchdog.ts'

export interface CallRequest extends CallOptions {
  readonly tool: string
  readonly input: unknown
  /** Told what the call tells while it runs, its result last. */
  readonly onEvent?: ((event: ToolEvent) => void) | undefined
}

/** Of a call that runs. */
export interface RunningCall extends Pick<
  CallTicket,
  'id' | 'tool' | 'agent' | 'principal' | 'origin' | 'threadId' | 'parentId'
> {
  /** Milliseconds since 1970. */
  readonly startedAt: number
}

/** Told how a call ended, and whether its tool was started. */
export type EndListener = (result: ToolResult, ran: boolean) => void

const noOptions: CallOptions = Object.freeze({})
const alone = companionOf(noOptions)

/** What is called, and from where inside. */
interface Asked {
  readonly tool: string
  readonly input: unknown
  readonly parentId?: string
  readonly sink?: EventSink | undefined
}

export class Pipeline {
  readonly #core: Core
  readonly #parts: PipelineParts
  readonly #stricter = new StricterParts()
  readonly #running = new RunningCalls()
  readonly #watchdog: Watchdog
  /** Calls with an id of the caller's choosing that have not ended: a repeat joins them. */
  readonly #named = new Map<string, { readonly digest: string; readonly result: Promise<ToolResult> }>()
  readonly #listeners = new Set<EndListener>()
  /** Made when a call that runs is followed. */
  #taps: Taps | undefined
  #closed = false
  /** Told when the last call has ended. */
  #onIdle: (() => void) | undefined

  constructor(core: Core) {
    this.#core = core
    this.#watchdog = new Watchdog(core.clock, this.#running, (invocation) =>
      overdueCall(this.#parts, invocation),
    )
    this.#parts = {
      core,
      plans: new Plans((tool) => makePlan(this.#parts, tool)),
      watchdog: this.#watchdog,
      subCall: (parent, tool, input) => this.#subCall(parent, tool, input),
      interrupt: (invocation, reason) => interruptCall(this.#parts, invocation, reason),
      ended: (invocation, result) => this.#ended(invocation, result),
    }
  }

  call(tool: string, input: unknown, options: CallOptions = noOptions): Promise<ToolResult> {
    return this.#start(this.#invocation({ tool, input }, options))
  }

  async *stream(
    tool: string,
    input: unknown,
    options: CallOptions = noOptions,
  ): AsyncGenerator<ToolEvent, void, undefined> {
    const channel = new EventChannel()
    const invocation = this.#invocation({ tool, input, sink: channel }, options)
    let over = false
    void this.#start(invocation).then((result) => {
      over = true
      void channel.push({ type: 'result', callId: invocation.id, result })
      channel.end()
    })
    try {
      for (let event = await channel.next(); event; event = await channel.next()) yield event
    } finally {
      channel.abandon()
      if (!over) invocation.stop('cancelled')
    }
  }

  /** A call whose events go to `sink` while it runs; all but the result, which is answered. */
  callWith(sink: EventSink, { tool, input, ...options }: CallRequest): Promise<ToolResult> {
    const invocation = this.#invocation({ tool, input, sink }, options)
    sink.named?.(invocation.id)
    return this.#start(invocation)
  }

  /** Results in the order of the calls. What conflicts takes turns in that order; everything else runs at once. */
  callMany(requests: readonly CallRequest[]): Promise<ToolResult[]> {
    let before = Promise.resolve()
    return Promise.all(
      requests.map(({ tool, input, onEvent, ...options }) => {
        const sink = onEvent && { push: onEvent }
        const invocation = this.#invocation({ tool, input, sink }, options)
        const { promise, resolve } = Promise.withResolvers<void>()
        invocation.turn = { wait: before, passed: resolve }
        before = Promise.all([before, promise]).then(() => undefined)
        const result = this.#start(invocation)
        void result.then((answer) => {
          resolve()
          onEvent?.({ type: 'result', callId: invocation.id, result: answer })
        })
        return result
      }),
    )
  }

  /** What policy would say of a call, without making it. */
  explain(tool: string, input: unknown, options: CallOptions = noOptions): Promise<Explanation | ToolResult> {
    const invocation = this.#invocation({ tool, input }, options)
    return heeding(options.signal, invocation, () => explainCall(this.#parts, invocation))
  }

  /** What this policy and another one say of a call that was made before. */
  compare(call: RecordedCall, other: Policy): Promise<ComparedDecisions | undefined> {
    return comparePolicies(this.#parts, call, other)
  }

  /** How many calls run now. */
  get running(): number {
    return [...this.#running].length
  }

  /** Calls `listener`, which must not throw, with the result of every call that ends. Answers how to stop it. */
  onEnded(listener: EndListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Told now and then while a call runs for longer than a second. */
  set onLong(listener: () => void) {
    this.#watchdog.onLong = listener
  }

  /** The calls that run, the latest first. */
  list(): readonly RunningCall[] {
    return Array.from(this.#running, ({ ticket, startedAt }) => {
      const { id, tool, agent, principal = 'local', origin = 'typescript', threadId, parentId } = ticket
      const began = this.#core.clock.wall(startedAt)
      return { id, tool, agent, principal, origin, threadId, parentId, startedAt: began }
    })
  }

  /** A call that runs. */
  find(callId: string): CallTicket | undefined {
    return this.#find(callId)?.ticket
  }

  /** Ends a running call. */
  cancel(callId: string): boolean {
    const invocation = this.#find(callId)
    invocation?.stop('cancelled')
    return invocation !== undefined
  }

  /** Tells what a running call tells from now on. */
  tap(callId: string, listener: EventListener): void {
    const invocation = this.#find(callId)
    if (!invocation) return
    this.#taps ??= new Taps()
    this.#taps.add(invocation, listener)
  }

  #find(callId: string): Invocation | undefined {
    for (const invocation of this.#running) if (invocation.id === callId) return invocation
    return undefined
  }

  /** Ends the calls of one thread. */
  cancelThread(threadId: string): void {
    for (const invocation of this.#running)
      if (invocation.ticket.threadId === threadId) invocation.stop('cancelled')
  }

  /** Tools, hooks or policy changed. */
  refresh(): void {
    this.#parts.plans.clear()
    this.#stricter.clear()
  }

  /** Takes no more calls and ends those that run. Waits until their ends are with the journal, for a grace period at the most. */
  async close(): Promise<void> {
    this.#closed = true
    for (const invocation of this.#running) invocation.stop('closed')
    if (this.#running.isEmpty) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onIdle = resolve
    const deadline = this.#core.clock.after(this.#core.settings.graceMs, resolve)
    await promise
    deadline.cancel()
  }

  #invocation({ tool, input, parentId, sink }: Asked, given: CallOptions): Invocation {
    const { clock, ids, tools, people, records } = this.#core
    const startedAt = clock.now()
    const id = given.callId ?? ids.next('call', clock.wall(startedAt))
    // Whether it was named by id or by name, an agent is one caller.
    const agent = given.agent === undefined ? undefined : people.rights.agentName(given.agent)
    // A name that calls have a plan under is a tool's own.
    const own = this.#parts.plans.named.has(tool) ? tool : tools.nameOf(tool)
    const ticket = ticketOf({ id, tool: own, input }, given, { agent, parentId })
    const companion = given === noOptions && !sink ? alone : companionOf(given, sink)
    const invocation = new Invocation(ticket, companion, startedAt)
    if (ticket.threadId !== undefined) {
      invocation.thread = records.threads.get(ticket.threadId)
      invocation.thread.touch(startedAt)
    }
    return invocation
  }

  #start(invocation: Invocation): Promise<ToolResult> {
    if (this.#closed)
      return Promise.resolve(
        faultResult(
          this.#core,
          invocation,
          refuse('cancelled', 'closed', {
            message: 'Toolyard is closed and takes no more calls.',
            says: { key: 'shuttingDown', values: [] },
          }),
        ),
      )
    const { signal } = invocation.companion
    return signal ? heeding(signal, invocation, () => this.#begin(invocation)) : this.#begin(invocation)
  }

  #begin(invocation: Invocation): Promise<ToolResult> {
    return invocation.ticket.isChosenId ? this.#once(invocation) : this.#track(invocation)
  }

  #track(invocation: Invocation): Promise<ToolResult> {
    this.#running.add(invocation)
    const { thread } = invocation
    if (thread) {
      thread.active++
      thread.principal ??= invocation.ticket.principal ?? 'local'
    }
    const { mode } = invocation.ticket
    return walk(mode === undefined ? this.#parts : this.#stricter.for(this.#parts, mode), invocation)
  }

  #ended(invocation: Invocation, result: ToolResult): void {
    this.#running.delete(invocation)
    if (this.#listeners.size > 0) for (const listener of this.#listeners) listener(result, invocation.ran)
    if (invocation.companion.touched && invocation.ran) tellTouched(this.#core, invocation)
    this.#taps?.ended(invocation, result)
    this.#watchdog.rest()
    if (this.#onIdle && this.#running.isEmpty) this.#onIdle()
    if (!invocation.thread) return
    invocation.thread.active--
    invocation.thread.touch(invocation.clockedAt)
  }

  /** A call whose id the caller chose: at most once. */
  async #once(invocation: Invocation): Promise<ToolResult> {
    const { principal, agent, threadId } = invocation.ticket
    invocation.requestDigest = digestOf({
      tool: invocation.name,
      input: requestText(invocation.raw),
      caller: { principal, agent, threadId },
    })
    const joined = this.#named.get(invocation.id)
    // Where it runs elsewhere, it is taken there.
    const { onTaken: told } = invocation.companion
    const onTaken = told && this.#isElsewhere(invocation) ? undefined : told
    if (joined && onTaken) return recall.taken(this.#core, invocation)
    if (joined)
      return joined.digest === invocation.requestDigest ? joined.result : recall.mixUp(this.#core, invocation)
    const { promise, resolve } = Promise.withResolvers<ToolResult>()
    this.#named.set(invocation.id, { digest: invocation.requestDigest, result: promise })
    try {
      const earlier = onTaken
        ? await recall.take(this.#core, invocation, onTaken)
        : await recall.find(this.#core, invocation)
      const result = earlier ?? (await this.#track(invocation))
      resolve(result)
      return result
    } finally {
      this.#named.delete(invocation.id)
    }
  }

  #isElsewhere({ name }: Invocation): boolean {
    const manifest = this.#core.tools.get(name)?.manifest
    return manifest?.queue !== undefined && this.#core.services.elsewhere?.(manifest) !== undefined
  }

  #subCall(parent: Invocation, tool: string, input: unknown): Promise<ToolResult> {
    const { id: parentId, threadId, agent, principal, origin, provided, run, mode } = parent.ticket
    const { person, leave, sample } = parent.companion
    const options = { threadId, agent, principal, origin, provided, person, run, mode, leave, sample }
    const child = this.#invocation({ tool, input, parentId }, options)
    child.nest(parent)
    if (child.depth > this.#core.settings.maxDepth) {
      return Promise.resolve(
        faultResult(
          this.#core,
          child,
          refuse('error', 'budget_exhausted', {
            message: `calls inside calls go at most ${this.#core.settings.maxDepth} deep.`,
            says: { key: 'callsTooDeep', values: [String(this.#core.settings.maxDepth)] },
          }),
        ),
      )
    }
    const release = parent.adopt(child)
    return this.#start(child).finally(release)
  }
}
