/**
 * Where a run that is taken up stands: calls without a result, or an answer after which nothing was left to do.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import { faultText } from '../../kernel/index.ts'
import type { MessagePart, ThreadMessage } from '../../store/index.ts'
import type { RunCall } from './runner.ts'

/** Calls of the run's last answer that have no result yet. */
export function openCalls(history: readonly ThreadMessage[], runId: string): readonly RunCall[] {
  const from = history.findLastIndex((message) => message.role === 'assistant')
  const answer = history[from]
  if (answer?.runId !== runId) return []
  const answered = new Set(
    history
      .slice(from + 1)
      .flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool_result' ? [part.callId] : []))),
  )
  return answer.parts.flatMap((part) =>
    part.type === 'tool_call' && !answered.has(part.callId)
      ? [{ callId: part.callId, tool: part.tool, input: part.input }]
      : [],
  )
}

/** What the run said last, if its model wanted nothing more: only its end was not written. */
export function lastWords(history: readonly ThreadMessage[], runId: string): string | undefined {
  const last = history.at(-1)
  if (last?.role !== 'assistant' || last.runId !== runId) return undefined
  if (last.parts.some(({ type }) => type === 'tool_call')) return undefined
  return last.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
}

export function resultPart(
  { status, content, error, handle }: ToolResult,
  { callId, tool }: Pick<RunCall, 'callId' | 'tool'>,
): MessagePart {
  return {
    type: 'tool_result',
    callId,
    tool,
    status,
    content: content.length > 0 || !error ? content : [{ type: 'text', text: faultText(error) }],
    ...(handle !== undefined && { handle }),
  }
}

/** The messages without results that still wait for something, and what the first of these waits for. */
export function withoutPending(
  messages: readonly ThreadMessage[],
  pending: ReadonlyMap<string, string>,
): { readonly kept: readonly ThreadMessage[]; readonly waitsFor: string | undefined } {
  let waitsFor: string | undefined
  const isOver = (part: MessagePart): boolean => {
    const token =
      part.type === 'tool_result' && part.status === 'pending' ? pending.get(part.callId) : undefined
    waitsFor ??= token
    return token === undefined
  }
  const kept = messages.map((message) => ({ ...message, parts: message.parts.filter(isOver) }))
  return { kept: kept.filter(({ parts }) => parts.length > 0), waitsFor }
}
