/**
 * The history of schedules over SQL: bounded for each of them.
 *
 * @module
 */
import type { Awaitable } from '../awaitable.ts'
import { keptSlots, openStates, type ScheduleSlot, type SlotFilter } from '../schedules.ts'
import { plain } from './call-row.ts'
import { type Change, rowsOf, type SqlDatabase, whenKnown } from './database.ts'
import { sql, type RawBuilder } from './kysely.ts'
import { slotOfRow, slotRow } from './schedule-row.ts'

const defaultLimit = 100
const open = sql.join(openStates.map((state) => sql.lit(state)))

/** The first change writes the slot, if it is new; the next one forgets the oldest. */
export function addSlot({ build }: SqlDatabase, slot: ScheduleSlot): Change[] {
  const id = plain(slot.scheduleId)
  const insert = build
    .insertInto('schedule_slots')
    .values(slotRow(slot))
    .onConflict((conflict) => conflict.column('id').doNothing())
  const newest = sql`(select newer.n from schedule_slots as newer where newer.schedule_id = ${id}
    order by newer.n desc limit 1 offset ${sql.lit(keptSlots)})`
  const old = sql`delete from schedule_slots where schedule_id = ${id} and state not in (${open}) and n <= ${newest}`
  return [insert.compile(), old.compile(build)]
}

/** No other slot of the schedule runs or waits, and none was queued before this one. */
export function isAlone(id: string, scheduleId: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from schedule_slots as other where other.schedule_id = ${scheduleId}
    and other.state in (${open}) and other.id <> ${id}
    and (other.state <> 'queued' or other.n < (select own.n from schedule_slots as own where own.id = ${id})))`
}

/** Newest first. */
export function selectSlots(
  database: SqlDatabase,
  { workspace, scheduleId, id, isOpen, limit = defaultLimit }: SlotFilter,
): Awaitable<readonly ScheduleSlot[]> {
  let query = database.build.selectFrom('schedule_slots').selectAll().orderBy('n', 'desc').limit(limit)
  if (scheduleId !== undefined) query = query.where('schedule_id', '=', plain(scheduleId))
  if (id !== undefined) query = query.where('id', '=', plain(id))
  if (isOpen === true) query = query.where(sql<boolean>`state in (${open})`)
  if (isOpen === false) query = query.where(sql<boolean>`state not in (${open})`)
  if (workspace !== undefined)
    query = query.where(
      'schedule_id',
      'in',
      database.build.selectFrom('schedules').select('schedules.id').where('workspace', '=', plain(workspace)),
    )
  return whenKnown(rowsOf(database, query), (rows) => rows.map(slotOfRow))
}
