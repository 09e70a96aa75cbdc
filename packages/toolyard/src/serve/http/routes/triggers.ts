/**
 * Triggers: what other services start here. Their signature is their authentication; they carry no token.
 *
 * @module
 */
import { z } from 'zod'
import { readBody } from '../read-body.ts'
import { type Route, route } from '../route.ts'
import { listOf, whole } from '../shapes/common.ts'

const trigger = z.object({
  name: z.string(),
  tool: z.string().optional(),
  agent: z.string().optional(),
  signature: z.enum(['toolyard', 'github', 'stripe']),
  perMinute: z.int(),
  windowMs: z.int(),
  problem: z.string().optional(),
})

const triggered = z.object({
  callId: z.string().optional(),
  runId: z.string().optional(),
  threadId: z.string().optional(),
  messageId: z.string().optional(),
  duplicate: z.boolean(),
})

export const triggerRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/triggers/:name',
    summary:
      'Starts what a trigger names, a call or a run, or says it to the run of its conversation, and answers an id once it is written down. The body is JSON, signed with the secret of the trigger; a delivery that is known starts nothing.',
    access: 'anyone',
    status: 202,
    params: z.object({ name: z.string().max(256) }),
    answer: triggered,
    handle: async ({ yard, overload, bodies }, { request, params }) => {
      const body = await readBody(request, { room: bodies })
      const { headers } = request
      const started = await yard.triggers.receive(params.name, { headers, body, leave: overload.leaving })
      const { run, ...told } = started
      if (!run) return told
      return { ...told, threadId: run.threadId }
    },
  }),
  route({
    method: 'GET',
    path: '/api/triggers',
    summary: 'The triggers that are configured, and why one of them can start nothing.',
    access: 'operator',
    answer: listOf(trigger),
    handle: ({ yard }) => whole(yard.triggers.list()),
  }),
]
