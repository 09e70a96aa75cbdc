/**
 * The steps of a run: each time its model was asked, when that was, what it used, and which calls it wanted. Written with what was said
 * in the step, so that a step costs no write of its own.
 *
 * @module
 */

/**
 * `answered`: whole. `cut_off`: the answer reached the longest that the service gives. `refused`: the model, or its service, would not
 * answer. `interrupted`: somebody said something meanwhile. `failed`: the service gave no answer.
 */
export type RunStepEnd = 'answered' | 'cut_off' | 'refused' | 'interrupted' | 'stopped' | 'failed'

export interface RunStep {
  /** Of the run, from 1. A step that came to nothing and the one that was made instead have the same number. */
  readonly number: number
  /** Which of the processes that have had the run took it. */
  readonly attempt: number
  /** As the configuration names it. */
  readonly model?: string | undefined
  readonly startedAt: number
  /** The conversation was made smaller first: until then. */
  readonly compactedAt?: number | undefined
  /** When the first of its words came; absent if it came whole, or had none. */
  readonly firstAt?: number | undefined
  readonly endedAt: number
  readonly end: RunStepEnd
  /** How often the service was asked again. */
  readonly retries: number
  /** Why it failed. */
  readonly error?: string | undefined
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedTokens?: number | undefined
  readonly reasoningTokens?: number | undefined
  readonly cost?: number | undefined
  /** What the answer wants to be called, under the ids of the journal. */
  readonly calls: readonly RunStepCall[]
  /** Its place among all steps; given by the store. */
  readonly position?: number | undefined
}

export interface RunStepCall {
  readonly id: string
  readonly tool: string
}
