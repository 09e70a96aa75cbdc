/**
 * Schedules: what begins by itself, when, and what became of it.
 *
 * @module
 */
import { z } from 'zod'
import { anything, name, time } from './common.ts'

const misfire = z.enum(['skip', 'once', 'all'])
const overlap = z.enum(['skip', 'queue', 'allow'])

const work = {
  tool: name.optional(),
  args: anything.optional(),
  message: z.string().min(1).max(20_000).optional(),
  agent: name.optional(),
  threadId: z.string().min(1).max(256).optional(),
}

const clock = z.string().describe('Time of day in the zone of the schedule, such as 09:00')

const pattern = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('every'), everyMs: z.number() }),
    z.object({ kind: z.literal('once'), at: time }),
    z.object({ kind: z.literal('hourly'), minute: z.int() }),
    z.object({ kind: z.literal('daily'), time: clock }),
    z.object({
      kind: z.literal('weekly'),
      time: clock,
      days: z.array(z.int()).describe('Sunday is 0'),
      isRange: z.boolean().describe('From the first day to the second'),
    }),
    z.object({ kind: z.literal('monthly'), time: clock, day: z.int() }),
    z.object({ kind: z.literal('other') }),
  ])
  .describe('When it is due, for those who say it in another language')

export const schedule = z.object({
  id: z.string(),
  name: z.string(),
  schedule: z.string(),
  words: z.string().describe('The same in words'),
  pattern,
  zone: z.string(),
  ...work,
  principal: z.string().describe('Who made it'),
  misfire,
  overlap,
  isPaused: z.boolean(),
  isWaiting: z.boolean().describe('What was due has begun, and waits: for a person, or for a run'),
  next: z.array(time).describe('The next three times'),
  createdAt: time,
})

export const scheduleSlot = z.object({
  id: z.string(),
  at: time.describe('When it was due'),
  state: z.enum(['queued', 'started', 'waiting', 'done', 'failed', 'skipped', 'missed', 'unknown']),
  by: z.string().optional().describe('Who asked for it, if it did not come due by itself'),
  reason: z.string().optional(),
  callId: z.string().optional(),
  runId: z.string().optional(),
  isRetried: z.boolean(),
  endedAt: time.optional(),
})

export const newSchedule = z.strictObject({
  name: z.string().min(1).max(100),
  schedule: z.string().min(1).max(500).describe('Cron of 5 or 6 fields, 15m, every 2h, or an ISO time'),
  tz: z.string().min(1).max(100).optional(),
  ...work,
  args: z.record(z.string(), z.unknown()).optional(),
  misfire: misfire.optional(),
  overlap: overlap.optional(),
})
