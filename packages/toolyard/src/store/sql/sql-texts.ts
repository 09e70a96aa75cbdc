/**
 * The index of texts over SQL.
 *
 * Conversations, runs, records and posts are indexed as they are written. Calls are many and few of them are ever looked for: they
 * are indexed when a search runs, the newest first. Stopped at any point, that goes on where it was.
 *
 * @module
 */
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { TextHit, TextIndex, TextPlace, TextReader, TextRequest } from '../text-index.ts'
import { inTitle, scopeOf, type SoughtWays, type TextWords } from '../text-words.ts'
import { optional, plain } from './call-row.ts'
import { type Row, type SqlDatabase } from './database.ts'
import { catchUpTexts } from './catch-up-texts.ts'
import { type RawBuilder, sql } from './kysely.ts'

/** Of texts with one of the words. */
const mostPerWord = 20

export interface SqlTextsOptions {
  readonly words: TextWords
  /** Writes calls that wait to be written. */
  readonly flush: () => Promise<void>
}

export function createSqlTexts(database: SqlDatabase, { words, flush }: SqlTextsOptions): TextIndex {
  let catchingUp: Promise<boolean> | undefined
  const catchUp = (): Promise<boolean> =>
    (catchingUp ??= flush()
      .then(() => catchUpTexts(database, words))
      // A database that can't be written now may still be read.
      .catch(() => true)
      .finally(() => {
        catchingUp = undefined
      }))
  return {
    async find({ query, places, reader, limit }) {
      const sought = words.sought(query)
      const hits = new Map<number, TextHit>()
      if (sought.length === 0 || places.length === 0) return { hits: [], isBehind: false }
      const isBehind = await catchUp()
      for (const place of places)
        for (const [terms, most] of attempts(sought, limit)) {
          const rows = await database.read(selection(database, { place, reader, terms, most }))
          for (const row of rows) hits.set(row['n'] as number, hitOf(row))
          await othersTurn()
        }
      return { hits: [...hits.values()], isBehind: isBehind && places.includes('calls') }
    },
  }
}

/** All words in the title, all words anywhere, then each of them. */
function attempts(
  sought: readonly SoughtWays[],
  limit: TextRequest['limit'],
): readonly (readonly [terms: readonly SoughtWays[], most: number])[] {
  const each = sought.length === 1 ? [] : sought.map((ways) => [[ways], mostPerWord] as const)
  return [[inTitle(sought), limit], [sought, limit], ...each]
}

interface TextSelection {
  readonly place: TextPlace
  readonly reader: TextReader
  readonly terms: readonly SoughtWays[]
  readonly most: number
}

/** The newest first. */
function selection({ kind, build }: SqlDatabase, { place, reader, terms, most }: TextSelection) {
  // What has no owner has no owner's term.
  const owner =
    (place === 'calls' || place === 'runs') && !reader.isHome ? plain(reader.principal) : undefined
  const scope = scopeOf(place, owner).map((term): SoughtWays => [[{ term, isBeginning: false }]])
  const columns = sql`select texts.n, place, id, part, title, text, at`
  const found =
    kind === 'sqlite'
      ? sql`from text_words cross join texts on texts.n = text_words.rowid where text_words match ${ftsQuery([...scope, ...terms])}`
      : sql`from texts where words @@ cast(${tsQuery([...scope, ...terms])} as tsquery)`
  // Both start from the words: in PostgreSQL a sum keeps the planner from going through all rows in their order.
  const newest = kind === 'sqlite' ? sql`text_words.rowid` : sql`texts.n + 0`
  return sql`${columns} ${found} and texts.place = ${place} and ${visibleTo(reader, place)}
    order by ${newest} desc limit ${most}`.compile(build)
}

/** What decides who sees a text: its own row, or that of its conversation, as it is now. */
function visibleTo({ principal, threadId, isHome }: TextReader, place: TextPlace): RawBuilder<unknown> {
  const own = (table: string): RawBuilder<unknown> => {
    const column = sql.ref(`${table}.principal`)
    return isHome
      ? sql`(${column} = ${plain(principal)} or ${column} is null)`
      : sql`${column} = ${plain(principal)}`
  }
  const rowOf = (table: string): RawBuilder<unknown> =>
    sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = texts.id and ${own(table)})`
  switch (place) {
    case 'forum':
      return sql`exists (select 1 from board_posts where board_posts.id = texts.id)`
    case 'calls':
    case 'runs':
    case 'threads':
      return rowOf(place)
    default:
      return sql`(${rowOf('threads')} or texts.id = ${optional(threadId) ?? ''})`
  }
}

function hitOf(row: Row): TextHit {
  const part = row['part'] as string
  return {
    place: row['place'] as TextPlace,
    id: row['id'] as string,
    part: part === '' ? undefined : part,
    title: row['title'] as string,
    text: row['text'] as string,
    at: row['at'] as number,
  }
}

/** Terms have letters, digits and our own two signs only; in quotes they are no syntax. */
function ftsQuery(words: readonly SoughtWays[]): string {
  return joined(words, {
    and: ' AND ',
    or: ' OR ',
    term: ({ term, isBeginning }) => `"${term}"${isBeginning ? '*' : ''}`,
  })
}

function tsQuery(words: readonly SoughtWays[]): string {
  return joined(words, {
    and: ' & ',
    or: ' | ',
    term: ({ term, isBeginning }) => `'${term}'${isBeginning ? ':*' : ''}`,
  })
}

interface QuerySyntax {
  readonly and: string
  readonly or: string
  readonly term: (term: SoughtWays[number][number]) => string
}

function joined(words: readonly SoughtWays[], { and, or, term }: QuerySyntax): string {
  return words.map((ways) => `(${ways.map((way) => `(${way.map(term).join(and)})`).join(or)})`).join(and)
}
