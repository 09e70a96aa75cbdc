/**
 * What was asked for, as data: made once, checked again before it runs.
 *
 * @module
 */
import type { ToolResult, ToolStatus } from '../../define/index.ts'
import { digestOf, type ErrorCode, faultText, messageOf, ToolyardError } from '../../kernel/index.ts'
import type { CallTerms } from '../../pipeline/index.ts'
import type { RequestedCall } from '../../store/index.ts'
import type { BackgroundTerms } from './background-calls.ts'

/** Terms as they are kept: those of the call, and the token that it came with. */
export type KeptTerms = CallTerms & Pick<BackgroundTerms, 'tokenId' | 'isAnswered'>

type Asked = Pick<RequestedCall, 'id' | 'workspace' | 'queue' | 'tool' | 'input' | 'terms'>

/** Of everything that decides what runs, where, and as whom. */
export function digestOfCall({ id, workspace, queue, tool, input, terms }: Asked): string {
  return digestOf({ id, workspace, queue, tool, input, terms })
}

export function keptTerms(given: BackgroundTerms): KeptTerms {
  const {
    threadId,
    agent,
    principal,
    origin,
    timeoutMs,
    provided,
    fingerprint,
    agreed,
    run,
    isOffer,
    mode,
    tokenId,
    isAnswered,
  } = given
  const call = { threadId, agent, principal, origin, timeoutMs, provided, fingerprint, agreed, run, isOffer }
  return { ...call, mode, tokenId, isAnswered }
}

/** A copy as the store gives it back. Throws `invalid_arguments` or `too_large`. */
export function asJson(what: string, value: unknown, maxBytes: number): unknown {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (cause) {
    throw new ToolyardError('invalid_arguments', `${what} can't be written as JSON: ${messageOf(cause)}`, {
      hint: 'A call in the background is written down before it is made. Give plain data, or make it in the foreground.',
      cause,
    })
  }
  if (text === undefined) return undefined
  if (text.length > maxBytes)
    throw new ToolyardError(
      'too_large',
      `${what} has ${text.length} characters; at most ${maxBytes} are kept`,
      {
        hint: 'Send less, or put it in a file and name the file.',
      },
    )
  return JSON.parse(text)
}

/** A result that no tool gave. */
export function faultOf(
  { id, tool }: Pick<RequestedCall, 'id' | 'tool'>,
  status: ToolStatus,
  say: { readonly code: ErrorCode; readonly message: string; readonly hint?: string },
): ToolResult {
  const error = { ...say, retryable: false }
  const content = [{ type: 'text' as const, text: faultText(error) }]
  return { callId: id, tool, status, content, error, durationMs: 0 }
}

export function cancelledResult(call: Pick<RequestedCall, 'id' | 'tool'>, reason: string): ToolResult {
  const message = `"${call.tool}" was cancelled before it ran: ${reason}`
  return faultOf(call, 'cancelled', { code: 'cancelled', message })
}
