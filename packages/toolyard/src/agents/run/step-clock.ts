/**
 * Times of one run's steps as its runner sees them: when the model was asked, when its first words came, when it was done, and what that
 * used. What it makes is written with the next thing that the run says.
 *
 * @module
 */
import type { Clock } from '../../kernel/index.ts'
import type { RunStep, RunStepCall } from '../../store/index.ts'
import type { RunEvent, RunUsage } from './run-event.ts'

export interface StepClockParts {
  readonly clock: Pick<Clock, 'wall'>
  /** What the run has used so far. */
  readonly usage: () => RunUsage
  /** Under which the model is known; another may take over within a step. */
  readonly model: () => string
  readonly note: ((step: StepNote) => void) | undefined
}

/** A step as its runner knows it: the calls by the ids that the model gave. */
export type StepNote = Omit<RunStep, 'attempt' | 'position'>

interface OpenStep {
  readonly startedAt: number
  readonly before: RunUsage
  compactedAt?: number
  firstAt?: number
  retries: number
}

const longestError = 500

export class StepClock {
  readonly #parts: StepClockParts
  #open: OpenStep | undefined

  constructor(parts: StepClockParts) {
    this.#parts = parts
  }

  /** The model is asked from now on, if it is not already. */
  begin(): void {
    const { clock, usage } = this.#parts
    this.#open ??= { startedAt: clock.wall(), before: usage(), retries: 0 }
  }

  /** What the run tells while the model answers. */
  heard({ type }: RunEvent): void {
    const open = this.#open
    if (!open) return
    const now = this.#parts.clock.wall()
    if (type === 'text' || type === 'reasoning') open.firstAt ??= now
    else if (type === 'compacted') open.compactedAt = now
    else if (type === 'retry') {
      open.retries++
      delete open.firstAt
    }
  }

  /** The answer is there, or there will be none. Nothing happens if the model was not asked. */
  end(
    end: RunStep['end'],
    { calls = [], error }: { calls?: readonly RunStepCall[]; error?: string } = {},
  ): void {
    const open = this.#open
    if (!open) return
    this.#open = undefined
    const { clock, usage, model, note } = this.#parts
    const [{ before }, after] = [open, usage()]
    note?.({
      number: before.steps + 1,
      model: model(),
      startedAt: open.startedAt,
      ...(open.compactedAt !== undefined && { compactedAt: open.compactedAt }),
      ...(open.firstAt !== undefined && { firstAt: open.firstAt }),
      endedAt: clock.wall(),
      end,
      retries: open.retries,
      ...(error !== undefined && { error: error.slice(0, longestError) }),
      inputTokens: after.inputTokens - before.inputTokens,
      outputTokens: after.outputTokens - before.outputTokens,
      ...used('cachedTokens', before, after),
      ...used('reasoningTokens', before, after),
      ...used('cost', before, after),
      calls: calls.map(({ id, tool }) => ({ id, tool })),
    })
  }
}

function used(kind: 'cachedTokens' | 'reasoningTokens' | 'cost', before: RunUsage, after: RunUsage) {
  const now = after[kind]
  return now === undefined ? {} : { [kind]: now - (before[kind] ?? 0) }
}
