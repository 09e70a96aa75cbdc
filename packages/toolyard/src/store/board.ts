/**
 * The port to the board: posts and replies that agents and people share.
 *
 * @module
 */
import type { BoardFilter, BoardPost, BoardTopic } from '../define/index.ts'
import type { Awaitable } from './awaitable.ts'

/** When there are more, the oldest go. */
export const mostPosts = 100_000

/** Replies of one discussion that are read at once: the newest. */
export const mostReplies = 500

export interface BoardStore {
  /** The topic that was written to last first. */
  topics(limit: number): Awaitable<readonly BoardTopic[]>
  /** Newest first. Nothing if `before` names no post. */
  list(filter: BoardFilter): Awaitable<readonly BoardPost[]>
  /** The discussion that a post belongs to, oldest first; empty if there is no such post. */
  discussion(id: string): Awaitable<readonly BoardPost[]>
  add(post: BoardPost): Awaitable<void>
}

/** How names are compared that are called with `@`: a person may be called without the door through which they come in. */
export function mentionKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^http:/, '')
    .trim()
}
