/**
 * Calls: making one, following it, ending it, and what the journal tells of those that were made.
 *
 * @module
 */
import { z } from 'zod'
import { callIdsOf } from '../call-ids.ts'
import { isOwn, ownRows, personOf } from '../caller.ts'
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
      'Calls a tool. Answers 200 with the result, whatever became of the call; with Accept: text/event-stream its events as they come.',
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
    summary: 'Follows a call that was made as a stream; Last-Event-ID resumes it. Ends with its result.',
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
    summary: 'Cancels a call that runs here.',
    access: 'operator',
    agents: true,
    params: idParams,
    answer: z.object({ cancelled: z.boolean() }),
    handle: async ({ yard, calls, agents }, { params, caller }) => {
      const own = await ownRows(agents, caller)
      const mine = callIdsOf(personOf(caller), params.id).filter(
        (id) => own === undefined || isOwn(own, calls.find(id) ?? {}),
      )
      return { cancelled: mine.some((id) => yard.cancel(id)) }
    },
  }),
]
