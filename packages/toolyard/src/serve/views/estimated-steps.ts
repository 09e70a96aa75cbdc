/**
 * The steps of a run of which none were written down: of runs of older versions, and of runners that do not tell. An answer is taken to
 * have begun when the message before it was there.
 *
 * @module
 */
import type { RunRecord, RunStep, ThreadMessage } from '../../store/index.ts'

export function estimatedSteps(run: RunRecord, messages: readonly ThreadMessage[]): readonly RunStep[] {
  const steps: RunStep[] = []
  let before = run.startedAt
  for (const { role, runId, at, parts } of messages) {
    if (runId !== run.id) continue
    if (role === 'assistant')
      steps.push({
        number: steps.length + 1,
        attempt: 1,
        model: run.model,
        startedAt: Math.min(before, at),
        endedAt: at,
        end: 'answered',
        retries: 0,
        inputTokens: 0,
        outputTokens: 0,
        calls: parts.flatMap((part) =>
          part.type === 'tool_call' ? [{ id: `${run.id}.${part.callId}`, tool: part.tool }] : [],
        ),
        position: steps.length + 1,
      })
    before = at
  }
  return steps
}
