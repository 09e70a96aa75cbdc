/**
 * Runs of agents: starting one, following it, saying something to it, stopping it.
 *
 * A run goes on when the caller that started it leaves: it is followed by its id, and ends by itself or by being stopped. An agent's
 * token starts runs of its own agent only, as that agent was set up, and sees those that it started itself. People see all, and
 * go on with conversations of their own.
 *
 * @module
 */
import { z } from 'zod'
import { ToolyardError } from '../../../kernel/index.ts'
import { isOpenRun, type RunRecord } from '../../../store/index.ts'
import { promptOf } from '../attached-prompt.ts'
import { type HttpCaller, isOwn, type OwnRows, ownRows, ownThread, personOf } from '../caller.ts'
import { type RouteExchange, type Route, route } from '../route.ts'
import type { HttpServices } from '../services.ts'
import { bodyWithFiles } from '../shapes/attachments.ts'
import { idParams, listOf, whole } from '../shapes/common.ts'
import { messageBody, queuedMessage, runBody, runRecord, startedRun } from '../shapes/runs.ts'
import { sendRun } from '../streams/send-run.ts'
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
    bodyBytes: bodyWithFiles,
    answer: startedRun,
    handle: (services, exchange) => startRun(services, exchange, exchange.params.id),
  }),
  route({
    method: 'GET',
    path: '/api/runs/:id',
    summary: 'How one run stands, or how it ended.',
    access: 'viewer',
    agents: true,
    params: idParams,
    answer: runRecord,
    handle: async (services, { params, caller }) => {
      const run = await findRun(services, caller, params.id)
      const files = await services.yard.runs.files(run)
      return { ...shownRun(run), ...(files.length > 0 && { files }) }
    },
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
      const run = await findRun(services, exchange.caller, exchange.params.id)
      const last = Number(exchange.request.headers['last-event-id'] ?? 0)
      await requireEvents(services, run)
      readerOf(services, exchange)(run.id, Number.isSafeInteger(last) && last > 0 ? last : 0)
      return undefined
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/runs/:id',
    summary: 'Stops a run, wherever it goes on or waits, and those below it. What was said stays.',
    access: 'operator',
    agents: true,
    params: idParams,
    answer: z.object({ stopped: z.boolean() }),
    handle: async (services, { params, caller }) => {
      const { id } = await findRun(services, caller, params.id)
      return { stopped: await services.yard.runs.stop(id) }
    },
  }),
  route({
    method: 'POST',
    path: '/api/runs/:id/messages',
    summary:
      'Says something to a run that goes on. It hears it between two steps; with interrupt the answer that its model is giving ends.',
    access: 'operator',
    agents: true,
    status: 202,
    params: idParams,
    body: messageBody,
    bodyBytes: bodyWithFiles,
    answer: queuedMessage,
    handle: async (services, { params, body, caller }) => {
      const { id, agent, principal } = await findRun(services, caller, params.id)
      const speaker = personOf(caller)
      const text = await promptOf(services, { caller, agent }, { words: body.text, files: body.attachments })
      const { interrupt } = body
      return services.yard.runs.say(id, { text, interrupt, ...(speaker !== principal && { from: speaker }) })
    },
  }),
  route({
    method: 'GET',
    path: '/api/runs/:id/messages',
    summary: 'Messages that a run has not heard yet, in order.',
    access: 'viewer',
    agents: true,
    params: idParams,
    answer: listOf(queuedMessage),
    handle: async (services, { params, caller }) => {
      const { id } = await findRun(services, caller, params.id)
      return whole(await services.yard.runs.mail.list(id))
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/runs/:id/messages/:messageId',
    summary: 'Takes back a message that a run has not heard yet.',
    access: 'operator',
    agents: true,
    params: z.object({ id: z.string(), messageId: z.string() }),
    answer: z.object({ takenBack: z.boolean() }),
    handle: async (services, { params, caller }) => {
      const { id } = await findRun(services, caller, params.id)
      return { takenBack: await services.yard.runs.mail.takeBack(id, params.messageId) }
    },
  }),
]

async function startRun(
  services: HttpServices,
  exchange: RouteExchange<unknown, unknown, z.output<typeof runBody>>,
  idOrName: string,
): Promise<{ readonly runId: string; readonly threadId: string } | undefined> {
  const { yard } = services
  const { body, caller, request } = exchange
  const { maxSteps, model, settings } = body
  const { name: agent } = await findFor(services, caller, idOrName)
  const threadId = await threadFor(services, caller, body)
  const prompt = await promptOf(services, { caller, agent }, { words: body.prompt, files: body.attachments })
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
    settings,
    principal: personOf(caller),
  })
  if (!join) return { runId: started.runId, threadId: started.threadId }
  join(started.runId, 0)
  return undefined
}

/** An agent does not choose its own model, limits or settings, and a caller goes on with its own conversations only. */
async function threadFor(
  { yard, agents }: HttpServices,
  caller: HttpCaller,
  { model, maxSteps, settings, threadId }: z.output<typeof runBody>,
): Promise<string | undefined> {
  if (caller.role === 'agent' && (model ?? maxSteps ?? settings) !== undefined)
    throw new ToolyardError('forbidden', 'an agent’s token starts its agent as it was set up', {
      hint: 'Leave out model, maxSteps and settings, or use a token with the role operator.',
    })
  if (threadId === undefined) return undefined
  const own = await ownRows(agents, caller)
  const thread = own && (await yard.store.threads.find(threadId))
  return thread && isOwn(own, thread) ? threadId : await ownThread(yard, caller, threadId)
}

/** Throws if nothing is kept of the events of a run that has ended. */
async function requireEvents({ yard }: HttpServices, run: RunRecord): Promise<void> {
  if (isOpenRun(run) || (await yard.runs.streams.has(run.id))) return
  throw new ToolyardError('not_found', `the events of run "${run.id}" are not kept any more`, {
    hint: `They are kept for a while after the end. GET /api/runs/${encodeURIComponent(run.id)} tells how it ended.`,
  })
}

/** Takes a place among the event streams. Answers how to follow a run from the event after a number on. */
function readerOf(
  { streams, yard }: HttpServices,
  { response, caller }: Pick<RouteExchange, 'response' | 'caller'>,
): (runId: string, after: number) => void {
  // A run may take hours, and goes on without its reader: a server that ends does not wait for it.
  const reader = streams.add(response, { caller, isEndless: true, onClose: () => {} })
  return (runId, after) => {
    reader.open(['X-Toolyard-Run', runId])
    void sendRun(yard.runs, reader, { runId, after })
  }
}

/** An agent's token is not told whether there are others. */
export async function findRun(
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
export async function rowsOf(
  { agents }: HttpServices,
  caller: HttpCaller,
  asked: string | undefined,
): Promise<Partial<OwnRows>> {
  const own = await ownRows(agents, caller)
  if (own) return own
  return asked === undefined ? {} : { agent: (await agents.of(asked)) ?? asked }
}

/** Without what only workers read. */
export function shownRun({
  plan: _plan,
  job: _job,
  files: _files,
  position: _position,
  ...run
}: RunRecord): Omit<RunRecord, 'plan' | 'job' | 'files'> {
  return run
}
