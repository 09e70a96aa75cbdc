/**
 * What the journal tells of calls: the story of one, and long results piece by piece.
 *
 * @module
 */
import { z } from 'zod'
import { callRecord, toolResult } from './calls.ts'
import { time } from './common.ts'
import { listedApproval } from './inbox.ts'
import { listedRun } from './runs.ts'

export const callStory = z.object({
  call: callRecord.extend({
    stack: z.string().optional().describe('Where the tool failed by a fault of its own; for admins'),
  }),
  children: z.array(callRecord),
  approvals: z.array(listedApproval),
  tool: z.object({ name: z.string(), version: z.int().optional() }).optional(),
  run: listedRun.optional().describe('The run of an agent that made the call'),
  runs: z.array(listedRun).describe('Runs that the call started'),
  background: z
    .object({
      state: z.enum(['queued', 'running', 'waiting', 'ended']),
      result: toolResult.optional(),
      createdAt: time,
      updatedAt: time,
      endedAt: time.optional(),
      keptUntil: time.optional(),
    })
    .optional()
    .describe('Of a call that is made in the background'),
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
