/**
 * A call whose events go out as they come, and those who follow it.
 *
 * @module
 */
import type { HttpResponse } from './message.ts'
import type { ToolResult } from '../../define/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import type { CallRequest, EventSink } from '../../pipeline/index.ts'
import { callIdsOf } from './call-ids.ts'
import { type HttpCaller, isOwn, ownRows, personOf } from './caller.ts'
import type { RouteExchange } from './route.ts'
import type { HttpServices } from './services.ts'
import type { CallStream } from './streams/call-stream.ts'

export interface StreamTarget {
  readonly response: HttpResponse
  readonly caller: HttpCaller
  /** Whether the call goes on without its reader. */
  readonly isDetached: boolean
  /** The id of the call as its caller chose it. */
  readonly chosen: string | undefined
  /** Answers, or throws, if the result is no outcome of the call. Whether it did. */
  readonly refuse: (result: ToolResult) => boolean
}

/** So long a mistake can still be told with a status; then who waits is told that a stream will come. */
const beginsWithinMs = 1000

/** The caller slows the tool down if it reads slowly, and ends the call by leaving. */
export async function streamCall(
  { yard, streams, calls }: HttpServices,
  request: CallRequest,
  { response, caller, isDetached, chosen, refuse }: StreamTarget,
): Promise<undefined> {
  const gone = new AbortController()
  let call: CallStream | undefined
  let late: NodeJS.Timeout | undefined
  let isOver = false
  const reader = streams.add(response, {
    caller,
    onClose: () => {
      call?.leave(reader)
      if (!isOver && !isDetached && !call?.hasReaders) gone.abort()
    },
  })
  const begin = (callId: string): CallStream => {
    const { agent, principal } = request
    const begun = calls.add({ id: callId, shownId: chosen ?? callId, agent, principal })
    reader.open(callHeader(begun.shownId))
    begun.join(reader, { after: 0, isMaker: true })
    return begun
  }
  const sink: EventSink = {
    named: (callId) => {
      late = setTimeout(() => (call ??= begin(callId)), beginsWithinMs)
    },
    push: (event) => (call ??= begin(event.callId)).push(event),
  }
  const result = await yard.call(request.tool, request.input, {
    ...request,
    signal: gone.signal,
    events: sink,
  })
  clearTimeout(late)
  isOver = true
  if (!reader.isOpen && refuse(result)) return
  call ??= begin(result.callId)
  call.end(result)
  calls.ended(call)
}

/** Follows a call that runs, or has ended a while ago, from the event after the last one that was heard. */
export async function followCall(
  { calls, streams, agents }: HttpServices,
  { response, caller, request }: Pick<RouteExchange, 'request' | 'response' | 'caller'>,
  callId: string,
): Promise<void> {
  const own = await ownRows(agents, caller)
  const call = callIdsOf(personOf(caller), callId)
    .map((id) => calls.find(id))
    .find((known) => known !== undefined)
  if (!call || !isOwn(own, call) || !(await call.isKept()))
    throw new ToolyardError('not_found', `the events of call "${callId}" are not kept here`, {
      hint: `They are kept for calls that were made as a stream, for five minutes after the end. GET /api/calls/${encodeURIComponent(callId)} tells how it ended.`,
    })
  const last = Number(request.headers['last-event-id'] ?? 0)
  const reader = streams.add(response, { caller, onClose: () => call.leave(reader) })
  reader.open(callHeader(call.shownId))
  call.join(reader, { after: Number.isSafeInteger(last) && last > 0 ? last : 0 })
}

/** Callers choose ids of any characters. One that no header can hold is told as it stands in an address. */
function callHeader(id: string): readonly string[] {
  const canStand = /^[\t\x20-\x7e\x80-\xff]*$/.test(id)
  return ['X-Toolyard-Call', canStand ? id : encodeURIComponent(id.toWellFormed())]
}
