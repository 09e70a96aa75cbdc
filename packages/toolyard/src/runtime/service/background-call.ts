/**
 * A call that is made in the background, answered as every call is: with a result, never by throwing.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import { faultText, ToolyardError } from '../../kernel/index.ts'
import type { BackgroundCalls } from '../../parts/index.ts'
import type { CallRequest } from '../../pipeline/index.ts'

/** `pending` with the id of the call; the result itself if the same call has ended already. */
export async function backgroundCall(
  background: BackgroundCalls,
  { tool, input, callId, ...terms }: CallRequest,
): Promise<ToolResult> {
  try {
    const call = await background.start(tool, input, { ...terms, callId })
    if (call.result) return call.result
    const content = [{ type: 'text' as const, text: `"${call.tool}" runs in the background as ${call.id}.` }]
    return {
      callId: call.id,
      tool: call.tool,
      status: 'pending',
      content,
      data: { call: call.id },
      durationMs: 0,
    }
  } catch (thrown) {
    const { code, message, hint, retryable } = ToolyardError.from(thrown, tool)
    const error = { code, message, retryable, ...(hint !== undefined && { hint }) }
    const content = [{ type: 'text' as const, text: faultText(error) }]
    return { callId: callId ?? '', tool, status: 'error', content, error, durationMs: 0 }
  }
}
