/**
 * How texts come into the index and go out of it: changes for the transaction that writes or removes their rows.
 *
 * SQLite keeps the words in an FTS5 table, which splits them at spaces; PostgreSQL in a column of the text's own row.
 *
 * @module
 */
import type { TextEntry, TextPlace } from '../text-index.ts'
import type { TextWords } from '../text-words.ts'
import { optional, plain } from './call-row.ts'
import type { Change, SqlDatabase } from './database.ts'
import { type RawBuilder, sql } from './kysely.ts'

/** The row that a text is of: without it nothing is indexed, however late its index is. */
const rowsOfPlaces: Readonly<Record<TextPlace, (id: string, part: string) => RawBuilder<unknown>>> = {
  calls: (id) => sql`select 1 from calls where calls.id = ${id}`,
  runs: (id) => sql`select 1 from runs where runs.id = ${id}`,
  threads: (id) => sql`select 1 from threads where threads.id = ${id}`,
  tasks: (id, part) => sql`select 1 from tasks where tasks.thread_id = ${id} and tasks.id = ${part}`,
  forum: (id) => sql`select 1 from board_posts where board_posts.id = ${id}`,
}

/** Numbers of calls are given here, below all that the database gives. */
const below = 2 ** 40

export function putText(database: SqlDatabase, words: TextWords, entry: TextEntry): Change[] {
  const [id, part] = [plain(entry.id), plain(entry.part ?? '')]
  const { place } = entry
  const principal = optional(entry.principal)
  const list = words.termsOf({ ...entry, principal: principal ?? undefined })
  const isSqlite = database.kind === 'sqlite'
  const number = entry.position === undefined ? sql`` : sql`${entry.position - below}, `
  const values = sql`${number}${place}, ${id}, ${part}, ${entry.state ?? ''}, ${principal}, ${plain(entry.title)},
    ${plain(entry.text)}, cast(${entry.at} as double precision)${isSqlite ? sql`` : sql`, array_to_tsvector(${list})`}`
  const more = isSqlite ? sql`` : sql`, words`
  const changed = isSqlite ? sql`` : sql`, words = excluded.words`
  const upsert = sql`insert into texts (${entry.position === undefined ? sql`` : sql`n, `}place, id, part, state, principal, title, text, at${more})
    select ${values} where exists (${rowsOfPlaces[place](id, part)})
    on conflict (place, id, part) do update set state = excluded.state, principal = excluded.principal,
      title = excluded.title, text = excluded.text, at = excluded.at${changed}`
  const row = sql`from texts where place = ${place} and id = ${id} and part = ${part}`
  const queries = isSqlite
    ? [
        upsert,
        sql`delete from text_words where rowid in (select n ${row})`,
        sql`insert into text_words (rowid, words) select n, ${list.join(' ')} ${row}`,
      ]
    : [upsert]
  return queries.map((query) => query.compile(database.build))
}

/** `which`: a condition on rows of `texts`, such as their ids. */
export function dropTexts(database: SqlDatabase, place: TextPlace, which: RawBuilder<unknown>): Change[] {
  const rows = sql`from texts where place = ${place} and ${which}`
  const queries = [
    ...(database.kind === 'sqlite' ? [sql`delete from text_words where rowid in (select n ${rows})`] : []),
    sql`delete ${rows}`,
  ]
  return queries.map((query) => query.compile(database.build))
}
