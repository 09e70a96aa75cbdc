/**
 * How texts come into the index and go out of it: changes for the transaction that writes or removes their rows.
 *
 * SQLite keeps the words in an FTS5 table, which splits them at spaces; PostgreSQL in a column of the text's own row.
 *
 * @module
 */
import { isTextPlace, type TextEntry, type TextPlace, type textPlaces } from '../text-index.ts'
import type { TextWords } from '../text-words.ts'
import { optional, plain } from './call-row.ts'
import type { Change, SqlDatabase } from './database.ts'
import { type RawBuilder, sql } from './kysely.ts'

/** The row that a text is of: without it nothing is indexed, however late its index is. */
const rowsOfPlaces: Readonly<Record<(typeof textPlaces)[number], (id: string) => RawBuilder<unknown>>> = {
  calls: (id) => sql`select 1 from calls where calls.id = ${id}`,
  runs: (id) => sql`select 1 from runs where runs.id = ${id}`,
  threads: (id) => sql`select 1 from threads where threads.id = ${id}`,
  forum: (id) => sql`select 1 from board_posts where board_posts.id = ${id}`,
}

/** A record's row has its kind, scope and id. */
function rowOf(place: TextPlace, id: string, part: string): RawBuilder<unknown> {
  if (isTextPlace(place)) return rowsOfPlaces[place](id)
  return sql`select 1 from records where records.kind = ${place} and records.scope = ${id} and records.id = ${part}`
}

/** Numbers of calls are given here, below all that the database gives. */
const below = 2 ** 40

export function putText(database: SqlDatabase, words: TextWords, entry: TextEntry): Change[] {
  const { state = '', position } = entry
  const [place, id, part, principal] = [
    plain(entry.place),
    plain(entry.id),
    plain(entry.part ?? ''),
    optional(entry.principal),
  ]
  const terms = words.termsOf({ ...entry, principal: principal ?? undefined })
  const isSqlite = database.kind === 'sqlite'
  const number = position === undefined ? {} : { n: sql`${position - below}` }
  const key = { place: sql`${place}`, id: sql`${id}`, part: sql`${part}` }
  const facts = {
    state: sql`${state}`,
    principal: sql`${principal}`,
    title: sql`${plain(entry.title)}`,
    text: sql`${plain(entry.text)}`,
    at: sql`cast(${entry.at} as double precision)`,
    ...(!isSqlite && { words: sql`array_to_tsvector(${terms})` }),
  }
  const row: Readonly<Record<string, RawBuilder<unknown>>> = { ...number, ...key, ...facts }
  const same = Object.keys(facts).map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
  const upsert = sql`insert into texts (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    select ${sql.join(Object.values(row))} where exists (${rowOf(place, id, part)})
    on conflict (place, id, part) do update set ${sql.join(same)}`
  const found = sql`from texts where place = ${place} and id = ${id} and part = ${part}`
  return [
    // A number that another call had is free: there is no such call any more.
    ...(position === undefined ? [] : [sql`delete from texts where n = ${position - below} and id <> ${id}`]),
    upsert,
    ...(isSqlite
      ? [
          sql`delete from text_words where rowid in (select n ${found})`,
          sql`insert into text_words (rowid, words) select n, ${terms.join(' ')} ${found}`,
        ]
      : []),
  ].map((query) => query.compile(database.build))
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
