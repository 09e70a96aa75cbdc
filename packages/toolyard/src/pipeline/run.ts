/**
 * What the functions of one pipeline hand each other beside the call itself.
 *
 * @module
 */
import type { ToolResult } from '../define/index.ts'
import type { SubCall } from './call-context.ts'
import type { Core } from './core.ts'
import type { Invocation } from './invocation.ts'
import type { Outcome } from './outcome.ts'
import type { Plans } from './plans.ts'

/** At once where nobody has to be waited for. */
export type Answer = ToolResult | Promise<ToolResult>

export interface Run {
  readonly core: Core
  readonly plans: Plans
  readonly subCall: SubCall
  /** Told when a call has ended, whichever way. */
  readonly ended: (invocation: Invocation) => void
  /** Steps 8 to 10: turns an outcome into the call's result. Never throws. */
  readonly conclude: (run: Run, invocation: Invocation, outcome: Outcome) => Answer
}
