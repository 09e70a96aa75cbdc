/**
 * What people are asked, as it is shown.
 *
 * @module
 */
import { z } from 'zod'
import { limit, time } from './common.ts'

const status = z.enum(['pending', 'approved', 'rejected', 'answered', 'expired', 'cancelled', 'used'])

export const inboxItem = z.object({
  id: z.string(),
  kind: z.enum(['approval', 'question']),
  status,
  callId: z.string(),
  tool: z.string(),
  threadId: z.string().optional(),
  agent: z.string().optional(),
  principal: z.string(),
  text: z.string(),
  reason: z.string(),
  rule: z.string(),
  explanation: z.string().optional(),
  digest: z.string(),
  bytes: z.string(),
  offer: z.string().optional(),
  choices: z.array(z.string()).optional(),
  createdAt: time,
  expiresAt: time,
  answer: z.string().optional(),
  by: z.string().optional(),
  answeredAt: time.optional(),
})

const diffPart = z.object({
  title: z.string(),
  lines: z.array(z.object({ mark: z.enum([' ', '-', '+', '…']), text: z.string() })),
})

export const approval = inboxItem.extend({
  /** Made from the bytes that were hashed; not whole where secrets were taken out. */
  rendered: z.object({ text: z.string(), isWhole: z.boolean() }),
  diff: z.array(diffPart).optional(),
})

export const grant = z.object({
  id: z.string(),
  rule: z.string(),
  tool: z.string(),
  fingerprint: z.string(),
  threadId: z.string().optional(),
  agent: z.string().optional(),
  by: z.string(),
  createdAt: time,
})

/** `all` for every status. */
export const inboxQuery = z.strictObject({
  status: z.enum([...status.options, 'all']).default('pending'),
  limit,
})
