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
    summary:
      'Answers a question: with a text, with one of its choices, or with the values of its form. What does not fit the form is told field by field in "details", and the question stays open.',
    access: 'approver',
    params: idParams,
    body: z
      .strictObject({
        answer: z.string().max(100_000).optional(),
        values: z.record(z.string(), z.unknown()).optional(),
      })
      .refine(
        ({ answer, values }) => (answer === undefined) !== (values === undefined),
        'give "answer" (a text) or "values" (of a form)',
      ),
    answer: z.object({ item: inboxItem }),
    handle: async ({ yard }, { params, body, caller }) => {
      const { id } = await requireOpen(yard, params.id)
      const said = body.values ?? body.answer ?? ''
      const { bytes: _, ...item } = (await yard.inbox.answer(id, said, { by: personOf(caller) })).item
      return { item }
    },
  }),
  route({
    method: 'POST',
    path: '/api/questions/:id/decline',
    summary: 'Declines to answer a question: the tool is told so.',
    access: 'approver',
    params: idParams,
    body: z.strictObject({ reason: z.string().max(2000).optional() }),
    answer: z.object({ item: inboxItem }),
    handle: async ({ yard }, { params, body, caller }) => {
      const { id } = await requireOpen(yard, params.id)
      const { by, reason } = { by: personOf(caller), reason: body.reason }
      const { bytes: _, ...item } = (await yard.inbox.decline(id, { by, reason })).item
      return { item }
    },
  }),
]
