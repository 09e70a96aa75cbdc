/**
 * Conversations with agents, as they are shown.
 *
 * @module
 */
import { z } from 'zod'
import { limit, text, time } from './common.ts'
import { listedApproval, listedItem } from './inbox.ts'

export const conversation = z.object({
  id: z.string(),
  agent: z.string().optional(),
  principal: z.string().optional(),
  title: z.string(),
  messages: z.int(),
  createdAt: time,
  updatedAt: time,
})

export const conversationsQuery = z.strictObject({
  agent: text.optional(),
  /** A part of the title, or of the agent's name. */
  words: z.string().trim().min(1).max(200).optional(),
  limit,
  /** The `next` of the page before. */
  after: z
    .string()
    .max(400)
    .regex(/^\d+(?:\.\d+)?(?:~.*)?$/s, 'is not the next of a page')
    .optional(),
})

export const conversationChange = z.strictObject({ title: z.string().min(1).max(200) })

export const messagesQuery = z.strictObject({
  /** Only those before this position. */
  before: z.coerce.number().int().min(1).optional(),
  /** The last so many; all of them if it is absent. */
  limit: z.coerce.number().int().min(1).max(500).optional(),
})

/** An approval has what would run in `rendered`, a question its words in `text`. */
export const waitingRequest = z.union([listedApproval, listedItem])
