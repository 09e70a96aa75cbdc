/**
 * Schedules over SQL. Changes of one schedule's slots take turns: each transaction changes the schedule's row first.
 *
 * @module
 */
import type { ScheduleRecord, ScheduleRoom, ScheduleStore } from '../schedules.ts'
import { optional, plain } from './call-row.ts'
import { type Change, rowsOf, type SqlDatabase, whenKnown } from './database.ts'
import { sql } from './kysely.ts'
import { changingFacts, scheduleOfRow, scheduleRow } from './schedule-row.ts'
import { addSlot, isAlone, selectSlots } from './schedule-slots.ts'

export function createSqlSchedules(database: SqlDatabase): ScheduleStore {
  const { build } = database
  return {
    ...looksOf(database),
    ...slotsOf(database),
    async add(schedule, room) {
      const insert = build
        .insertInto('schedules')
        .values(scheduleRow(schedule))
        .onConflict((conflict) => conflict.doNothing())
      const turns = room ? roomFor(database, schedule, room) : []
      const counts = await database.write([...turns, insert.compile()])
      if (!counts) return 'full'
      return counts[turns.length] === 1 ? 'added' : 'taken'
    },
    change(schedule) {
      const change = build
        .updateTable('schedules')
        .set(changingFacts(schedule))
        .where('id', '=', plain(schedule.id))
        .where('revision', '=', schedule.revision - 1)
      return whenKnown(database.write([change.compile()]), (counts) => counts?.[0] === 1)
    },
    remove(id) {
      const changes = [
        build.deleteFrom('schedules').where('id', '=', plain(id)),
        build.deleteFrom('schedule_slots').where('schedule_id', '=', plain(id)),
      ]
      return whenKnown(
        database.write(changes.map((change) => change.compile())),
        (counts) => counts?.[0] === 1,
      )
    },
  }
}

function looksOf(database: SqlDatabase): Pick<ScheduleStore, 'list' | 'find' | 'slots'> {
  const { build } = database
  return {
    list({ workspace, principal, agent, name, dueBefore, limit }) {
      let query = build.selectFrom('schedules').selectAll()
      if (workspace !== undefined) query = query.where('workspace', '=', plain(workspace))
      if (principal !== undefined) query = query.where('principal', '=', plain(principal))
      if (agent !== undefined) query = query.where('agent', '=', plain(agent))
      if (name !== undefined) query = query.where('name', '=', plain(name))
      if (dueBefore !== undefined)
        query = query.where('next_at', '<', dueBefore).where('paused', '=', 0).orderBy('next_at')
      if (limit !== undefined) query = query.limit(limit)
      return whenKnown(rowsOf(database, query.orderBy('name').orderBy('id')), (rows) =>
        rows.map(scheduleOfRow),
      )
    },
    find: (id) =>
      whenKnown(
        rowsOf(database, build.selectFrom('schedules').selectAll().where('id', '=', plain(id))),
        ([row]) => row && scheduleOfRow(row),
      ),
    slots: (filter) => selectSlots(database, filter),
  }
}

function slotsOf(database: SqlDatabase): Pick<ScheduleStore, 'claim' | 'note' | 'move'> {
  const { build } = database
  return {
    claim({ id, revision, nextAt: seen }, nextAt, slot) {
      if (seen === undefined) return false
      const step = build
        .updateTable('schedules')
        .set({ next_at: nextAt ?? null })
        .where('id', '=', plain(id))
        .where('revision', '=', revision)
        .where('next_at', '=', seen)
        .where('paused', '=', 0)
      return whenKnown(
        database.write([{ ...step.compile(), expects: 1 }, ...addSlot(database, slot)]),
        (counts) => counts?.[1] === 1,
      )
    },
    note: (slot) =>
      whenKnown(
        database.write([turn(database, slot.scheduleId), ...addSlot(database, slot)]),
        (counts) => counts?.[1] === 1,
      ),
    move({ id, scheduleId }, move) {
      const { from, to, reason, callId, runId, isRetried, endedAt } = move
      const change = build
        .updateTable('schedule_slots')
        .set({
          state: to,
          ...(reason !== undefined && { reason: optional(reason) }),
          ...(callId !== undefined && { call_id: optional(callId) }),
          ...(runId !== undefined && { run_id: optional(runId) }),
          ...(isRetried !== undefined && { retried: Number(isRetried) }),
          ...(endedAt !== undefined && { ended_at: endedAt }),
        })
        .where('id', '=', plain(id))
        .where('schedule_id', '=', plain(scheduleId))
        .where('state', '=', from)
      const alone = move.isAlone === true ? change.where(isAlone(plain(id), plain(scheduleId))) : change
      return whenKnown(
        database.write([turn(database, scheduleId), alone.compile()]),
        (counts) => counts?.[1] === 1,
      )
    },
  }
}

/** Nothing is written if there is no such schedule. */
function turn({ build }: SqlDatabase, scheduleId: string): Change {
  const touch = build
    .updateTable('schedules')
    .set({ revision: sql`revision` })
    .where('id', '=', plain(scheduleId))
  return { ...touch.compile(), expects: 1 }
}

/** Nothing is written if there are too many. Those who add at the same time take turns, so that each sees the ones before. */
function roomFor({ build }: SqlDatabase, { owner }: ScheduleRecord, room: ScheduleRoom): Change[] {
  const first = build
    .updateTable('meta')
    .set({ value: sql`value` })
    .where('key', '=', 'schema')
  const all = build.selectFrom('schedules').select(({ fn }) => fn.countAll<number>().as('count'))
  const own = all
    .where('principal', '=', plain(owner.principal))
    .where('agent', '=', plain(owner.agent ?? ''))
  const hasRoom = first.where((terms) =>
    terms.and([terms(all, '<', room.total), terms(own, '<', room.perOwner)]),
  )
  return [first.compile(), { ...hasRoom.compile(), expects: 1 }]
}
