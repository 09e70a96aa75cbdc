/**
 * Whether the model answers now, and what ends its answer before it is whole: a message that is to be heard at once.
 *
 * Calls are not broken off: while they run, such a message waits for them.
 *
 * @module
 */
import type { RunEvent } from '../run/run-event.ts'
import type { RunRequest } from '../run/runner.ts'
import { StepClock } from '../run/step-clock.ts'
import type { ClaudeRunParts } from './claude-run-parts.ts'

export class AnswerWatch {
  /** Times of the steps. */
  readonly steps: StepClock
  readonly #request: Pick<RunRequest, 'answerSignal'>
  #interrupt: () => Promise<unknown> = () => Promise.resolve()
  #signal: AbortSignal | undefined
  #isAsking = false
  #isCalling = false
  #isInterrupted = false
  /** The SDK has ended its turn, and calls of it still ran. */
  #hasHalted = false
  /** The last message of the SDK that stands in its session. */
  #entry: string | undefined
  readonly #heard = (): void => this.#break()

  constructor({ request, clock, usage }: Pick<ClaudeRunParts, 'request' | 'clock' | 'usage'>) {
    this.#request = request
    this.steps = new StepClock({
      clock,
      usage: () => usage.meter.usage,
      model: () => request.model,
      note: request.stepTaken?.bind(request),
    })
  }

  /** The present answer is to end before it is whole. */
  get isInterrupted(): boolean {
    return this.#isInterrupted
  }

  get entry(): string | undefined {
    return this.#entry
  }

  interrupts(interrupt: () => Promise<unknown>): void {
    this.#interrupt = interrupt
  }

  /** The model is asked from here on. */
  asks(): void {
    this.steps.begin()
    if (this.#isCalling) return
    this.#isAsking = true
    const signal = this.#request.answerSignal?.()
    if (signal === this.#signal) return
    this.end()
    this.#signal = signal
    signal?.addEventListener('abort', this.#heard, { once: true })
    if (signal?.aborted) this.#break()
  }

  answered(hasCalls: boolean): void {
    this.#isAsking = false
    this.#isCalling = hasCalls
  }

  noteEntry(uuid: string | undefined): void {
    this.#entry = uuid ?? this.#entry
  }

  /** The SDK has ended its turn. Whether that was because of an interruption after which the model can be told more at once. */
  turnEnded(): 'whole' | 'interrupted' | 'halted' {
    if (!this.#isInterrupted) return 'whole'
    this.#isInterrupted = false
    this.#hasHalted = this.#isCalling
    return this.#hasHalted ? 'halted' : 'interrupted'
  }

  /** The calls have their results. Whether the SDK did not wait for them. */
  callsEnded(): boolean {
    const hasHalted = this.#hasHalted
    this.#hasHalted = false
    this.#isCalling = false
    return hasHalted
  }

  /** The model is not heard any more. */
  over(last: RunEvent, begun: string): void {
    if (last.type === 'error') this.steps.end('failed', { error: last.error.message })
    else if (begun !== '' || (last.type === 'done' && last.reason === 'stopped')) this.steps.end('stopped')
  }

  end(): void {
    this.#signal?.removeEventListener('abort', this.#heard)
  }

  #break(): void {
    if (!this.#isAsking || this.#isInterrupted) return
    this.#isInterrupted = true
    this.#interrupt().catch(() => {})
  }
}
