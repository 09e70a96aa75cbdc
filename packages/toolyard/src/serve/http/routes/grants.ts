/**
 * What people have allowed beyond one call.
 *
 * @module
 */
import { z } from 'zod'
import { ToolyardError } from '../../../kernel/index.ts'
import { type Route, route } from '../route.ts'
import { idParams, listOf, whole } from '../shapes/common.ts'
import { grant } from '../shapes/inbox.ts'

export const grantRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/grants',
    summary: 'What was granted, in the order in which it was.',
    access: 'viewer',
    answer: listOf(grant),
    handle: async ({ yard }) => whole(await yard.inbox.grants()),
  }),
  route({
    method: 'DELETE',
    path: '/api/grants/:id',
    summary: 'Takes a grant back: the next such call asks again.',
    access: 'approver',
    params: idParams,
    answer: z.object({ revoked: z.boolean() }),
    handle: async ({ yard }, { params }) => {
      if (await yard.inbox.revoke(params.id)) return { revoked: true }
      throw new ToolyardError('not_found', `there is no grant "${params.id}"`, {
        hint: 'See what there is with GET /api/grants.',
      })
    },
  }),
]
