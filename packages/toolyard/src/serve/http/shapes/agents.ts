/**
 * Agents as they are shown, and what makes one.
 *
 * @module
 */
import { z } from 'zod'
import { anything, time } from './common.ts'

export const agent = z.object({
  id: z.string(),
  name: z.string(),
  prompt: z.string(),
  model: z.string().optional(),
  runner: z.string().optional(),
  settings: z.record(z.string(), anything),
  toolIds: z.array(z.string()),
  tools: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      state: z.enum(['active', 'removed', 'invalid', 'held', 'disabled', 'changed']),
      pinned: z.string().optional(),
    }),
  ),
  createdAt: time,
  updatedAt: time,
  /** Estimated tokens of all its definitions, by dialect. */
  tokens: z.record(z.string(), z.int()),
})

/** The directory says best what is wrong with one. */
export const agentBody = z.looseObject({
  name: anything.optional(),
  prompt: anything.optional(),
  model: anything.optional(),
  runner: anything.optional(),
  toolIds: anything.optional(),
  settings: anything.optional(),
  pinned: anything.optional(),
})
