/**
 * An answer of the model as parts of a message, with its calls in our names, and why some of them are not made; their results too.
 *
 * @module
 */
import type { ToolFault, ToolResult } from '../../define/index.ts'
import type { Ids } from '../../kernel/index.ts'
import type { MessagePart } from '../../store/index.ts'
import { notMadeFault } from '../loop/cut-answer.ts'
import { goodId } from '../loop/read-calls.ts'
import type { TurnTools } from '../loop/tool-box.ts'
import { resultPart } from '../run/open-calls.ts'
import type { RunCall } from '../run/runner.ts'
import type { AnsweredCall } from './call-desk.ts'
import { outputTool } from './structured-output.ts'
import type { SaidBlock, SaidStep } from './step-reader.ts'
import { listedName } from './tool-server.ts'

export interface AnswerParts {
  readonly parts: readonly MessagePart[]
  readonly calls: readonly RunCall[]
  /** By call. */
  readonly refusals: ReadonlyMap<string, ToolFault>
  /** The ids under which the SDK knows the calls. */
  readonly askedAs: ReadonlyMap<string, string>
  /** The data that it gave as its answer, as it wrote it, and under which id. */
  readonly data: { readonly json: string; readonly callId: string } | undefined
}

export interface AnswerGround {
  readonly turn: TurnTools
  readonly ids: Ids
  /** Ids of calls so far, to which the new ones are added. */
  readonly seen: Set<string>
  /** Whether the answer may be data in the SDK's own form. */
  readonly takesData: boolean
}

export function readParts({ blocks, reason }: SaidStep, ground: AnswerGround): AnswerParts {
  const refusals = new Map<string, ToolFault>()
  const askedAs = new Map<string, string>()
  let data: AnswerParts['data']
  const parts = blocks.map((block): MessagePart => {
    if (block.type !== 'call') return saidPart(block)
    if (ground.takesData && block.name === outputTool) {
      data = { json: block.json, callId: block.callId }
      return { type: 'text', text: block.json }
    }
    const call = readCall(block, ground)
    askedAs.set(call.part.callId, block.callId)
    const refusal = reason === 'stop' ? call.refusal : notMadeFault(reason)
    if (refusal) refusals.set(call.part.callId, refusal)
    return call.part
  })
  const calls = parts.filter((part) => part.type === 'tool_call')
  return { parts, calls, refusals, askedAs, data }
}

/** The signature in the form in which the built-in loop keeps it, so that a conversation can change its runner. */
function saidPart({ type, text, signature }: Exclude<SaidBlock, { type: 'call' }>): MessagePart {
  const facts = signature === undefined ? undefined : JSON.stringify({ anthropic: { signature } })
  return { type, text, ...(facts !== undefined && { signature: facts }) }
}

interface ReadCall {
  readonly part: Extract<MessagePart, { type: 'tool_call' }>
  readonly refusal: ToolFault | undefined
}

function readCall(
  { callId: asked, name, json }: Extract<SaidBlock, { type: 'call' }>,
  { turn, ids, seen }: AnswerGround,
): ReadCall {
  const listed = listedName(name)
  const parsed = parse(json)
  const isRepeated = seen.has(asked)
  const callId = isRepeated || !goodId.test(asked) ? ids.next('call') : asked
  seen.add(asked)
  const call = parsed === undefined ? { tool: listed, input: json } : turn.read(listed, parsed.value)
  const isListed = listed !== name && turn.tools.some((tool) => tool.name === listed)
  return {
    part: { type: 'tool_call', callId, ...call },
    refusal: isRepeated
      ? repeated(asked)
      : isListed
        ? parsed === undefined
          ? noJson(listed)
          : undefined
        : unknownTool(listed),
  }
}

function repeated(id: string): ToolFault {
  const message = `the id "${id.slice(0, 64)}" stands before two calls`
  return { code: 'duplicate_call', message, hint: 'Call again with an id of its own.', retryable: false }
}

function unknownTool(name: string): ToolFault {
  const message = `there is no tool "${name}" for this agent`
  return { code: 'tool_not_found', message, hint: 'Call one of the tools that are listed.', retryable: false }
}

function noJson(name: string): ToolFault {
  const message = `the arguments of "${name}" are not JSON`
  return {
    code: 'invalid_arguments',
    message,
    hint: 'Send them again as one JSON object.',
    retryable: false,
  }
}

function parse(json: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(json === '' ? '{}' : json) as unknown }
  } catch {
    return undefined
  }
}

export function toolMessage(results: readonly AnsweredCall[]): {
  role: 'tool'
  parts: readonly MessagePart[]
} {
  return { role: 'tool', parts: results.map(({ call, result }) => resultPart(result, call)) }
}

export function noted(
  results: readonly AnsweredCall[],
): [readonly RunCall[], ReadonlyMap<string, ToolResult>] {
  const byId = results.map(({ call, result }) => [call.callId, result] as const)
  return [results.map(({ call }) => call), new Map(byId)]
}

export function textIn(parts: readonly MessagePart[]): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')
}
