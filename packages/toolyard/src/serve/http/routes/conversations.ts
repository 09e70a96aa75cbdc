/**
 * Conversations with agents: which there are, what was said in one, what it waits for; another title, and the end of one.
 *
 * People see all, and change their own; an admin any. An agent's token sees those that it began.
 *
 * @module
 */
import { z } from 'zod'
import { ToolyardError } from '../../../kernel/index.ts'
import type { MessagePart, ThreadMessage, ThreadSummary } from '../../../store/index.ts'
import { type HttpCaller, isOwn, ownRows, ownThread, personOf } from '../caller.ts'
import { type Route, route } from '../route.ts'
import type { HttpServices } from '../services.ts'
import { countedPageOf, idParams, listOf, pageOf, whole } from '../shapes/common.ts'
import {
  conversation,
  conversationChange,
  conversationsQuery,
  messagesQuery,
  waitingRequest,
} from '../shapes/conversations.ts'
import { threadMessage } from '../shapes/runs.ts'
import { listedView, ownItem } from './approvals.ts'
import { rowsOf } from './runs.ts'

/** Requests of one conversation that are shown at once. */
const mostWaiting = 50

export const conversationRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/threads/:id/messages',
    summary:
      'What was said in a conversation, in order: all of it, or with limit the last messages; "next" is the before of those that came earlier.',
    access: 'viewer',
    agents: true,
    params: idParams,
    query: messagesQuery,
    answer: countedPageOf(threadMessage),
    handle: async (services, { params, query: { before, limit }, caller }) => {
      const { messages: total } = await findConversation(services, caller, params.id)
      const { threads } = services.yard.store
      if (limit === undefined) return whole((await threads.messages(params.id)).map(shown))
      const items = await threads.lastMessages(params.id, { before, limit })
      const first = items[0]?.position ?? 1
      return { items: items.map(shown), next: first > 1 ? String(first) : null, total }
    },
  }),
  route({
    method: 'GET',
    path: '/api/conversations',
    summary:
      'Conversations with agents, the one that was used last first; of one agent, or with words in their title or the name of their agent.',
    access: 'viewer',
    agents: true,
    query: conversationsQuery,
    answer: pageOf(conversation),
    handle: async (services, { query: { agent: asked, words, limit, after }, caller }) => {
      const own = await rowsOf(services, caller, asked)
      const items = await services.yard.store.threads.list({ ...own, words, before: placeOf(after), limit })
      const last = items.length === limit ? items.at(-1) : undefined
      return { items, next: last === undefined ? null : `${last.updatedAt}~${last.id}` }
    },
  }),
  route({
    method: 'GET',
    path: '/api/conversations/:id',
    summary: 'One conversation: its title, whose it is, and when it was used.',
    access: 'viewer',
    agents: true,
    params: idParams,
    answer: conversation,
    handle: (services, { params, caller }) => findConversation(services, caller, params.id),
  }),
  route({
    method: 'PATCH',
    path: '/api/conversations/:id',
    summary: 'Gives a conversation another title.',
    access: 'operator',
    params: idParams,
    body: conversationChange,
    answer: conversation,
    handle: async ({ yard }, { params, body, caller }) => {
      await yard.runs.conversations.find(params.id)
      return yard.runs.conversations.rename(await ownThread(yard, caller, params.id), body.title)
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/conversations/:id',
    summary:
      'Deletes a conversation with everything said in it. Refused while a run of it goes on. Its runs and calls stay listed.',
    access: 'operator',
    params: idParams,
    answer: z.object({ deleted: z.literal(true) }),
    handle: async ({ yard }, { params, caller }) => {
      await yard.runs.conversations.find(params.id)
      const threadId = await ownThread(yard, caller, params.id)
      await yard.runs.conversations.remove(threadId)
      if (yard.threads.has(threadId)) await yard.threads.cleanupContext(threadId)
      return { deleted: true } as const
    },
  }),
  route({
    method: 'GET',
    path: '/api/conversations/:id/waiting',
    summary:
      'Approvals and questions that wait in a conversation, those of the sub-agents that work for it included, the oldest first.',
    access: 'viewer',
    params: idParams,
    answer: listOf(waitingRequest),
    handle: async ({ yard }, { params, caller }) => {
      const filter = await yard.runs.conversations.waiting(params.id)
      const items = await yard.inbox.list({ ...filter, limit: mostWaiting })
      return whole(
        items
          .map((item) => ownItem(item, personOf(caller)))
          .map((item) => (item.kind === 'approval' ? listedView(item) : item)),
      )
    },
  }),
]

/** An agent's token is not told whether there are others. */
export async function findConversation(
  { yard, agents }: HttpServices,
  caller: HttpCaller,
  id: string,
): Promise<ThreadSummary> {
  const own = await ownRows(agents, caller)
  const thread = await yard.store.threads.find(id)
  if (thread && isOwn(own, thread)) return thread
  throw new ToolyardError('not_found', `there is no conversation "${id}"`, {
    hint: 'See those that there are with GET /api/conversations.',
  })
}

/** A time alone is what earlier versions gave. */
function placeOf(
  after: string | undefined,
): number | { readonly at: number; readonly id: string } | undefined {
  if (after === undefined) return undefined
  const cut = after.indexOf('~')
  return cut < 0 ? Number(after) : { at: Number(after.slice(0, cut)), id: after.slice(cut + 1) }
}

/** Without what only the model's service reads. */
function shown(message: ThreadMessage): ThreadMessage {
  return { ...message, parts: message.parts.map(withoutSignature) }
}

function withoutSignature(part: MessagePart): MessagePart {
  if (!('signature' in part)) return part
  const { signature: _, ...rest } = part
  return rest
}
