/**
 * What a run with the SDK has used: its steps as they are told, answers that broke off, and what the program asks for by itself.
 *
 * @module
 */
import type { ModelPrice, ModelUsage } from '../models/index.ts'
import type { UsageMeter } from '../loop/usage-meter.ts'
import type { ModelTotals } from './sdk.ts'

const nothing = { input: 0, output: 0 }

export class ClaudeUsage {
  readonly meter: UsageMeter
  readonly #prices: Readonly<Record<string, ModelPrice>>
  /** Of what the program counts too. */
  readonly #told = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0 }

  constructor(meter: UsageMeter, prices: Readonly<Record<string, ModelPrice>>) {
    this.meter = meter
    this.#prices = prices
  }

  step(usage: ModelUsage): void {
    this.#note(usage)
    this.meter.add(usage, nothing)
  }

  /** Of an answer that broke off. */
  broken(usage: ModelUsage | undefined): void {
    if (usage) this.meter.addAside(usage, nothing)
  }

  /** What it costs from here on; the service may name a model otherwise than we do. */
  answersAs(model: string | undefined): void {
    const price = this.#prices[`anthropic/${model}`]
    if (price) this.meter.reprice(price)
  }

  /** What the program has used in all: the rest was no step, such as a summary. */
  totals(models: Readonly<Record<string, ModelTotals>> = {}): void {
    const sum = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0 }
    for (const totals of Object.values(models)) {
      const { inputTokens = 0, outputTokens = 0 } = totals
      const { cacheReadInputTokens = 0, cacheCreationInputTokens = 0 } = totals
      sum.inputTokens += inputTokens + cacheReadInputTokens + cacheCreationInputTokens
      sum.outputTokens += outputTokens
      sum.cachedTokens += cacheReadInputTokens
      sum.cacheWriteTokens += cacheCreationInputTokens
    }
    const left = (kind: keyof typeof sum): number => Math.max(0, sum[kind] - this.#told[kind])
    const rest = {
      inputTokens: left('inputTokens'),
      outputTokens: left('outputTokens'),
      cachedTokens: left('cachedTokens'),
      ...(left('cacheWriteTokens') > 0 && { cacheWriteTokens: left('cacheWriteTokens') }),
    }
    if (rest.inputTokens + rest.outputTokens === 0) return
    this.#note(rest)
    this.meter.addAside(rest, nothing)
  }

  #note({ inputTokens = 0, outputTokens = 0, cachedTokens = 0, cacheWriteTokens = 0 }: ModelUsage): void {
    this.#told.inputTokens += inputTokens
    this.#told.outputTokens += outputTokens
    this.#told.cachedTokens += cachedTokens
    this.#told.cacheWriteTokens += cacheWriteTokens
  }
}
