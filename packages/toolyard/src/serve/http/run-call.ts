/**
 * A call that came over HTTP: as one JSON answer, as an event stream, or to be made in the background.
 *
 * Closing the connection cancels the call, unless it was asked to go on alone; then it is followed by its id.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import { isPlainObject, jsonText, ToolyardError } from '../../kernel/index.ts'
import type { CallRequest } from '../../pipeline/index.ts'
import { prefersAsync, startBackground } from './background-call.ts'
import { ownCallId } from './call-ids.ts'
import { agentFor, type HttpCaller, ownThread, personOf } from './caller.ts'
import type { RouteExchange } from './route.ts'
import { sendJson } from './send.ts'
import type { HttpServices } from './services.ts'
import { streamCall } from './stream-call.ts'

export interface CallBody {
  readonly input?: unknown
  readonly threadId?: string | undefined
  readonly agent?: string | undefined
  readonly callId?: string | undefined
  readonly explanation?: string | undefined
  /** Answers at once; the call is made by a worker. */
  readonly background?: boolean | undefined
}

export interface WebCall {
  readonly tool: string
  readonly body: CallBody
  readonly isDetached: boolean
}

/** Of an id that a caller chose. */
const longestId = 200

/** Answers the result, or undefined if it has gone out already. */
export async function runCall(
  services: HttpServices,
  { request, response, caller }: Pick<RouteExchange, 'request' | 'response' | 'caller'>,
  { tool, body, isDetached }: WebCall,
): Promise<ToolResult | undefined> {
  const { yard, overload } = services
  const { accept, 'idempotency-key': key } = request.headers
  const isForAgent = caller.role === 'agent' || body.agent !== undefined
  const agent = isForAgent ? await agentFor(services.agents, caller, body.agent) : undefined
  const chosen = body.callId ?? idOf(key)
  const callId =
    chosen === undefined ? undefined : await ownCallId(yard.journal.written, personOf(caller), chosen)
  const threadId = body.threadId === undefined ? undefined : await ownThread(yard, caller, body.threadId)
  const call = requestOf(tool, body, { caller, agent, callId, threadId, leave: overload.leaving })
  const isKnown = yard.registry.entry(tool) !== undefined
  if (body.background === true || prefersAsync(request))
    return startBackground(services, call, { response, caller })
  const refuse = (result: ToolResult): boolean => {
    refuseMixUp(result, chosen)
    const refusal = overload.refusalOf(result)
    if (!refusal) return false
    sendJson(response, { ...refusal, body: jsonText(as(result, chosen)) })
    return true
  }
  if (isKnown && accept?.includes('text/event-stream'))
    return streamCall(services, call, { response, caller, isDetached, chosen, refuse })
  const gone = new AbortController()
  if (!isDetached) {
    response.once('close', () => {
      if (!response.writableEnded) gone.abort()
    })
    // Who left while we found out who it is will not be told of it again.
    if (response.destroyed) gone.abort()
  }
  const result = await yard.call(tool, call.input, { ...call, signal: gone.signal })
  if (refuse(result)) return undefined
  if (!isKnown && result.error?.code === 'tool_not_found') throw errorOf(result.error)
  return as(result, chosen)
}

/** The caller is told the id that it chose. */
function as(result: ToolResult, chosen: string | undefined): ToolResult {
  return chosen === undefined ? result : { ...result, callId: chosen }
}

interface CallerFacts {
  readonly caller: HttpCaller
  readonly agent: string | undefined
  readonly callId: string | undefined
  readonly threadId: string | undefined
  readonly leave: AbortSignal
}

function requestOf(
  tool: string,
  { input = {}, explanation }: CallBody,
  { caller, agent, callId, threadId, leave }: CallerFacts,
): CallRequest {
  return {
    tool,
    input: explanation !== undefined && isPlainObject(input) ? { ...input, explanation } : input,
    origin: 'http',
    principal: personOf(caller),
    agent,
    threadId,
    callId,
    leave,
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
function refuseMixUp({ callId, error, status }: ToolResult, chosen: string | undefined): void {
  if (error?.code !== 'duplicate_call' || status !== 'error') return
  const told = chosen === undefined ? error.message : error.message.replaceAll(callId, chosen)
  throw errorOf({ ...error, message: told })
}

function errorOf({ code, message, hint }: NonNullable<ToolResult['error']>): ToolyardError {
  return new ToolyardError(code, message, { hint })
}
