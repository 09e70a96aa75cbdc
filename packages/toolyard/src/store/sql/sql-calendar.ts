/**
 * Calendars over SQL.
 *
 * @module
 */
import type { CalendarEvent, SeenEvent } from '../../define/index.ts'
import type { CalendarRecord, CalendarStore } from '../calendar.ts'
import { optional, plain } from './call-row.ts'
import { type Change, type Row, rowsOf, type SqlDatabase, whenKnown } from './database.ts'
import { sql } from './kysely.ts'

type SeenVersion = Pick<SeenEvent, 'id' | 'updatedAt'>

export function createSqlCalendar(database: SqlDatabase): CalendarStore {
  const { build } = database
  const saving = (principal: string, event: CalendarEvent, at: number): Change => {
    const facts = { ...factsOf(event), updated_at: at }
    return build
      .insertInto('events')
      .values({ id: plain(event.id), principal, ...facts, created_at: at })
      .onConflict((conflict) =>
        conflict.columns(['principal', 'id']).doUpdateSet({
          ...facts,
          // Two changes within one tick of the clock have times of their own.
          updated_at: sql<number>`case when events.updated_at >= ${at} then events.updated_at + 0.001 else ${at} end`,
        }),
      )
      .compile()
  }
  /** Changes nothing, and counts only if the event is as it was. */
  const unchanged = (principal: string, { id, updatedAt }: SeenVersion): Change => ({
    ...build
      .updateTable('events')
      .set({ updated_at: updatedAt })
      .where('principal', '=', principal)
      .where('id', '=', plain(id))
      .where('updated_at', '=', updatedAt)
      .compile(),
    expects: 1,
  })
  const removal = (principal: string, id: string): Change =>
    build.deleteFrom('events').where('principal', '=', principal).where('id', '=', plain(id)).compile()
  return {
    list: (principal) =>
      whenKnown(
        rowsOf(
          database,
          build.selectFrom('events').selectAll().where('principal', '=', plain(principal)).orderBy('n'),
        ),
        (rows) => rows.map(eventOf),
      ),
    change(principal, { save = [], remove = [], seen = [] }, at) {
      const owner = plain(principal)
      const changes = [
        ...seen.map((event) => unchanged(owner, event)),
        ...remove.map((id) => removal(owner, id)),
        ...save.map((event) => saving(owner, event, at)),
      ]
      return changes.length === 0 || whenKnown(database.write(changes), (counts) => counts !== undefined)
    },
  }
}

function factsOf(event: CalendarEvent) {
  return {
    title: plain(event.title),
    starts: plain(event.start),
    ends: plain(event.end),
    zone: plain(event.zone),
    repeats: optional(event.repeat),
    exceptions: list(event.except),
    additions: list(event.also),
    series: optional(event.series),
    replaces: optional(event.instead),
    place: optional(event.place),
    notes: optional(event.notes),
    uid: optional(event.uid),
  }
}

function list(texts: readonly string[] | undefined): string | null {
  return texts === undefined ? null : JSON.stringify(texts.map(plain))
}

function eventOf(row: Row): CalendarRecord {
  const text = (column: string): string | undefined => (row[column] as string | null) ?? undefined
  const texts = (column: string): readonly string[] | undefined => {
    const value = text(column)
    return value === undefined ? undefined : (JSON.parse(value) as readonly string[])
  }
  return {
    id: row['id'] as string,
    title: row['title'] as string,
    start: row['starts'] as string,
    end: row['ends'] as string,
    zone: row['zone'] as string,
    repeat: text('repeats'),
    except: texts('exceptions'),
    also: texts('additions'),
    series: text('series'),
    instead: text('replaces'),
    place: text('place'),
    notes: text('notes'),
    uid: text('uid'),
    createdAt: row['created_at'] as number,
    updatedAt: row['updated_at'] as number,
  }
}
