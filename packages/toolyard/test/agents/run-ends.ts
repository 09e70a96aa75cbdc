/** How runs end, and where one stands that is taken up. */
import assert from 'node:assert/strict'
import type { LastRunEvent, RunEvent } from '../../src/agents/index.ts'
import type { ThreadMessage } from '../../src/store/index.ts'

export function lastOf(events: readonly RunEvent[]): LastRunEvent {
  const last = events.at(-1)
  assert.ok(last?.type === 'done' || last?.type === 'error')
  return last
}

/** A history in which the run has taken one step. */
export function takenStep(result: string): readonly ThreadMessage[] {
  const own = { runId: 'run_1', at: 1 }
  const call = { callId: 'c1', tool: 'look' }
  const content = [{ type: 'text' as const, text: result }]
  return [
    { ...own, id: 'm1', role: 'assistant', parts: [{ type: 'tool_call', ...call, input: {} }] },
    { ...own, id: 'm2', role: 'tool', parts: [{ type: 'tool_result', ...call, status: 'ok', content }] },
  ]
}
