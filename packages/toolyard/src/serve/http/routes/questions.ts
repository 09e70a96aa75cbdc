/**
 * Questions that tools ask people.
 *
 * @module
 */
import { z } from 'zod'
import { personOf } from '../caller.ts'
import { type Route, route } from '../route.ts'
import { idParams, listOf, whole } from '../shapes/common.ts'
import { inboxItem, inboxQuery } from '../shapes/inbox.ts'
import { requireOpen } from './approvals.ts'

export const questionRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/questions',
    summary: 'Questions that wait for an answer, or were answered, newest first.',
    access: 'viewer',
    query: inboxQuery,
    answer: listOf(inboxItem),
    handle: async ({ yard }, { query: { status, limit } }) =>
      whole(await yard.inbox.list({ kind: 'question', limit, ...(status !== 'all' && { status }) })),
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
      return yard.inbox.answer(id, body.answer, { by: personOf(caller) })
    },
  }),
]
