/**
 * A call that came over HTTP: as one JSON answer, or as an event stream.
 *
 * Closing the connection cancels the call, unless it was asked to go on alone; then it is followed by its id.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import { isPlainObject, ToolyardError } from '../../kernel/index.ts'
import type { CallRequest } from '../../pipeline/index.ts'
import { agentFor, type HttpCaller, personOf } from './caller.ts'
import type { Exchange } from './route.ts'
import type { HttpServices } from './services.ts'
import { streamCall } from './stream-call.ts'

export interface CallBody {
  readonly input?: unknown
  readonly threadId?: string | undefined
  readonly agent?: string | undefined
  readonly callId?: string | undefined
  readonly explanation?: string | undefined
}

export interface WebCall {
  readonly tool: string
  readonly body: CallBody
  readonly isDetached: boolean
}

/** Of an id that a caller chose. */
const longestId = 200

/** Answers the result, or nothing where it went out as a stream. */
export async function runCall(
  services: HttpServices,
  { request, response, caller }: Pick<Exchange, 'request' | 'response' | 'caller'>,
  { tool, body, isDetached }: WebCall,
): Promise<ToolResult | undefined> {
  const { yard } = services
  const { accept, 'idempotency-key': key } = request.headers
  const isForAgent = caller.role === 'agent' || body.agent !== undefined
  const agent = isForAgent ? await agentFor(services.agents, caller, body.agent) : undefined
  const call = requestOf(tool, body, { caller, agent, key })
  const isKnown = yard.registry.has(yard.registry.registrations.nameOf(tool))
  if (isKnown && accept?.includes('text/event-stream'))
    return streamCall(services, call, { response, isDetached, refuse: refuseMixUp })
  const gone = new AbortController()
  if (!isDetached)
    response.once('close', () => {
      if (!response.writableEnded) gone.abort()
    })
  const result = await yard.call(tool, call.input, { ...call, signal: gone.signal })
  refuseMixUp(result)
  if (!isKnown && result.error?.code === 'tool_not_found') throw errorOf(result.error)
  return result
}

interface Sender {
  readonly caller: HttpCaller
  readonly agent: string | undefined
  /** The id of the call, as a header. */
  readonly key: unknown
}

function requestOf(
  tool: string,
  { input = {}, threadId, callId, explanation }: CallBody,
  { caller, agent, key }: Sender,
): CallRequest {
  return {
    tool,
    input: explanation !== undefined && isPlainObject(input) ? { ...input, explanation } : input,
    origin: 'http',
    principal: personOf(caller),
    agent,
    // What a conversation keeps is not for the token of another agent that guesses its name.
    threadId: threadId !== undefined && caller.role === 'agent' ? `${caller.agent}:${threadId}` : threadId,
    callId: callId ?? idOf(key),
  }
}

function idOf(key: unknown): string | undefined {
  if (typeof key !== 'string' || key === '') return undefined
  if (key.length <= longestId) return key
  throw new ToolyardError('invalid_arguments', `Idempotency-Key has more than ${longestId} characters`, {
    hint: 'Send a shorter one, such as a UUID.',
  })
}

/** One id for two calls is a mistake in the request rather than an outcome of the call. */
function refuseMixUp({ error, status }: ToolResult): void {
  if (error?.code === 'duplicate_call' && status === 'error') throw errorOf(error)
}

function errorOf({ code, message, hint }: NonNullable<ToolResult['error']>): ToolyardError {
  return new ToolyardError(code, message, { hint })
}
