/**
 * What the loop is made of, and what one run of it has at hand.
 *
 * @module
 */
import type { ToolManifest } from '../../define/index.ts'
import type { DialectOptions } from '../../dialects/index.ts'
import type { Clock, ErrorCode, Ids } from '../../kernel/index.ts'
import type { Model, ModelOptions, Models } from '../models/index.ts'
import type { RunRequest } from '../run/runner.ts'
import type { StepClock } from '../run/step-clock.ts'
import type { ContextView } from './context/context-view.ts'
import type { StepRules } from './step-rules.ts'
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
  /** After which errors it is asked again; after all that may pass if it is absent. */
  readonly errors?: readonly ErrorCode[] | undefined
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
  /** Another one if its service failed and the agent names one to go on with. */
  model: Model
  readonly options: ModelOptions
  /** In the form that the model takes. */
  tools: ToolBox
  /** The tools of the present step. */
  manifests: readonly ToolManifest[]
  /** Goes on with the next model that the agent names; its name, if there is one. */
  readonly nextModel: () => Promise<string | undefined>
  readonly view: ContextView
  readonly usage: UsageMeter
  /** When its steps were taken. */
  readonly steps: StepClock
  /** What the model was already asked to put right. */
  readonly repaired: Set<'output'>
  /** What the run is to call, and when it is over. */
  readonly rules: StepRules
}
