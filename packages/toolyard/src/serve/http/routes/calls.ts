/**
 * Calls: making one, following it, ending it, and what the journal tells of those that were made.
 *
 * @module
 */
import { z } from 'zod'
import { anywhereOf, backgroundOf, ownBackground } from '../background-call.ts'
import { callIdsOf } from '../call-ids.ts'
import { ownRows, personOf } from '../caller.ts'
import { type Route, route } from '../route.ts'
import { runCall } from '../run-call.ts'
import { idParams } from '../shapes/common.ts'
import { callBody, callParams, callQuery, executeBody, toolResult } from '../shapes/calls.ts'
import { followCall } from '../stream-call.ts'

const isOn = (flag: string | undefined): boolean => flag === '1' || flag === 'true'

export const callRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/tools/:name/call',
    summary:
      'Calls a tool. Answers 200 with the result, whatever became of the call; with Accept: text/event-stream its events as they come; with Prefer: respond-async 202 at once, and a worker makes the call.',
    access: 'operator',
    agents: true,
    streams: 'on request',
    params: callParams,
    query: callQuery,
    body: callBody,
    answer: toolResult,
    handle: (services, exchange) =>
      runCall(services, exchange, {
        tool: exchange.params.name,
        body: exchange.body,
        isDetached: isOn(exchange.query.detach),
      }),
  }),
  route({
    method: 'POST',
    path: '/api/tools/:name/execute',
    summary: 'The same as /call for clients that send the arguments as args.',
    access: 'operator',
    agents: true,
    streams: 'on request',
    params: callParams,
    query: callQuery,
    body: executeBody,
    answer: toolResult,
    handle: (services, exchange) => {
      const { args, ...body } = exchange.body
      return runCall(services, exchange, {
        tool: exchange.params.name,
        body: { ...body, input: args },
        isDetached: isOn(exchange.query.detach),
      })
    },
  }),
  route({
    method: 'GET',
    path: '/api/calls/:id/events',
    summary:
      'Follows a call, in whichever process on the same database it runs; Last-Event-ID resumes it. Ends with its result. A call that was made neither as a stream nor in the background is told from now on.',
    access: 'viewer',
    agents: true,
    streams: 'always',
    params: idParams,
    answer: z.string(),
    handle: async (services, exchange) => {
      await followCall(services, exchange, exchange.params.id)
      return undefined
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/calls/:id',
    summary: 'Cancels a call, in whichever process on the same database it runs.',
    access: 'operator',
    agents: true,
    params: idParams,
    answer: z.object({
      cancelled: z.boolean(),
      reason: z.string().optional().describe('Why it was not cancelled, if the call still runs'),
    }),
    handle: async (services, { params, caller }) => {
      const { yard, agents } = services
      const own = await ownRows(agents, caller)
      const ids = callIdsOf(personOf(caller), params.id)
      const anywhere = anywhereOf(yard)
      if (ids.some((id) => anywhere.cancelHere(id, own))) return { cancelled: true }
      const background = await ownBackground(services, caller, params.id)
      if (background)
        return {
          cancelled: await backgroundOf(yard).cancel(background.id, `cancelled by ${personOf(caller)}`),
        }
      return anywhere.cancel(ids, own)
    },
  }),
]
