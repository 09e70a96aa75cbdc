/**
 * The board as it is shown: topics, posts and replies.
 *
 * @module
 */
import { z } from 'zod'
import { limit, name, time } from './common.ts'

export const boardTopic = z.object({ topic: z.string(), posts: z.int(), lastAt: time })

export const boardPost = z.object({
  id: z.string(),
  topic: z.string(),
  /** Of a reply: the first post of its discussion. */
  parent: z.string().optional(),
  author: z.string(),
  kind: z.enum(['agent', 'person']),
  content: z.string(),
  mentions: z.array(z.string()),
  at: time,
})

export const postsQuery = z.strictObject({
  topic: name.optional(),
  mentioning: name.optional(),
  before: name.optional(),
  limit,
})

export const postBody = z.strictObject({
  /** Of a new discussion. */
  topic: name.optional(),
  /** Id of the post that is answered. */
  parent: name.optional(),
  content: z.string().max(20_000),
})
