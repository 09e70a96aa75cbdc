/**
 * One run while it goes on: what it has used, who works below it, and what has arrived for it.
 *
 * @module
 */
import type { RunRecord, RunStep, ThreadMessage, WrittenPath } from '../../store/index.ts'
import type { RunEvent } from './run-event.ts'
import { RunFeed } from './run-feed.ts'
import { withWritten } from './run-files.ts'
import type { RunWatch } from './run-observer.ts'
import type { RunTree } from './run-tree.ts'
import type { RunLimits } from './runner.ts'
import type { StepNote } from './step-clock.ts'

export interface LiveRunParts {
  readonly record: RunRecord
  readonly limits: RunLimits
  /** What it and those around it have used of their budgets. */
  readonly tree: RunTree
  /** The run that started it, if that one still goes on. */
  readonly parent: LiveRun | undefined
  /** Names of the agents above. */
  readonly above: readonly string[]
  /** Whether the result is sent to the parent's thread. */
  readonly reports: boolean
  /** Whether it waits for people without a process. */
  readonly parks: boolean
  /** See `RunPlan`. */
  readonly mode?: string | undefined
  readonly signal: AbortSignal | undefined
}

/** Why a run goes on elsewhere: it waits for something, it was handed over, another process has taken it. */
export type RunLeave = { readonly parkedOn: string } | 'handed over' | 'lost'

export class LiveRun {
  readonly limits: RunLimits
  readonly tree: RunTree
  readonly parent: LiveRun | undefined
  readonly above: readonly string[]
  readonly reports: boolean
  readonly parks: boolean
  readonly mode: string | undefined
  readonly feed = new RunFeed()
  /** How it ended; undefined if it goes on elsewhere. */
  readonly done = Promise.withResolvers<RunRecord | undefined>()
  /** Resolves when it has left this process, or has ended. */
  readonly gone = Promise.withResolvers<void>()
  readonly children = new Set<LiveRun>()
  left: RunLeave | undefined = undefined
  /** Those who watch it from outside. */
  watch: RunWatch | undefined = undefined
  /** Resolves when everything that it told is written to its stream. */
  published: Promise<void> = Promise.resolve()
  /** Whether its starter can stop it. */
  readonly hasOwnSignal: boolean
  /** Number of the last event that was written to its stream. */
  told = 0
  /** It is to be handed over at its next message. */
  isLeaving = false
  /** What its calls wait for, by call. */
  readonly pending = new Map<string, string>()
  record: RunRecord
  /** A row of the store says that it is to stop. */
  isAskedToStop = false
  isStopping = false
  /** It was stopped while it waited for those below it. */
  stoppedInWaiting = false
  /** Ids of messages that were queued for it and are not in its thread yet. */
  readonly collected = new Set<string>()
  /** Messages that stand in its thread: one that comes again is not heard again. */
  readonly heard = new Set<string>()
  /** Steps that were taken and are not written yet. */
  #steps: RunStep[] = []
  readonly #controller = new AbortController()
  /** Of the model's present answer. */
  #answer = new AbortController()
  /** A message is there that was queued. */
  #isCalled = false
  readonly #mail: ThreadMessage[] = []
  #onMail: (() => void) | undefined
  /** The model has said something and wants no call: unless something arrives, the run ends. */
  #isAtItsEnd = false

  constructor({ record, limits, tree, parent, above, reports, parks, mode, signal }: LiveRunParts) {
    this.record = record
    this.limits = limits
    this.tree = tree
    this.parent = parent
    this.above = above
    this.reports = reports
    this.parks = parks
    this.mode = mode
    this.hasOwnSignal = signal !== undefined
    const stop = (): void => this.stop()
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
    parent?.children.add(this)
    tree.join(record, limits)
    void this.gone.promise.then(() => {
      tree.leave(record.id)
      signal?.removeEventListener('abort', stop)
      parent?.children.delete(this)
    })
  }

  get id(): string {
    return this.record.id
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get hasEnded(): boolean {
    return this.record.status !== 'running'
  }

  /** The model has nothing more to do, unless something arrives. */
  get isAtItsEnd(): boolean {
    return this.#isAtItsEnd
  }

  /** Nothing that it does from now on is kept. Those below go on. */
  leave(why: RunLeave): void {
    this.left ??= why
    this.#controller.abort()
    this.#onMail?.()
  }

  /** It is handed over at its next message; at once if it only waits for those below. */
  leaveSoon(): void {
    this.isLeaving = true
    if (this.#onMail) this.leave('handed over')
  }

  /** Those below stop with it. */
  stop(): void {
    this.isStopping = true
    this.#controller.abort()
    for (const child of this.children) child.stop()
    this.#onMail?.()
  }

  /** The same, as a row of the store says. */
  stopAsAsked(): void {
    this.isAskedToStop = true
    this.stop()
  }

  note(event: RunEvent): void {
    this.watch?.note(event)
    if (!('usage' in event)) return
    this.record = { ...this.record, ...event.usage }
    this.tree.note(this.record)
  }

  /** Its calls have written these; kept with the next thing that is saved. */
  noteWritten(paths: readonly WrittenPath[]): void {
    const files = withWritten(this.record.files ?? [], paths)
    if (files.length > 0) this.record = { ...this.record, files }
  }

  noteStep(step: StepNote): void {
    const calls = step.calls.map(({ id, tool }) => ({ id: `${this.id}.${id}`, tool }))
    this.#steps.push({ ...step, calls, attempt: this.record.attempt })
  }

  /** To be written with what is said next. */
  takeSteps(): readonly RunStep[] {
    const steps = this.#steps
    this.#steps = []
    return steps
  }

  /** What was saved last says whether the model is done. */
  noteSaved(messages: readonly ThreadMessage[]): void {
    const last = messages.at(-1)
    if (last)
      this.#isAtItsEnd = last.role === 'assistant' && !last.parts.some(({ type }) => type === 'tool_call')
  }

  /** A message is queued for it; one that interrupts ends the model's present answer, or the one that begins before it is heard. */
  call(interrupts: boolean): void {
    this.#isCalled = true
    if (interrupts) this.#answer.abort()
    this.#onMail?.()
  }

  /** For an answer of the model that begins. */
  answerSignal(): AbortSignal {
    return this.#answer.signal
  }

  deliver(message: ThreadMessage): void {
    this.#mail.push(message)
    this.#onMail?.()
  }

  /** A run whose model has nothing more to do waits for those below it that will report. */
  async arrived(): Promise<readonly ThreadMessage[]> {
    const isQuiet = (): boolean => this.#mail.length === 0 && !this.#isCalled && !this.signal.aborted
    while (isQuiet() && this.#isAtItsEnd && this.#awaits) {
      await new Promise<void>((resolve) => {
        this.#onMail = resolve
      })
      this.#onMail = undefined
      this.stoppedInWaiting = this.signal.aborted
    }
    this.#isCalled = false
    if (this.#answer.signal.aborted) this.#answer = new AbortController()
    return this.takeMail()
  }

  takeMail(): readonly ThreadMessage[] {
    return this.#mail.splice(0)
  }

  /** Its limits as they stand at each moment: what those below it use is gone for it, and what it uses for those above. */
  get allowance(): RunLimits {
    const { limits, tree, id } = this
    const used = (): RunRecord => this.record
    return {
      ...limits,
      get maxSteps() {
        return Math.min(limits.maxSteps, used().steps + Math.max(0, tree.left(id).steps))
      },
      get maxTokens() {
        const { tokens } = tree.left(id)
        return tokens === Infinity
          ? undefined
          : used().inputTokens + used().outputTokens + Math.max(0, tokens)
      },
      get maxCost() {
        const { cost } = tree.left(id)
        return cost === Infinity ? undefined : (used().cost ?? 0) + Math.max(0, cost)
      },
    }
  }

  get #awaits(): boolean {
    return [...this.children].some(({ reports }) => reports)
  }
}
