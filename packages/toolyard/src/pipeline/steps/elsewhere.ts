/**
 * Calls of a tool that runs in another process: handed over whole. Arguments, policy, approvals, hooks and the journal are the work
 * of the process that runs them; here the call only waits, and relays what is told.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { CallElsewhere } from '../core.ts'
import type { Invocation, Stage } from '../invocation.ts'
import { answered, fromThrown } from '../outcome.ts'
import type { ToolResult } from '../../define/index.ts'

export function elsewhereStage(make: CallElsewhere): Stage {
  return {
    async run(invocation) {
      // The journal's row is written where it runs.
      invocation.isAnothers = true
      invocation.input = invocation.raw
      const { signal } = invocation
      return make(invocation.ticket, { ...invocation.companion, signal })
    },
    read(invocation, result) {
      invocation.ran = true
      invocation.outcome = answered(undefined)
      invocation.result = result as ToolResult
      invocation.stages = []
      return undefined
    },
    failed(invocation, error) {
      if (!isKnown(error)) clear(invocation)
      return fromThrown(error, invocation.name)
    },
  }
}

/** It was not handed over, so it is written down here. */
function clear(invocation: Invocation): void {
  invocation.isAnothers = undefined
}

function isKnown(error: unknown): boolean {
  return ToolyardError.isInstance(error) && error.code === 'duplicate_call'
}
