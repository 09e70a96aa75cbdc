/**
 * Calls in the background over HTTP: asked for on one server, followed, looked at and cancelled on any on the same database.
 *
 * Who may see one is the same as for every other call: people see all, an agent's token what it made itself.
 *
 * @module
 */
import { jsonText } from '../../kernel/index.ts'
import type { ToolEvent } from '../../define/index.ts'
import { type BackgroundCall, type BackgroundCalls, calls, type CallsAnywhere } from '../../parts/index.ts'
import type { CallRequest } from '../../pipeline/index.ts'
import type { CallRecord } from '../../store/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { callIdsOf, shownCallId } from './call-ids.ts'
import { type HttpCaller, isOwn, keptToken, ownRows, personOf } from './caller.ts'
import type { HttpRequest, HttpResponse } from './message.ts'
import { sendJson } from './send.ts'
import type { HttpServices } from './services.ts'
import { eventText, type EventStream } from './streams/event-stream.ts'

/** Whether a request asks for an answer before the call is made (RFC 7240). */
export function prefersAsync({ headers }: HttpRequest): boolean {
  const preferences = [headers['prefer'] ?? []].flat().join(',').split(',')
  return preferences.some((one) => one.split(';')[0]?.trim().toLowerCase() === 'respond-async')
}

/** Answers 202 and where the call is looked at. Throws `duplicate_call`, `tool_not_found`, `busy`. */
export async function startBackground(
  { yard }: HttpServices,
  { tool, input, threadId, agent, principal, origin, callId }: CallRequest,
  { response, caller }: { readonly response: HttpResponse; readonly caller: HttpCaller },
): Promise<undefined> {
  const terms = { threadId, agent, principal, origin, callId, tokenId: keptToken(caller) }
  const { id } = await backgroundOf(yard).start(tool, input, terms)
  const shown = shownCallId(personOf(caller), id)
  sendJson(response, {
    status: 202,
    headers: [
      'Location',
      `/api/calls/${encodeURIComponent(shown.toWellFormed())}`,
      'Preference-Applied',
      'respond-async',
    ],
    body: jsonText({ callId: shown }),
  })
}

/** The one that a caller means by an id, if it may see it. */
export async function ownBackground(
  { yard, agents }: Pick<HttpServices, 'yard' | 'agents'>,
  caller: HttpCaller,
  id: string,
): Promise<BackgroundCall | undefined> {
  const own = await ownRows(agents, caller)
  for (const known of callIdsOf(personOf(caller), id)) {
    const call = await backgroundOf(yard).find(known)
    if (call && isOwn(own, call)) return call
  }
  return undefined
}

/** Sends what the call tells from the event after `after` on. */
export async function sendBackground(
  yard: ToolService,
  reader: EventStream,
  { id, shownId, after }: { readonly id: string; readonly shownId: string; readonly after: number },
): Promise<void> {
  try {
    for await (const { sequence, event } of backgroundOf(yard).watch(id, after, reader.gone)) {
      reader.send(Buffer.from(eventText(sequence, event.type, jsonText(as(event, shownId)))))
      await reader.room()
    }
  } finally {
    reader.end()
  }
}

export function backgroundOf({ installation }: ToolService): BackgroundCalls {
  return installation.part(calls)
}

/** Calls that run in a process, in whichever. */
export function anywhereOf({ installation }: Pick<ToolService, 'installation'>): CallsAnywhere {
  return installation.part(calls).anywhere
}

/** As the journal will tell of it; before that it does not know the call. */
export function recordOf(
  { registry }: ToolService,
  { id, tool, principal = 'local', agent, threadId, state, result, createdAt }: BackgroundCall,
): CallRecord {
  const manifest = registry.entry(tool)?.manifest
  const open = state === 'running' ? 'running' : 'pending'
  return {
    id,
    tool,
    fingerprint: manifest?.fingerprint ?? '',
    permission: manifest?.permission ?? 'external',
    // Not redacted yet, so it is not shown.
    input: {},
    threadId,
    agent,
    principal,
    origin: 'background',
    startedAt: createdAt,
    status: result?.status ?? open,
    durationMs: result?.durationMs ?? 0,
    result,
  }
}

function as(event: ToolEvent, callId: string): ToolEvent {
  return event.type === 'result'
    ? { ...event, callId, result: { ...event.result, callId } }
    : { ...event, callId }
}
