/**
 * One message of a try and what came of it, made from the events of its run.
 *
 * @module
 */
import type { Fault, RunEvent, RunUsage, ToolResult } from '../../api/types.ts'

export type TryItem =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'call'
      readonly callId: string
      readonly tool: string
      readonly input: unknown
      readonly result?: ToolResult
    }

export interface TryTurn {
  readonly runId: string
  readonly prompt: string
  readonly items: readonly TryItem[]
  readonly status: 'running' | 'done' | 'stopped' | 'failed'
  readonly fault?: Fault
  readonly usage?: RunUsage
}

export function withRunEvent(turn: TryTurn, event: RunEvent): TryTurn {
  if (event.type === 'text') {
    const last = turn.items.at(-1)
    const items =
      last?.kind === 'text'
        ? [...turn.items.slice(0, -1), { ...last, text: last.text + event.delta }]
        : [...turn.items, { kind: 'text' as const, text: event.delta }]
    return { ...turn, items }
  }
  if (event.type === 'tool_call') {
    const { callId, tool, input } = event
    const isKnown = turn.items.some((item) => item.kind === 'call' && item.callId === callId)
    return isKnown ? turn : { ...turn, items: [...turn.items, { kind: 'call', callId, tool, input }] }
  }
  if (event.type === 'tool_result')
    return {
      ...turn,
      items: turn.items.map((item) =>
        item.kind === 'call' && item.callId === event.callId ? { ...item, result: event.result } : item,
      ),
    }
  if (event.type === 'error') return { ...turn, status: 'failed', fault: event.error, usage: event.usage }
  if (event.type === 'done')
    return { ...turn, status: event.reason === 'stopped' ? 'stopped' : 'done', usage: event.usage }
  return turn
}
