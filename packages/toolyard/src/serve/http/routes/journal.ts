/**
 * What the journal tells: calls that were made, the story of one, how many there were and how long they took.
 *
 * @module
 */
import { z } from 'zod'
import { ToolyardError } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { CallRecord } from '../../../store/index.ts'
import { callIdsOf } from '../call-ids.ts'
import { bucketsOf } from '../call-stats.ts'
import { isOwn, ownRows, personOf } from '../caller.ts'
import { type Route, route } from '../route.ts'
import { callRecord, callsQuery } from '../shapes/calls.ts'
import { idParams, pageOf } from '../shapes/common.ts'
import { callStats, callStory } from '../shapes/journal.ts'
import { shortened } from '../short-call.ts'
import { listedView } from './approvals.ts'

const mostChildren = 200
/** Of how many calls figures are made, the newest of them. */
const mostCounted = 5000

export const journalRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/calls',
    summary: 'Calls that were made, newest first; long answers are cut.',
    access: 'viewer',
    agents: true,
    query: callsQuery,
    answer: pageOf(callRecord),
    handle: async ({ yard, agents }, { query, caller }) => {
      const { tool, thread: threadId, status, parent: parentId, since, limit, after: before } = query
      const own = (await ownRows(agents, caller)) ?? { agent: query.agent }
      const calls = await yard.journal.list({
        tool,
        threadId,
        ...own,
        status,
        parentId,
        since,
        before,
        limit,
      })
      const last = calls.length === limit ? calls.at(-1)?.position : undefined
      return { items: calls.map(shortened), next: last === undefined ? null : String(last) }
    },
  }),
  route({
    method: 'GET',
    path: '/api/calls/stats',
    summary:
      'How many calls there were and how long they took, by stretches of time; of the newest 5,000 calls at the most.',
    access: 'viewer',
    query: z.strictObject({
      since: z.coerce.number().optional(),
      bucketMs: z.coerce.number().int().min(1000).default(60_000),
    }),
    answer: callStats,
    handle: async ({ yard }, { query: { since, bucketMs } }) => ({
      buckets: bucketsOf(await yard.journal.timings({ since, limit: mostCounted }), bucketMs),
    }),
  }),
  route({
    method: 'GET',
    path: '/api/calls/:id',
    summary: 'The whole story of one call: the calls inside it, and what people were asked about it.',
    access: 'viewer',
    agents: true,
    params: idParams,
    answer: callStory,
    handle: async ({ yard, agents }, { params, caller }) => {
      const own = await ownRows(agents, caller)
      const call = await find(yard, callIdsOf(personOf(caller), params.id))
      if (!call || !isOwn(own, call)) throw unknownCall(params.id)
      const [children, asked] = await Promise.all([
        yard.journal.list({ parentId: call.id, limit: mostChildren }),
        yard.inbox.list({ callId: call.id }),
      ])
      const version = await yard.catalogue.versionOf(call)
      return {
        call,
        children: children.map(shortened).toReversed(),
        approvals: asked.map(listedView),
        tool: version && { name: call.tool, version: version.called },
      }
    },
  }),
]

async function find({ journal }: ToolService, ids: readonly string[]): Promise<CallRecord | undefined> {
  for (const id of ids) {
    const call = await journal?.find(id)
    if (call) return call
  }
  return undefined
}

function unknownCall(id: string): ToolyardError {
  return new ToolyardError('not_found', `the journal has no call "${id.slice(0, 200)}"`, {
    hint: 'See the calls that were made with GET /api/calls.',
  })
}
