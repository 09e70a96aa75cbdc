/**
 * What the journal tells: calls that were made, and the story of one.
 *
 * @module
 */
import { ToolyardError } from '../../../kernel/index.ts'
import type { BackgroundCall } from '../../../parts/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import { type CallRecord, withoutStack } from '../../../store/index.ts'
import { ownBackground, recordOf } from '../background-call.ts'
import { callIdsOf } from '../call-ids.ts'
import { isOwn, ownRows, personOf } from '../caller.ts'
import { type Route, route } from '../route.ts'
import { callRecord, callsQuery } from '../shapes/calls.ts'
import { idParams, pageOf } from '../shapes/common.ts'
import { callStory } from '../shapes/journal.ts'
import { shortened } from '../short-call.ts'
import { listedView } from './approvals.ts'
import { runsOfCall } from './run-views.ts'

const mostChildren = 200

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
      const { thread: threadId, parent: parentId, door: origin, after: before, limit, ...rest } = query
      const own = await ownRows(agents, caller)
      // An agent's token sees its own rows alone: their names are whole.
      const filter = own ? { ...rest, ...own, match: undefined } : rest
      const calls = await yard.journal.list({ ...filter, threadId, parentId, origin, before, limit })
      const last = calls.length === limit ? calls.at(-1)?.position : undefined
      return { items: calls.map(shortened), next: last === undefined ? null : String(last) }
    },
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
      const background = await ownBackground({ yard, agents }, caller, params.id)
      const written = await find(yard, callIdsOf(personOf(caller), background?.id ?? params.id))
      const call = written ?? (background && recordOf(yard, background))
      if (!call || !isOwn(own, call)) throw unknownCall(params.id)
      const [children, asked] = await Promise.all([
        yard.journal.list({ parentId: call.id, limit: mostChildren }),
        yard.inbox.list({ callId: call.id }),
      ])
      const version = await yard.catalogue.versionOf(call)
      return {
        ...(await runsOfCall({ yard, agents }, caller, call)),
        call: caller.role === 'admin' ? call : withoutStack(call),
        children: children.map(shortened).toReversed(),
        approvals: asked.map(listedView),
        tool: version && { name: call.tool, version: version.called },
        background: background && stateOf(background),
      }
    },
  }),
]

function stateOf({ state, result, createdAt, updatedAt, endedAt, keptUntil }: BackgroundCall) {
  return { state, result, createdAt, updatedAt, endedAt, keptUntil }
}

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
