/**
 * A plan with the way that calls of its tool take.
 *
 * @module
 */
import type { Part } from './invocation.ts'
import type { Plan } from './plan.ts'

export interface RunnablePlan extends Plan {
  /** From validation to the tool itself, without what this tool does not need. */
  readonly parts: readonly Part[]
  /** What comes after, by how it ended. */
  readonly after: {
    readonly ok: readonly Part[]
    readonly failed: readonly Part[]
    readonly skipped: readonly Part[]
  }
}
