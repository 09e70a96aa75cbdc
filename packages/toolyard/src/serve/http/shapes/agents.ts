/**
 * Agents as they are shown, and what makes one.
 *
 * @module
 */
import { z } from 'zod'
import { anything, idParams, time } from './common.ts'
import { diffPart } from './inbox.ts'

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

/** What an agent was after a change, and what that changed. */
export const agentVersion = z.object({
  version: z.int(),
  at: time,
  by: z.string().optional(),
  name: z.string(),
  prompt: z.string(),
  model: z.string().optional(),
  runner: z.string().optional(),
  settings: z.record(z.string(), anything),
  tools: z.array(z.object({ id: z.string(), name: z.string(), pinned: z.string().optional() })),
  /** Against the version before; absent for the oldest that is kept. */
  changes: z
    .object({
      /** Names of what differs: `name`, `prompt`, `model`, `runner`, `settings`, `tools`, `pins`. */
      fields: z.array(z.enum(['name', 'prompt', 'model', 'runner', 'settings', 'tools', 'pins'])),
      added: z.array(z.string()),
      removed: z.array(z.string()),
      /** Of prompt and settings. */
      diff: z.array(diffPart),
    })
    .optional(),
})

export const versionParams = idParams.extend({ version: z.coerce.number().int().min(1) })

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
