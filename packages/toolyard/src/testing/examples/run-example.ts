/**
 * Runs an example: through the same pipeline as every call, under the same policy, and compares what came.
 *
 * A call about which a person would be asked is not made: its arguments are checked alone.
 *
 * @module
 */
import { isDeepStrictEqual } from 'node:util'
import type { ToolExample, ToolFault } from '../../define/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { plain } from './example-of.ts'

export interface ExampleRun {
  /** `asks`: not run, because a person would be asked first. */
  readonly verdict: 'passed' | 'failed' | 'asks'
  /** How the call ended, if it was not ok. */
  readonly error?: ToolFault | undefined
  /** What it answered, if that is compared. */
  readonly actual?: unknown
  readonly callId?: string | undefined
  readonly durationMs: number
}

export interface ExampleTurn {
  readonly tool: string
  readonly example: ToolExample
  readonly principal: string
  /** A conversation of its own, which ends with it. */
  readonly threadId: string
  readonly signal?: AbortSignal | undefined
}

export async function runExample(yard: ToolService, turn: ExampleTurn): Promise<ExampleRun> {
  const { tool, example, principal, threadId, signal } = turn
  const { input, output } = example
  const terms = { origin: 'check', principal, threadId, signal }
  const explained = await yard.explain(tool, input)
  if ('considered' in explained && explained.decision.effect === 'ask')
    return { verdict: 'asks', durationMs: 0 }
  const { status, error, data, callId, durationMs } = await yard.call(tool, input, terms)
  await yard.threads.cleanupContext(threadId)
  const facts = { callId, durationMs }
  if (status !== 'ok') {
    const fault = error ?? ({ code: 'tool_failed', message: status, retryable: false } as const)
    return { ...facts, verdict: 'failed', error: fault }
  }
  if (output === undefined) return { ...facts, verdict: 'passed' }
  const actual = plain(data)
  return { ...facts, verdict: isDeepStrictEqual(actual, plain(output)) ? 'passed' : 'failed', actual }
}
