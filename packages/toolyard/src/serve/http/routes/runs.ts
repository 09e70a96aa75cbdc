/**
 * Runs of agents: starting one, following it, stopping it, and the conversations that they make.
 *
 * A run goes on when the caller that started it leaves: it is followed by its id, and ends by itself or by being stopped. An agent's
 * token starts runs of its own agent only, as that agent was set up, and sees those that it started itself. People see all, and
 * go on with conversations of their own.
 *
 * @module
 */
import { z } from 'zod'
import { ToolyardError } from '../../../kernel/index.ts'
import type { MessagePart, RunRecord, ThreadMessage } from '../../../store/index.ts'
import { type HttpCaller, isOwn, type OwnRows, ownRows, ownThread, personOf } from '../caller.ts'
import { type RouteExchange, type Route, route } from '../route.ts'
import type { HttpServices } from '../services.ts'
import { idParams, listOf, pageOf, whole } from '../shapes/common.ts'
import {
  conversation,
  conversationsQuery,
  runBody,
  runRecord,
  runsQuery,
  startedRun,
  threadMessage,
} from '../shapes/runs.ts'
import { findFor } from './agents.ts'

export const runRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/agents/:id/runs',
    summary:
      'Starts a run of an agent, in a new conversation or in threadId. Answers at once; with Accept: text/event-stream the events of the run as they come.',
    access: 'operator',
    agents: true,
    status: 202,
    streams: 'on request',
    params: idParams,
    body: runBody,
    answer: startedRun,
    handle: (services, exchange) => startRun(services, exchange, exchange.params.id),
  }),
  route({
    method: 'GET',
    path: '/api/runs',
    summary: 'Runs of agents, newest first.',
    access: 'viewer',
    agents: true,
    query: runsQuery,
    answer: listOf(runRecord),
    handle: async (services, { query, caller }) => {
      const { agent: asked, thread: threadId, status, limit } = query
      const own = await rowsOf(services, caller, asked)
      return whole(await services.yard.runs.list({ ...own, threadId, status, limit }))
    },
  }),
  route({
    method: 'GET',
    path: '/api/runs/:id',
    summary: 'How one run stands, or how it ended.',
    access: 'viewer',
    agents: true,
    params: idParams,
    answer: runRecord,
    handle: (services, { params, caller }) => findRun(services, caller, params.id),
  }),
  route({
    method: 'GET',
    path: '/api/runs/:id/events',
    summary: 'Follows a run as a stream; Last-Event-ID resumes it. Ends with the run.',
    access: 'viewer',
    agents: true,
    streams: 'always',
    params: idParams,
    answer: z.string(),
    handle: async (services, exchange) => {
      const { id } = await findRun(services, exchange.caller, exchange.params.id)
      const last = Number(exchange.request.headers['last-event-id'] ?? 0)
      await keepEvents(services, id)
      readerOf(services, exchange)(id, Number.isSafeInteger(last) && last > 0 ? last : 0)
      return undefined
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/runs/:id',
    summary: 'Stops a run that goes on here, and those below it. What was said stays.',
    access: 'operator',
    agents: true,
    params: idParams,
    answer: z.object({ stopped: z.boolean() }),
    handle: async (services, { params, caller }) => {
      const { id } = await findRun(services, caller, params.id)
      return { stopped: services.yard.runs.abort(id) }
    },
  }),
  route({
    method: 'GET',
    path: '/api/threads/:id/messages',
    summary: 'What was said in a conversation, in order.',
    access: 'viewer',
    agents: true,
    params: idParams,
    answer: listOf(threadMessage),
    handle: async ({ yard, agents }, { params, caller }) => {
      const own = await ownRows(agents, caller)
      const thread = await yard.store.threads.find(params.id)
      if (!thread || !isOwn(own, thread)) throw unknownThread(params.id)
      return whole((await yard.store.threads.messages(params.id)).map(shown))
    },
  }),
  route({
    method: 'GET',
    path: '/api/conversations',
    summary: 'Conversations with agents, the one that was used last first.',
    access: 'viewer',
    agents: true,
    query: conversationsQuery,
    answer: pageOf(conversation),
    handle: async (services, { query: { agent: asked, limit, after: before }, caller }) => {
      const own = await rowsOf(services, caller, asked)
      const items = await services.yard.store.threads.list({ ...own, before, limit })
      const last = items.length === limit ? items.at(-1)?.updatedAt : undefined
      return { items, next: last === undefined ? null : String(last) }
    },
  }),
]

async function startRun(
  services: HttpServices,
  exchange: RouteExchange<unknown, unknown, z.output<typeof runBody>>,
  idOrName: string,
): Promise<{ readonly runId: string; readonly threadId: string } | undefined> {
  const { yard, runs } = services
  const { body, caller, request } = exchange
  const { prompt, maxSteps, model } = body
  const { name: agent } = await findFor(services, caller, idOrName)
  const threadId = await threadFor(services, caller, body)
  // Nothing starts for a reader for whom there is no room.
  const join = request.headers.accept?.includes('text/event-stream')
    ? readerOf(services, exchange)
    : undefined
  const started = await yard.runs.start({
    agent,
    prompt,
    threadId,
    model,
    limits: { ...(maxSteps !== undefined && { maxSteps }) },
    principal: personOf(caller),
  })
  runs.keep(started.runId, started.events)
  if (!join) return { runId: started.runId, threadId: started.threadId }
  join(started.runId, 0)
  return undefined
}

/** An agent does not choose its own model or limits, and a caller goes on with its own conversations only. */
async function threadFor(
  { yard, agents }: HttpServices,
  caller: HttpCaller,
  { model, maxSteps, threadId }: z.output<typeof runBody>,
): Promise<string | undefined> {
  if (caller.role === 'agent' && (model !== undefined || maxSteps !== undefined))
    throw new ToolyardError('forbidden', 'an agent’s token starts its agent as it was set up', {
      hint: 'Leave model and maxSteps away, or use a token with the role operator.',
    })
  if (threadId === undefined) return undefined
  const own = await ownRows(agents, caller)
  const thread = own && (await yard.store.threads.find(threadId))
  return thread && isOwn(own, thread) ? threadId : await ownThread(yard, caller, threadId)
}

/** Sees to it that the events of a run that goes on here, or has ended a while ago, are kept. */
async function keepEvents({ yard, runs }: HttpServices, runId: string): Promise<void> {
  if ((await runs.has(runId)) || runs.isKept(runId)) return
  const events = yard.runs.follow(runId)
  if (events) return runs.keep(runId, events)
  throw new ToolyardError('not_found', `the events of run "${runId}" are not kept here`, {
    hint: `They are kept for five minutes after the end, by the server that ran it. GET /api/runs/${encodeURIComponent(runId)} tells how it ended.`,
  })
}

/** Takes a place among the event streams. Answers how to follow a run from the event after a number on. */
function readerOf(
  { streams, runs }: HttpServices,
  { response, caller }: Pick<RouteExchange, 'response' | 'caller'>,
): (runId: string, after: number) => void {
  // A run may take hours, and goes on without its reader: a server that ends does not wait for it.
  const reader = streams.add(response, { caller, isEndless: true, onClose: () => {} })
  return (runId, after) => {
    reader.open(['X-Toolyard-Run', runId])
    runs.join(runId, reader, after)
  }
}

/** An agent's token is not told whether there are others. */
async function findRun(
  { yard, agents }: HttpServices,
  caller: HttpCaller,
  runId: string,
): Promise<RunRecord> {
  const own = await ownRows(agents, caller)
  const run = await yard.runs.find(runId)
  if (isOwn(own, run)) return run
  throw new ToolyardError('not_found', `there is no run "${runId}"`, {
    hint: 'This token sees the runs that it started.',
  })
}

/** Which rows are asked about: of an agent's token its own, of others those of the agent that they name. */
async function rowsOf(
  { agents }: HttpServices,
  caller: HttpCaller,
  asked: string | undefined,
): Promise<Partial<OwnRows>> {
  const own = await ownRows(agents, caller)
  if (own) return own
  return asked === undefined ? {} : { agent: (await agents.of(asked)) ?? asked }
}

function unknownThread(id: string): ToolyardError {
  return new ToolyardError('not_found', `there is no conversation "${id}"`, {
    hint: 'See those that there are with GET /api/conversations.',
  })
}

/** Without what only the model's service reads. */
function shown(message: ThreadMessage): ThreadMessage {
  return { ...message, parts: message.parts.map(withoutSignature) }
}

function withoutSignature(part: MessagePart): MessagePart {
  if (part.type === 'tool_result') return part
  const { signature: _, ...rest } = part
  return rest
}
