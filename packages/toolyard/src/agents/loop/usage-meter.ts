/**
 * What a run has used, and whether that is all it may.
 *
 * @module
 */
import type { ModelPrice, ModelUsage } from '../models/index.ts'
import type { RunEnd, RunUsage } from '../run/run-event.ts'
import type { RunLimits } from '../run/runner.ts'

const million = 1_000_000

export class UsageMeter {
  readonly #price: ModelPrice | undefined
  #steps = 0
  #input = 0
  #output = 0
  #cost = 0

  constructor(price: ModelPrice | undefined) {
    this.#price = price
  }

  /** One step more; `estimated` stands in for what the service did not count. */
  add(usage: ModelUsage, estimated: { readonly input: number; readonly output: number }): void {
    const input = usage.inputTokens ?? estimated.input
    const output = usage.outputTokens ?? estimated.output
    const cached = Math.min(usage.cachedTokens ?? 0, input)
    this.#steps++
    this.#input += input
    this.#output += output
    const { input: dear = 0, output: written = 0, cachedInput = dear } = this.#price ?? {}
    this.#cost += ((input - cached) * dear + cached * cachedInput + output * written) / million
  }

  get usage(): RunUsage {
    return {
      steps: this.#steps,
      inputTokens: this.#input,
      outputTokens: this.#output,
      ...(this.#price && { cost: this.#cost }),
    }
  }

  /** Which limit is reached, so that no further step may begin. */
  reached({ maxSteps, maxTokens, maxCost }: RunLimits): RunEnd | undefined {
    if (this.#steps >= maxSteps) return 'max_steps'
    if (maxTokens !== undefined && this.#input + this.#output >= maxTokens) return 'token_budget'
    return maxCost !== undefined && this.#cost >= maxCost ? 'cost_budget' : undefined
  }
}
