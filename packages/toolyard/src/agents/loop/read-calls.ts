/**
 * The calls in an answer, made fit to run and to stand in the history: names and arguments in our form, every id once.
 *
 * @module
 */
import type { ToolFault } from '../../define/index.ts'
import type { Ids } from '../../kernel/index.ts'
import type { MessagePart } from '../../store/index.ts'
import type { RunCall } from '../run/runner.ts'
import type { TurnTools } from './tool-box.ts'

export interface WantedCall extends RunCall {
  /** Why it is not run. */
  readonly refusal?: ToolFault | undefined
}

export interface ReadAnswer {
  readonly parts: readonly MessagePart[]
  readonly calls: readonly WantedCall[]
}

/** What every service takes as the id of a call. */
export const goodId = /^[\w-]{1,64}$/

/** `used`: ids of the run and its history, to which the new ones are added. Some services count from 0 in every answer. */
export function readAnswer(
  parts: readonly MessagePart[],
  turn: TurnTools,
  { used, ids }: { used: Set<string>; ids: Ids },
): ReadAnswer {
  const calls: WantedCall[] = []
  const given = new Set<string>()
  const read = parts.map((part) => {
    if (part.type !== 'tool_call') return part
    const isRepeated = part.callId !== '' && given.has(part.callId)
    given.add(part.callId)
    const callId = goodId.test(part.callId) && !used.has(part.callId) ? part.callId : ids.next('call')
    used.add(callId)
    const call = { callId, ...turn.read(part.tool, part.input) }
    calls.push(isRepeated ? { ...call, refusal: repeated(part.callId) } : call)
    return { ...part, ...call }
  })
  return { parts: read, calls }
}

function repeated(id: string): ToolFault {
  const message = `the id "${id.slice(0, 64)}" stands before two calls of one answer, and only the first of them was run.`
  const hint = 'Call again, with an id of its own, if this one is wanted too.'
  return { code: 'duplicate_call', message, hint, retryable: false }
}
