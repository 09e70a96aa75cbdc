/**
 * What a run has used, and whether that is all it may.
 *
 * @module
 */
import type { ModelPrice, ModelUsage } from '../models/index.ts'
import type { RunEnd, RunUsage } from '../run/run-event.ts'
import type { RunLimits } from '../run/runner.ts'

/** Estimated, of one answer. */
interface StepTokens {
  readonly input: number
  readonly output: number
}

const million = 1_000_000
/** Services that charge for what they write down to read again charge a quarter more than for plain input. */
const usualCacheWrite = 1.25
const tokenKinds = [
  'inputTokens',
  'outputTokens',
  'cachedTokens',
  'cacheWriteTokens',
  'reasoningTokens',
] as const
const noUsage: RunUsage = { steps: 0, inputTokens: 0, outputTokens: 0 }

export class UsageMeter {
  #price: ModelPrice | undefined
  #usage: RunUsage

  /** `spent`: what the run had used when it was taken up. */
  constructor(price: ModelPrice | undefined, spent: RunUsage = noUsage) {
    this.#price = price
    this.#usage = price ? { ...spent, cost: spent.cost ?? this.costOf(spent) } : spent
  }

  /** What is used from now on costs so much. */
  reprice(price: ModelPrice | undefined): void {
    this.#price = price
  }

  /** One step more; `estimated` stands in for what the service did not count. */
  add(usage: ModelUsage, estimated: StepTokens): void {
    this.#count(usage, estimated)
    this.#usage = { ...this.#usage, steps: this.#usage.steps + 1 }
  }

  /** An answer that is no step of the run, such as a summary. */
  addAside(usage: ModelUsage, estimated: StepTokens): void {
    this.#count(usage, estimated)
  }

  /** An answer that broke off: the service charges for it, and does not tell how much. */
  addBroken(estimated: StepTokens): void {
    this.#count({}, estimated)
  }

  /** What tokens cost; 0 if the model has no price. */
  costOf({ inputTokens = 0, outputTokens = 0, cachedTokens = 0, cacheWriteTokens = 0 }: ModelUsage): number {
    const {
      input = 0,
      output = 0,
      cachedInput = input,
      cacheWrite = input * usualCacheWrite,
    } = this.#price ?? {}
    const cached = Math.min(cachedTokens, inputTokens)
    const written = Math.min(cacheWriteTokens, inputTokens - cached)
    const plain = inputTokens - cached - written
    return (plain * input + cached * cachedInput + written * cacheWrite + outputTokens * output) / million
  }

  get usage(): RunUsage {
    return this.#usage
  }

  /** Which limit is reached, so that no further step may begin. */
  reached({ maxSteps, maxTokens, maxCost }: RunLimits): RunEnd | undefined {
    const { steps, inputTokens, outputTokens, cost = 0 } = this.#usage
    if (steps >= maxSteps) return 'max_steps'
    if (maxTokens !== undefined && inputTokens + outputTokens >= maxTokens) return 'token_budget'
    return maxCost !== undefined && cost >= maxCost ? 'cost_budget' : undefined
  }

  #count(usage: ModelUsage, estimated: StepTokens): void {
    const before = this.#usage
    const whole = {
      ...usage,
      inputTokens: usage.inputTokens ?? estimated.input,
      outputTokens: usage.outputTokens ?? estimated.output,
    }
    const told = tokenKinds.flatMap((kind) => {
      const [one, other] = [before[kind], whole[kind]]
      return one === undefined && other === undefined ? [] : [[kind, (one ?? 0) + (other ?? 0)] as const]
    })
    this.#usage = {
      ...before,
      ...Object.fromEntries(told),
      ...(this.#price && { cost: (before.cost ?? 0) + this.costOf(whole) }),
    }
  }
}
