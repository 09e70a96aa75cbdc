/**
 * The port to those who watch runs and the answers of their models from outside, for traces and figures.
 *
 * @module
 */
import type { RunRecord } from '../../store/index.ts'
import type { ModelAnswer, ModelRequest, ModelUsage } from '../models/model.ts'
import type { RunEvent } from './run-event.ts'

export interface RunObserver {
  /** Where a run that begins now stands in a trace: below the call that starts it, or what is active. */
  place?(callId: string | undefined): string | undefined
  /** A run goes on in this process: from its start, or from where another process left it. */
  begin?(run: ObservedRun): RunWatch
  /** A model is asked. */
  ask?(asked: AskedModel): AnswerWatch
}

export interface ObservedRun {
  readonly record: RunRecord
  readonly agentId: string
  /** Where it stands; once another process has begun it, the place of that one. */
  readonly trace: string | undefined
}

export interface RunWatch {
  /** Its own place, for those who take it up. */
  readonly trace?: string | undefined
  note(event: RunEvent): void
  /** As it ended here; a run that is still open goes on elsewhere. */
  end(run: RunRecord): void
}

export interface AskedModel {
  readonly runId: string | undefined
  /** As the configuration names it. */
  readonly model: string
  /** Undefined if only the answer is known. */
  readonly request?: ModelRequest | undefined
  /** In wall time, if that was before. */
  readonly startedAt?: number | undefined
}

/** How a question was answered. */
export interface Answered {
  readonly usage?: ModelUsage | undefined
  readonly reason?: ModelAnswer['reason'] | undefined
  readonly parts?: ModelAnswer['parts'] | undefined
  /** The code of what went wrong. */
  readonly error?: string | undefined
  readonly message?: string | undefined
}

export interface AnswerWatch {
  /** Does a piece of the asking where others that trace find it. */
  readonly within?: (<T>(work: () => T) => T) | undefined
  end(answered: Answered): void
}
