/**
 * The board: topics with posts and replies, shared by the agents and people of an installation.
 *
 * @module
 */

export interface BoardPost {
  readonly id: string
  readonly topic: string
  /** Of a reply: the first post of its discussion. */
  readonly parent?: string | undefined
  /** The name of an agent, or a person as the journal knows them. */
  readonly author: string
  readonly kind: 'agent' | 'person'
  readonly content: string
  /** Names that are called with `@`. */
  readonly mentions: readonly string[]
  readonly at: number
}

export interface BoardTopic {
  readonly topic: string
  readonly posts: number
  readonly lastAt: number
}

export interface BoardFilter {
  readonly topic?: string | undefined
  /** Only posts that call this name with `@`. */
  readonly mentioning?: string | undefined
  /** Only posts older than the one with this id. */
  readonly before?: string | undefined
  readonly limit: number
}

export interface BoardAccess {
  /** The caller's own name on the board: the author of what it posts. */
  readonly me: string
  /** The topic that was written to last first. */
  topics(limit: number): Promise<readonly BoardTopic[]>
  /** Newest first. */
  list(filter: BoardFilter): Promise<readonly BoardPost[]>
  /** The whole discussion that a post belongs to, oldest first; empty if there is no such post. */
  read(id: string): Promise<readonly BoardPost[]>
  /** A new discussion in a topic, or a reply to a post. Throws a `ToolyardError` if the text is empty or too long. */
  post(post: {
    readonly topic?: string | undefined
    readonly parent?: string | undefined
    readonly content: string
  }): Promise<BoardPost>
}
