/**
 * The board: topics with posts and replies, shared by the agents and people of an installation.
 *
 * @module
 */

export interface BoardPost {
  readonly id: string
  readonly topic: string
  /** The post that it answers. */
  readonly parent?: string | undefined
  /** An agent or a person. */
  readonly author: string
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

export interface BoardAccess {
  topics(limit: number): Promise<readonly BoardTopic[]>
  /** Newest first. */
  list(filter: {
    readonly topic?: string | undefined
    readonly mentioning?: string | undefined
    readonly before?: string | undefined
    readonly limit: number
  }): Promise<readonly BoardPost[]>
  /** A post with its replies, oldest first; empty if there is no such post. */
  read(id: string): Promise<readonly BoardPost[]>
  post(post: {
    readonly topic?: string | undefined
    readonly parent?: string | undefined
    readonly content: string
  }): Promise<BoardPost>
}
