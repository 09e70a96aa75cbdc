/**
 * One run while it goes on: what it has used, who works below it, and what has arrived for it.
 *
 * @module
 */
import type { RunRecord, ThreadMessage } from '../../store/index.ts'
import type { RunEvent } from './run-event.ts'
import { RunFeed } from './run-feed.ts'
import type { RunLimits } from './runner.ts'

export interface LiveRunParts {
  readonly record: RunRecord
  readonly limits: RunLimits
  /** The run that started it, if that one still goes on. */
  readonly parent: LiveRun | undefined
  /** Names of the agents above. */
  readonly above: readonly string[]
  /** Whether the result is sent to the parent's thread. */
  readonly reports: boolean
  readonly signal: AbortSignal | undefined
}

export class LiveRun {
  readonly limits: RunLimits
  readonly parent: LiveRun | undefined
  readonly above: readonly string[]
  readonly reports: boolean
  readonly feed = new RunFeed()
  readonly done = Promise.withResolvers<RunRecord>()
  readonly children = new Set<LiveRun>()
  record: RunRecord
  /** What runs below it have used that have ended. */
  readonly spentBelow = { steps: 0, tokens: 0, cost: 0 }
  cost = 0
  /** It was stopped while it waited for those below it. */
  stoppedInWaiting = false
  readonly #controller = new AbortController()
  readonly #mail: ThreadMessage[] = []
  #onMail: (() => void) | undefined
  /** The model has said something and wants no call: unless something arrives, the run ends. */
  #isAtItsEnd = false

  constructor({ record, limits, parent, above, reports, signal }: LiveRunParts) {
    this.record = record
    this.limits = limits
    this.parent = parent
    this.above = above
    this.reports = reports
    const stop = (): void => this.stop()
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
    parent?.children.add(this)
    void this.done.promise.then(() => {
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

  /** The run at the top. */
  get root(): LiveRun {
    return this.parent?.root ?? this
  }

  /** Itself and those below. */
  get size(): number {
    return [...this.children].reduce((sum, child) => sum + child.size, 1)
  }

  get hasEnded(): boolean {
    return this.record.status !== 'running'
  }

  /** Those below stop with it. */
  stop(): void {
    this.#controller.abort()
    for (const child of this.children) child.stop()
    this.#onMail?.()
  }

  note(event: RunEvent): void {
    if (!('usage' in event)) return
    const { steps, inputTokens, outputTokens, cost = 0 } = event.usage
    this.cost = cost
    this.record = { ...this.record, steps, inputTokens, outputTokens }
  }

  /** What was saved last says whether the model is done. */
  noteSaved(messages: readonly ThreadMessage[]): void {
    const last = messages.at(-1)
    if (last)
      this.#isAtItsEnd = last.role === 'assistant' && !last.parts.some(({ type }) => type === 'tool_call')
  }

  deliver(message: ThreadMessage): void {
    this.#mail.push(message)
    this.#onMail?.()
  }

  /** A run whose model has nothing more to do waits for those below it that will report. */
  async arrived(): Promise<readonly ThreadMessage[]> {
    while (this.#mail.length === 0 && this.#isAtItsEnd && this.#awaits && !this.signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#onMail = resolve
      })
      this.#onMail = undefined
      this.stoppedInWaiting = this.signal.aborted
    }
    return this.takeMail()
  }

  takeMail(): readonly ThreadMessage[] {
    return this.#mail.splice(0)
  }

  /** What of its budget is left for one more run below it. */
  get left(): Pick<RunLimits, 'maxTokens' | 'maxCost'> {
    const { maxTokens, maxCost } = this.limits
    const tokens = this.record.inputTokens + this.record.outputTokens + this.spentBelow.tokens
    return {
      maxTokens: maxTokens === undefined ? undefined : Math.max(0, maxTokens - tokens),
      maxCost: maxCost === undefined ? undefined : Math.max(0, maxCost - this.cost - this.spentBelow.cost),
    }
  }

  /** Its limits as they stand at each moment: steps of those below it are gone for it, and its own for those above. */
  get allowance(): RunLimits {
    const stepsLeft = (): number => this.record.steps + Math.max(0, this.#stepsLeft)
    const { limits } = this
    return {
      ...limits,
      get maxSteps() {
        return Math.min(limits.maxSteps, stepsLeft())
      },
    }
  }

  get #stepsLeft(): number {
    const { sharedSteps = Infinity } = this.limits
    const above: LiveRun | undefined = this.parent
    return Math.min(sharedSteps - this.#stepsInAll, above ? above.#stepsLeft : Infinity)
  }

  get #stepsInAll(): number {
    const working = [...this.children].filter((child) => !child.hasEnded)
    const below = working.reduce((sum, child) => sum + child.#stepsInAll, this.spentBelow.steps)
    return this.record.steps + below
  }

  get #awaits(): boolean {
    return [...this.children].some(({ reports }) => reports)
  }
}
