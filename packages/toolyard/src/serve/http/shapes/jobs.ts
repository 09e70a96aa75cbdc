/**
 * Jobs: work that outlives a process, and its queues.
 *
 * @module
 */
import { z } from 'zod'
import { limit, name, time } from './common.ts'

const states = ['running', 'waiting', 'delayed', 'parked', 'failed', 'unknown', 'cancelled', 'done'] as const
const one = `(?:${states.join('|')})`
/** Further pages are found by a filter. */
const mostSkipped = 10_000

const jobState = z.enum(states)

export const job = z.object({
  id: z.string(),
  queue: z.string(),
  kind: z.string(),
  tenant: z.string().optional(),
  state: jobState,
  since: time.describe('When it came into this state'),
  attempt: z.int().describe('How often it was started'),
  attempts: z.int().optional().describe('How often it may be tried'),
  notBefore: time.optional(),
  reason: z.string().optional().describe('Why it failed, was cancelled, or is tried again'),
  parkedOn: z.string().optional().describe('What it waits for without a worker'),
})

export const queueCounts = z.object({
  queue: z.string(),
  waiting: z.int(),
  delayed: z.int(),
  running: z.int(),
  parked: z.int(),
  failed: z.int().describe('Failed and unknown, as far as they are kept'),
  workers: z.int(),
  oldest: time.optional().describe('Since when the job that waits longest is waiting'),
})

export const jobsQuery = z.object({
  queue: name.optional(),
  tenant: name.optional(),
  state: z
    .string()
    .regex(new RegExp(`^${one}(?:,${one})*$`))
    .optional()
    .describe(`One state, or several with commas: ${states.join(', ')}`),
  after: z.coerce.number().int().min(0).max(mostSkipped).default(0),
  limit,
})

export const cancelQuery = z.object({ reason: z.string().min(1).max(500).optional() })
