/**
 * Conversations that are open in this process.
 *
 * @module
 */
import { z } from 'zod'
import { ToolyardError } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import { type Route, route } from '../route.ts'
import { idParams, listOf, whole } from '../shapes/common.ts'

const thread = z.object({
  id: z.string(),
  /** Calls that were made in it, and calls that run now. */
  calls: z.int(),
  active: z.int(),
  idleMs: z.number(),
})

export const threadRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/threads',
    summary: 'Conversations that are open here.',
    access: 'viewer',
    answer: listOf(thread),
    handle: ({ yard }) => whole(yard.threads.ids.map((id) => viewOf(yard, id))),
  }),
  route({
    method: 'GET',
    path: '/api/threads/:id',
    summary: 'One conversation.',
    access: 'viewer',
    params: idParams,
    answer: thread,
    handle: ({ yard }, { params }) => viewOf(yard, params.id),
  }),
  route({
    method: 'DELETE',
    path: '/api/threads/:id',
    summary: 'Ends a conversation: its calls are cancelled, and what its tools kept is let go.',
    access: 'operator',
    params: idParams,
    answer: thread,
    handle: async ({ yard }, { params }) => {
      const before = viewOf(yard, params.id)
      await yard.threads.cleanupContext(params.id)
      return before
    },
  }),
]

function viewOf({ threads }: ToolService, id: string) {
  if (!threads.has(id))
    throw new ToolyardError('not_found', `no conversation "${id}" is open here`, {
      hint: 'See those that are with GET /api/threads; calls of others are in GET /api/calls?thread=ID.',
    })
  const { calls, active, usedAt } = threads.get(id)
  return { id, calls, active, idleMs: Math.max(0, Math.round(performance.now() - usedAt)) }
}
