/**
 * Whether the model may be asked once more: the limits of the run, and what it shares with the runs around it.
 *
 * @module
 */
import type { ThreadMessage } from '../../store/index.ts'
import { tokensOfMessage, tokensOfText } from '../loop/context/estimate.ts'
import type { ModelUsage } from '../models/index.ts'
import type { RunEnd } from '../run/run-event.ts'
import type { RunRequest } from '../run/runner.ts'
import type { ClaudeUsage } from './claude-usage.ts'

export class StepBudget {
  readonly #request: RunRequest
  readonly #usage: ClaudeUsage
  /** Estimated, of the next question. */
  #tokens: number

  /** `tools`: tokens that the list of tools takes. */
  constructor(request: RunRequest, usage: ClaudeUsage, tools: number) {
    this.#request = request
    this.#usage = usage
    const fixed = tokensOfText(request.agent.prompt) + tools
    this.#tokens = request.history.reduce((sum, message) => sum + tokensOfMessage(message), fixed)
  }

  /** What the service counted of the last question and its answer stands in the next one. */
  counted({ inputTokens = 0, outputTokens = 0 }: ModelUsage): void {
    this.#tokens = inputTokens + outputTokens
  }

  added(message: Pick<ThreadMessage, 'role' | 'parts'>): void {
    this.#tokens += tokensOfMessage({ ...message, id: '', at: 0 })
  }

  /** Which limit keeps the model from being asked; none if what it will use is reserved now. */
  over(): RunEnd | undefined {
    const { signal, limits } = this.#request
    const { meter } = this.#usage
    if (signal.aborted) return 'stopped'
    const use = { tokens: this.#tokens, cost: meter.costOf({ inputTokens: this.#tokens }) }
    return meter.reached(limits) ?? this.#request.reserve?.(use)
  }
}
