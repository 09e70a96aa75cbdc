/**
 * The board over SQL.
 *
 * @module
 */
import type { BoardPost } from '../../define/index.ts'
import { type BoardStore, mentionKey, mostPosts, mostReplies } from '../board.ts'
import { postText } from '../text-entries.ts'
import type { TextWords } from '../text-words.ts'
import { optional, plain } from './call-row.ts'
import { type Change, type Row, rowsOf, type SqlDatabase, whenKnown } from './database.ts'
import { sql } from './kysely.ts'
import { dropTexts, putText } from './text-changes.ts'

export function createSqlBoard(database: SqlDatabase, words: TextWords, most = mostPosts): BoardStore {
  const { build } = database
  return {
    topics(limit) {
      const query = build
        .selectFrom('board_posts')
        .select(({ fn }) => [
          'topic',
          fn.countAll<number>().as('posts'),
          fn.max('at').as('last_at'),
          fn.max('n').as('n'),
        ])
        .groupBy('topic')
        .orderBy('n', 'desc')
        .limit(limit)
      return whenKnown(rowsOf(database, query), (rows) =>
        rows.map(({ topic, posts, last_at: lastAt }) => ({ topic, posts, lastAt })),
      )
    },
    list({ topic, mentioning, before, limit }) {
      let query = build.selectFrom('board_posts').selectAll().orderBy('n', 'desc').limit(limit)
      if (topic !== undefined) query = query.where('topic', '=', plain(topic))
      if (mentioning !== undefined)
        query = query.where(
          'n',
          'in',
          build
            .selectFrom('board_mentions')
            .select('board_mentions.n')
            .where('name', '=', plain(mentionKey(mentioning))),
        )
      if (before !== undefined)
        query = query.where(
          'n',
          '<',
          build.selectFrom('board_posts as other').select('other.n').where('other.id', '=', plain(before)),
        )
      return whenKnown(rowsOf(database, query), (rows) => rows.map(postOf))
    },
    async discussion(id) {
      const posts = build.selectFrom('board_posts').selectAll()
      const [post] = await rowsOf(database, posts.where('id', '=', plain(id)))
      if (!post) return []
      const start = post.parent ?? post.id
      const first = post.parent === null ? [post] : await rowsOf(database, posts.where('id', '=', start))
      const replies = await rowsOf(
        database,
        posts.where('parent', '=', start).orderBy('n', 'desc').limit(mostReplies),
      )
      return [...first, ...replies.toReversed()].map(postOf)
    },
    add(post) {
      const changes = [...insertion(database, post), ...putText(database, words, postText(post))]
      return whenKnown(database.write([...changes, ...trimming(database, most)]), () => undefined)
    },
  }
}

function insertion({ build }: SqlDatabase, post: BoardPost): Change[] {
  const id = plain(post.id)
  const row = {
    id,
    topic: plain(post.topic),
    parent: optional(post.parent),
    author: plain(post.author),
    kind: post.kind,
    content: plain(post.content),
    // JSON itself writes halves of characters and zero bytes in a form that every database takes.
    mentions: JSON.stringify(post.mentions),
    at: post.at,
  }
  const names = new Set(post.mentions.map((mention) => plain(mentionKey(mention))))
  return [
    build.insertInto('board_posts').values(row).compile(),
    ...Array.from(names, (name) =>
      build
        .insertInto('board_mentions')
        .columns(['name', 'n'])
        .expression((terms) =>
          terms
            .selectFrom('board_posts')
            .select((made) => [made.val(name).as('name'), 'n'])
            .where('id', '=', id),
        )
        .compile(),
    ),
  ]
}

/** Numbers are given in order, so that nothing has to be counted. */
function trimming(database: SqlDatabase, most: number): Change[] {
  const isOld = sql`n <= (select max(n) from board_posts) - ${sql.lit(most)}`
  return [
    ...dropTexts(database, 'forum', sql`id in (select board_posts.id from board_posts where ${isOld})`),
    ...['board_mentions', 'board_posts'].map((table) =>
      sql`delete from ${sql.table(table)} where ${isOld}`.compile(database.build),
    ),
  ]
}

function postOf(row: Row): BoardPost {
  return {
    id: row['id'] as string,
    topic: row['topic'] as string,
    parent: (row['parent'] as string | null) ?? undefined,
    author: row['author'] as string,
    kind: row['kind'] as BoardPost['kind'],
    content: row['content'] as string,
    mentions: JSON.parse(row['mentions'] as string) as string[],
    at: row['at'] as number,
  }
}
