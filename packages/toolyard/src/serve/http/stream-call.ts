/**
 * A call whose events go out as they come, and those who follow it.
 *
 * @module
 */
import type { HttpResponse } from './message.ts'
import type { ToolResult } from '../../define/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import type { CallRequest, EventSink } from '../../pipeline/index.ts'
import { anywhereOf, ownBackground, sendBackground } from './background-call.ts'
import { callIdsOf, shownCallId } from './call-ids.ts'
import { type HttpCaller, isOwn, type OwnRows, ownRows, personOf } from './caller.ts'
import type { RouteExchange } from './route.ts'
import type { HttpServices } from './services.ts'
import type { CallStream } from './streams/call-stream.ts'
import { sendTold } from './streams/send-stream.ts'

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
  services: HttpServices,
  { response, caller, request }: Pick<RouteExchange, 'request' | 'response' | 'caller'>,
  callId: string,
): Promise<void> {
  const { calls, streams, agents, yard } = services
  const own = await ownRows(agents, caller)
  const heard = Number(request.headers['last-event-id'] ?? 0)
  const after = Number.isSafeInteger(heard) && heard > 0 ? heard : 0
  const call = callIdsOf(personOf(caller), callId)
    .map((id) => calls.find(id))
    .find((known) => known !== undefined)
  const isHere = call && isOwn(own, call) && (await call.isKept())
  const background = isHere ? undefined : await ownBackground(services, caller, callId)
  if (background) {
    const reader = streams.add(response, { caller, onClose: () => {} })
    const shownId = shownCallId(personOf(caller), background.id)
    reader.open(callHeader(shownId))
    void sendBackground(yard, reader, { id: background.id, shownId, after }).catch(() => {})
    return
  }
  if (!isHere) return followElsewhere(services, { response, caller }, { callId, own, after })
  const reader = streams.add(response, { caller, onClose: () => call.leave(reader) })
  reader.open(callHeader(call.shownId))
  call.join(reader, { after })
}

interface Followed {
  readonly callId: string
  readonly own: OwnRows | undefined
  readonly after: number
}

/** A call that runs in another process, or that runs here and was not made as a stream: the latter is told from now on. */
async function followElsewhere(
  { yard, streams }: HttpServices,
  { response, caller }: Pick<RouteExchange, 'response' | 'caller'>,
  { callId, own, after }: Followed,
): Promise<void> {
  const gone = new AbortController()
  const ids = callIdsOf(personOf(caller), callId)
  const call = await anywhereOf(yard).follow(ids, { own, after, signal: gone.signal })
  if (!call)
    throw new ToolyardError('not_found', `the events of call "${callId}" are not kept`, {
      hint: `They are told while a call runs, for five minutes after the end if it was made as a stream, and for a day if it was made in the background. GET /api/calls/${encodeURIComponent(callId)} tells how it ended.`,
    })
  const reader = streams.add(response, { caller, onClose: () => gone.abort() })
  reader.open(callHeader(call.shownId))
  void sendTold(reader, call.events).catch(() => reader.end())
}

/** Callers choose ids of any characters. One that no header can hold is told as it stands in an address. */
function callHeader(id: string): readonly string[] {
  const canStand = /^[\t\x20-\x7e\x80-\xff]*$/.test(id)
  return ['X-Toolyard-Call', canStand ? id : encodeURIComponent(id.toWellFormed())]
}
