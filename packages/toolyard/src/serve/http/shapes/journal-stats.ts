/**
 * Figures about calls and runs, and what runs or waits right now.
 *
 * @module
 */
import { z } from 'zod'
import { callSelection } from './calls.ts'
import { time } from './common.ts'

const percentiles = z.object({ count: z.int(), p50: z.number(), p95: z.number(), p99: z.number() })

const figures = {
  calls: z.int(),
  errors: z.int().describe('Ended as error, timeout or unknown'),
  denied: z.int().describe('Denied or held'),
  latency: percentiles
    .optional()
    .describe('Milliseconds that tools ran, without waiting for people; within five percent'),
  waiting: percentiles.optional().describe('Milliseconds that people were waited for, of calls that did'),
}

const slot = z.object({ at: time, ...figures })

export const journalStats = z.object({
  since: time,
  until: time,
  stepMs: z.int(),
  source: z
    .enum(['hours', 'calls'])
    .describe('hours: from hourly counts, so that since and until are whole hours'),
  total: z.object(figures),
  statuses: z.record(z.string(), z.int()),
  slots: z.array(slot).describe('Oldest first; times without a call are left out'),
  names: z.array(z.object({ name: z.string(), ...figures, slots: z.array(slot) })),
  others: z
    .object({ names: z.int(), ...figures })
    .optional()
    .describe('Names beyond those listed, together'),
  knownSince: time.optional().describe('Older calls are gone: figures are complete from here on'),
  uncounted: z.int().optional().describe('Calls of earlier versions that are not counted yet'),
  usage: z
    .array(
      z.object({
        at: time,
        runs: z.int(),
        inputTokens: z.number(),
        outputTokens: z.number(),
        cost: z.number().optional(),
        priced: z.int().optional().describe('Runs whose model has a price'),
      }),
    )
    .describe('What agent runs used, by day; filtered by agent, principal and time alone'),
})

const longestMs = 1000 * 24 * 3_600_000

export const statsQuery = z
  .strictObject({
    ...callSelection,
    since: z.coerce.number().min(0).optional().describe('24 hours before until by default'),
    until: z.coerce.number().min(0).optional().describe('Now by default'),
    by: z.enum(['tool', 'agent']).optional(),
    names: z.coerce.number().int().min(1).max(50).optional().describe('6 by default'),
    offsetMs: z.coerce
      .number()
      .int()
      .min(-16 * 3_600_000)
      .max(16 * 3_600_000)
      .default(0)
      .describe('How far your clock is ahead of UTC: days begin there'),
  })
  .refine(({ since, until }) => since === undefined || until === undefined || since < until, {
    error: 'since must be before until',
  })
  .refine(({ since, until = Date.now() }) => since === undefined || until - since <= longestMs, {
    error: 'at most 1,000 days',
  })

export const journalNames = z.object({
  tools: z.array(z.string()),
  agents: z.array(z.string()),
  principals: z.array(z.string()),
  doors: z.array(z.string()),
})

const nowCall = z.object({
  id: z.string(),
  tool: z.string(),
  state: z.enum(['running', 'waiting', 'queued']),
  startedAt: time,
  agent: z.string().optional(),
  principal: z.string().optional(),
  origin: z.string().optional(),
  threadId: z.string().optional(),
  parentId: z.string().optional(),
  waitsFor: z
    .object({ kind: z.enum(['approval', 'question']), id: z.string(), since: time, expiresAt: time })
    .optional()
    .describe('What a person is asked'),
  canStop: z.boolean().describe('false: it waits without a process; answer what is asked, or stop its run'),
})

export const journalNow = z.object({
  items: z.array(nowCall),
  total: z.int().describe('More than items if there are too many to list'),
})
