/**
 * A history in which every call has its result, in the message right after it.
 *
 * A process that ends in the middle of a step leaves calls without results, and what arrives meanwhile may stand between
 * the two; services refuse both. Messages that are right stay the same objects.
 *
 * @module
 */
import type { MessagePart, ThreadMessage } from '../../../store/index.ts'
import type { ToolResultPart } from '../../models/model.ts'

type CallPart = Extract<MessagePart, { type: 'tool_call' }>

/** A message with calls whose results are still looked for. */
interface OpenCalls {
  readonly message: ThreadMessage
  readonly calls: readonly CallPart[]
  readonly results: Map<string, ToolResultPart>
  /** The message in which all of them stand, if it is one. */
  source: ThreadMessage | undefined
  /** What was said between the calls and their results. */
  readonly between: ThreadMessage[]
}

export function repairHistory(history: readonly ThreadMessage[]): ThreadMessage[] {
  const repaired: ThreadMessage[] = []
  let open: OpenCalls | undefined
  const close = (): void => {
    if (open) repaired.push(resultsOf(open), ...open.between)
    open = undefined
  }
  for (const message of history) {
    if (message.role === 'tool') {
      if (open && takeResults(open, message)) close()
    } else if (message.role === 'user' && open) open.between.push(message)
    else {
      close()
      repaired.push(message)
      open = message.role === 'assistant' ? openOf(message) : undefined
    }
  }
  close()
  return repaired
}

function openOf(message: ThreadMessage): OpenCalls | undefined {
  const calls = message.parts.filter((part) => part.type === 'tool_call')
  if (calls.length === 0) return undefined
  return { message, calls, results: new Map(), source: undefined, between: [] }
}

/** Whether every call has its result now. Results that belong to no call are left out. */
function takeResults(open: OpenCalls, message: ThreadMessage): boolean {
  for (const part of message.parts) {
    if (part.type !== 'tool_result' || open.results.has(part.callId)) continue
    if (open.calls.some(({ callId }) => callId === part.callId)) open.results.set(part.callId, part)
  }
  const isWhole =
    message.parts.length === open.calls.length &&
    open.calls.every(({ callId }, index) => message.parts[index] === open.results.get(callId))
  if (isWhole) open.source = message
  return open.calls.every(({ callId }) => open.results.has(callId))
}

function resultsOf({ message, calls, results, source }: OpenCalls): ThreadMessage {
  if (source) return source
  return {
    id: `${message.id}-results`,
    role: 'tool',
    parts: calls.map((call) => results.get(call.callId) ?? lostResult(call)),
    at: message.at,
  }
}

function lostResult({ callId, tool }: CallPart): ToolResultPart {
  const text =
    'unknown: the run ended before the result of this call was written down.\nIt may have had its effect: look before you repeat it.'
  return { type: 'tool_result', callId, tool, status: 'unknown', content: [{ type: 'text', text }] }
}
