/**
 * Takes a call on without the answer that it waits for: it was stopped, or a hook has had its time.
 *
 * @module
 */
import type { PipelineParts } from './core.ts'
import type { Invocation, StopReason } from './invocation.ts'
import type { Outcome } from './outcome.ts'
import { keepLocks, stopOutcome } from './steps/execute.ts'
import { conclude, takeOn } from './walk.ts'

/** The call was stopped while it waited for a hook or its tool: it goes on without them. */
export function interruptCall(parts: PipelineParts, invocation: Invocation, reason: StopReason): void {
  if (invocation.outcome !== undefined) return
  invocation.leave = { era: invocation.era, release: keepLocks(parts.core, invocation) }
  takeOver(parts, invocation, stopOutcome(invocation, reason))
}

/** A hook has had its time: the call goes on as if it had failed. */
export function overdueCall(parts: PipelineParts, invocation: Invocation): void {
  const { waiting } = invocation
  if (!waiting?.failed) return
  const late = new Error(`it took longer than ${String(waiting.timeoutMs)} ms`)
  takeOver(parts, invocation, waiting.failed(invocation, late))
}

function takeOver(parts: PipelineParts, invocation: Invocation, outcome: Outcome | undefined): void {
  invocation.era++
  invocation.ears = undefined
  invocation.waiting = undefined
  invocation.clockedAt = parts.core.clock.now()
  if (outcome !== undefined) conclude(invocation, outcome)
  takeOn(parts, invocation)
}
