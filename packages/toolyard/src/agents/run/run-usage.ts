/**
 * What a run has used, as its record keeps it and as it is told.
 *
 * @module
 */
import type { RunRecord } from '../../store/index.ts'
import type { RunUsage } from './run-event.ts'

export function usageOf(run: RunRecord): RunUsage {
  const { steps, inputTokens, outputTokens, cachedTokens, cacheWriteTokens, reasoningTokens, cost } = run
  return {
    steps,
    inputTokens,
    outputTokens,
    ...(cachedTokens !== undefined && { cachedTokens }),
    ...(cacheWriteTokens !== undefined && { cacheWriteTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...(cost !== undefined && { cost }),
  }
}
