/**
 * Questions that tools ask people.
 *
 * @module
 */
import { z } from 'zod'
import { personOf } from '../caller.ts'
import { type Route, route } from '../route.ts'
import { countedPageOf, idParams } from '../shapes/common.ts'
import { inboxItem, inboxQuery, listedItem } from '../shapes/inbox.ts'
import { ownItem, requireOpen } from './approvals.ts'

export const questionRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/questions',
    summary: 'Questions that wait for an answer, or were answered, page by page.',
    access: 'viewer',
    query: inboxQuery,
    answer: countedPageOf(listedItem),
    handle: async ({ yard }, { query: { status, ...filter }, caller }) => {
      const chosen = { kind: 'question', ...filter, ...(status !== 'all' && { status }) } as const
      const { items, next, total } = await yard.inbox.page(chosen)
      const own = items.map((item) => ownItem(item, personOf(caller)))
      return { items: own, next: next === undefined ? null : String(next), total }
    },
  }),
  route({
    method: 'POST',
    path: '/api/questions/:id/answer',
    summary: 'Answers a question; where it has choices, with one of them.',
    access: 'approver',
    params: idParams,
    body: z.strictObject({ answer: z.string().max(100_000) }),
    answer: z.object({ item: inboxItem }),
    handle: async ({ yard }, { params, body, caller }) => {
      const { id } = await requireOpen(yard, params.id)
      const { bytes: _, ...item } = (await yard.inbox.answer(id, body.answer, { by: personOf(caller) })).item
      return { item }
    },
  }),
]
