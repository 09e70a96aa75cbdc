/**
 * What the loop is made of, and what one run of it has at hand.
 *
 * @module
 */
import type { DialectOptions } from '../../dialects/index.ts'
import type { Clock, Ids } from '../../kernel/index.ts'
import type { Model, ModelOptions, Models } from '../models/index.ts'
import type { RunRequest } from '../run/runner.ts'
import type { ContextView } from './context/context-view.ts'
import type { ToolBox } from './tool-box.ts'
import type { UsageMeter } from './usage-meter.ts'

export interface LoopParts {
  readonly models: Models
  readonly clock: Clock
  readonly ids: Ids
  /** From 0 up to 1; for the jitter of retries. */
  readonly random?: (() => number) | undefined
  readonly retry?: Partial<RetrySettings> | undefined
  /** Whether models are asked why they call; `optional` by default. */
  readonly explanation?: DialectOptions['explanation'] | undefined
}

export interface RetrySettings {
  /** How often a step is tried in all. */
  readonly attempts: number
  /** The first wait; each one after it is twice as long. */
  readonly firstMs: number
  /** The longest wait; a service that wants a longer one ends the run. */
  readonly longestMs: number
  /** A service that says nothing for so long has failed. */
  readonly silenceMs: number
}

/** One run, once its model is open. */
export interface LoopRun {
  readonly parts: {
    readonly clock: Clock
    readonly ids: Ids
    readonly random: () => number
    readonly retry: RetrySettings
  }
  readonly request: RunRequest
  readonly model: Model
  readonly options: ModelOptions
  readonly tools: ToolBox
  readonly view: ContextView
  readonly usage: UsageMeter
}
