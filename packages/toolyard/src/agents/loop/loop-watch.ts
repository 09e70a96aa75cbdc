/**
 * Notices a model that goes round in circles: the same calls with the same results, one step or several after each other, again and
 * again. It is told once; if it goes on, its run ends.
 *
 * @module
 */
import { type ToolResult, textOf } from '../../define/index.ts'
import { canonicalJson, sha256 } from '../../kernel/index.ts'
import { withoutRepeatNote } from '../../pipeline/index.ts'
import type { RunCall } from '../run/runner.ts'

/** So often in a row. */
const rounds = 5
/** Steps of one round at the most. */
const longestRound = 4

/** `told`: this is the moment to tell the model. */
export type LoopSign = 'none' | 'told' | 'loop'

export class LoopWatch {
  readonly #steps: string[] = []
  #isTold = false

  note(calls: readonly RunCall[], results: ReadonlyMap<string, ToolResult>): LoopSign {
    this.#steps.push(signOf(calls, results))
    if (this.#steps.length > rounds * longestRound) this.#steps.shift()
    if (!this.#isCircle()) return 'none'
    this.#steps.length = 0
    if (this.#isTold) return 'loop'
    this.#isTold = true
    return 'told'
  }

  #isCircle(): boolean {
    const steps = this.#steps
    for (let length = 1; length <= longestRound; length++) {
      const from = steps.length - rounds * length
      if (from < 0) return false
      const last = steps.slice(from)
      if (last.every((step, index) => step === last[index % length])) return true
    }
    return false
  }
}

export const loopWarning =
  'You have made the same calls with the same results several times. Do something else, or say what keeps you from finishing.'

/** What was called and what came of it, without ids. */
function signOf(calls: readonly RunCall[], results: ReadonlyMap<string, ToolResult>): string {
  const parts = calls.map(({ callId, tool, input }) => {
    const result = results.get(callId)
    return [tool, input ?? null, result?.status ?? '', result ? withoutRepeatNote(textOf(result)) : '']
  })
  return sha256(canonicalJson(parts))
}
