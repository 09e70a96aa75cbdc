/**
 * What the journal tells of calls: the story of one, figures of many, and long results piece by piece.
 *
 * @module
 */
import { z } from 'zod'
import { callRecord } from './calls.ts'
import { time } from './common.ts'
import { listedApproval } from './inbox.ts'

export const callStory = z.object({
  call: callRecord,
  children: z.array(callRecord),
  approvals: z.array(listedApproval),
  tool: z.object({ name: z.string(), version: z.int().optional() }).optional(),
})

export const callStats = z.object({
  buckets: z.array(z.object({ at: time, count: z.int(), errors: z.int(), p50: z.number(), p95: z.number() })),
})

export const storedResult = z.object({
  handle: z.string(),
  tool: z.string(),
  text: z.string(),
  offset: z.int(),
  /** Characters that are kept, and characters between head and tail that are not. */
  total: z.int(),
  dropped: z.int(),
})
