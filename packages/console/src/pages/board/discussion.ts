/** Posts that came one by one, newest first, as discussions. */
import type { BoardPost } from '../../api/types.ts'

export interface Discussion {
  /** The id of its first post. */
  readonly id: string
  /** Absent if it is older than what was loaded. */
  readonly first: BoardPost | undefined
  /** Oldest first, as far as they were loaded. */
  readonly replies: readonly BoardPost[]
}

/** The discussion with the newest post first. */
export function discussionsOf(posts: readonly BoardPost[]): readonly Discussion[] {
  return [...Map.groupBy(posts, ({ id, parent }) => parent ?? id)].map(([id, some]) => ({
    id,
    first: some.find((post) => post.id === id),
    replies: some.filter((post) => post.id !== id).toReversed(),
  }))
}

/** A piece of a text; `isMention` if it calls one of those whom the post mentions. */
export interface Piece {
  readonly text: string
  readonly isMention: boolean
}

export function piecesOf(text: string, mentions: readonly string[]): readonly Piece[] {
  if (mentions.length === 0) return [{ text, isMention: false }]
  // The longest first: "ann" is also the beginning of "anna".
  const names = mentions.toSorted((one, other) => other.length - one.length).map((name) => escaped(name))
  const called = new RegExp(`(@"(?:${names.join('|')})"|(?<![\\w.%+-])@(?:${names.join('|')}))`, 'u')
  return text
    .split(called)
    .map((piece, index) => ({ text: piece, isMention: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

function escaped(name: string): string {
  return name.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
}
