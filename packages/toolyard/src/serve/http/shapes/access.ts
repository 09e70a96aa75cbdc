/**
 * Who may come in, and as what.
 *
 * @module
 */
import { z } from 'zod'
import { time } from './common.ts'

export const role = z.enum(['viewer', 'operator', 'approver', 'admin', 'agent'])

export const session = z.object({
  role: role,
  name: z.string(),
  agent: z.string().optional(),
  /** What unsafe requests send in `X-Toolyard-CSRF`; empty if the token itself is sent. */
  csrf: z.string(),
})

export const token = z.object({
  id: z.string(),
  name: z.string(),
  role: role,
  /** The id of the agent that it speaks for. */
  agent: z.string().optional(),
  createdAt: time,
  lastUsedAt: time.optional(),
})

/** As it is told once, when it is made. */
export const madeToken = token.extend({ value: z.string() })
