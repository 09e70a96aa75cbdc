/**
 * The calls of one answer as a batch through `RunTools`, with their events as they come and exactly one result each.
 *
 * If the run is stopped it does not wait long: what has not answered by then is `cancelled`.
 *
 * @module
 */
import type { ToolEvent, ToolFault, ToolResult } from '../../define/index.ts'
import { faultText, messageOf, pause } from '../../kernel/index.ts'
import type { RunEvent } from '../run/run-event.ts'
import { createEventQueue } from './event-queue.ts'
import type { LoopRun } from './loop-parts.ts'
import type { WantedCall } from './read-calls.ts'

/** How long calls may take to end once the run is stopped. */
const graceMs = 2000

export async function* callTools(
  run: LoopRun,
  calls: readonly WantedCall[],
  results: Map<string, ToolResult>,
): AsyncGenerator<RunEvent, void, undefined> {
  for (const { callId, tool, input } of calls) yield { type: 'tool_call', callId, tool, input }
  const queue = createEventQueue()
  const settle = (callId: string, result: ToolResult): void => {
    if (results.has(callId)) return
    results.set(callId, result)
    queue.push({ type: 'tool_result', callId, result })
  }
  for (const call of calls)
    if (call.refusal !== undefined) settle(call.callId, faultResult(call, call.refusal))
  const runnable = calls.filter(({ refusal }) => refusal === undefined)
  const tell = (callId: string, event: ToolEvent): void => {
    if (event.type === 'result') settle(callId, event.result)
    else if (!results.has(callId)) queue.push({ type: 'tool_event', callId, event })
  }
  void runBatch(run, runnable, tell).then((answers) => {
    for (const [index, call] of runnable.entries()) settle(call.callId, answers[index] ?? stoppedResult(call))
    queue.end()
  })
  for (let event = queue.take() ?? (await queue.next()); event; event = queue.take() ?? (await queue.next()))
    yield event
}

/** Of a call that has no result because the run was stopped. */
export function stoppedResult(call: WantedCall): ToolResult {
  return faultResult(call, {
    code: 'cancelled',
    message: 'the run was stopped before this call answered.',
    hint: 'It may have had its effect: look before you repeat it.',
    retryable: false,
  })
}

/** Never rejects; no results if the run was stopped and they did not come in time. */
async function runBatch(
  { request, parts: { clock } }: LoopRun,
  calls: readonly WantedCall[],
  tell: (callId: string, event: ToolEvent) => void,
): Promise<readonly ToolResult[]> {
  if (calls.length === 0 || request.signal.aborted) return []
  const { signal } = request
  const given = Promise.withResolvers<readonly ToolResult[]>()
  // Made only if the run is stopped: ending one makes an error, and every step would pay for it.
  let over: AbortController | undefined
  const giveUp = (): void => {
    over = new AbortController()
    void pause(graceMs, { clock, signal: over.signal }).then(
      () => given.resolve([]),
      () => {},
    )
  }
  signal.addEventListener('abort', giveUp, { once: true })
  const plain = calls.map(({ callId, tool, input }) => ({ callId, tool, input }))
  request.tools.call(plain, tell).then(given.resolve, (error: unknown) => {
    const fault = { code: 'internal', message: messageOf(error), retryable: false } as const
    given.resolve(calls.map((call) => faultResult(call, fault)))
  })
  try {
    return await given.promise
  } finally {
    signal.removeEventListener('abort', giveUp)
    over?.abort()
  }
}

export function faultResult(
  { callId, tool }: Pick<WantedCall, 'callId' | 'tool'>,
  error: ToolFault,
): ToolResult {
  const status = error.code === 'cancelled' ? 'cancelled' : 'error'
  return { callId, tool, status, content: [{ type: 'text', text: faultText(error) }], error, durationMs: 0 }
}
