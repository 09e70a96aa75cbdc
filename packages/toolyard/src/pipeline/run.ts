/**
 * What the functions of one pipeline hand each other beside the call itself.
 *
 * @module
 */
import type { ToolResult } from '../define/index.ts'
import type { SubCall } from './call-context.ts'
import type { Core } from './core.ts'
import type { Invocation, StopReason } from './invocation.ts'
import type { Plans } from './plans.ts'
import type { Watchdog } from './watchdog.ts'

export interface Run {
  readonly core: Core
  readonly plans: Plans
  readonly watchdog: Watchdog
  readonly subCall: SubCall
  /** Takes a call on that was stopped while it waited. */
  readonly interrupt: (invocation: Invocation, reason: StopReason) => void
  /** Told when a call has ended, whichever way. */
  readonly ended: (invocation: Invocation, result: ToolResult) => void
}
