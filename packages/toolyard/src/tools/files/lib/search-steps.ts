/**
 * How much a search may compare, so that no text can keep everything else waiting.
 *
 * @module
 */
import { ToolyardError } from '../../../kernel/index.ts'

export interface SearchSteps {
  /** Throws when there were too many. */
  take(): void
}

/** About a second's work. */
const mostSteps = 5_000_000

export function createSearchSteps(): SearchSteps {
  let left = mostSteps
  return {
    take() {
      if (left-- > 0) return
      throw new ToolyardError('no_match', 'the file repeats itself too often to find so long a text in it', {
        hint: 'Send fewer lines, with one that is there only once.',
      })
    },
  }
}
