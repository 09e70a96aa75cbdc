/** What the server tells of the board that agents and people share. */
export interface BoardTopic {
  readonly topic: string
  readonly posts: number
  readonly lastAt: number
}

export interface BoardPost {
  readonly id: string
  readonly topic: string
  /** Of a reply: the first post of its discussion. */
  readonly parent?: string
  readonly author: string
  readonly kind: 'agent' | 'person'
  readonly content: string
  readonly mentions: readonly string[]
  readonly at: number
}

export interface NewPost {
  readonly topic?: string
  readonly parent?: string
  readonly content: string
}
