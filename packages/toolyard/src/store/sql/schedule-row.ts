/**
 * Schedules and their slots as rows, and back.
 *
 * @module
 */
import type { ScheduledWork, ScheduleOwner, ScheduleRecord, ScheduleSlot } from '../schedules.ts'
import { optional, plain } from './call-row.ts'
import type { Row } from './database.ts'

export function scheduleRow(schedule: ScheduleRecord) {
  const { owner } = schedule
  return {
    id: plain(schedule.id),
    workspace: plain(schedule.workspace),
    principal: plain(owner.principal),
    agent: plain(owner.agent ?? ''),
    name: plain(schedule.name),
    owner: JSON.stringify(owner),
    created_at: schedule.createdAt,
    ...changingFacts(schedule),
  }
}

/** What people change, and what slots change. */
export function changingFacts(schedule: ScheduleRecord) {
  return {
    work: JSON.stringify(schedule.work),
    text: plain(schedule.text),
    zone: plain(schedule.zone),
    anchor: schedule.anchor,
    misfire: schedule.misfire,
    overlap: schedule.overlap,
    paused: Number(schedule.isPaused),
    next_at: schedule.nextAt ?? null,
    revision: schedule.revision,
  }
}

export function scheduleOfRow(row: Row): ScheduleRecord {
  return {
    id: row['id'] as string,
    workspace: row['workspace'] as string,
    name: row['name'] as string,
    owner: JSON.parse(row['owner'] as string) as ScheduleOwner,
    work: JSON.parse(row['work'] as string) as ScheduledWork,
    text: row['text'] as string,
    zone: row['zone'] as string,
    anchor: row['anchor'] as number,
    misfire: row['misfire'] as ScheduleRecord['misfire'],
    overlap: row['overlap'] as ScheduleRecord['overlap'],
    isPaused: row['paused'] === 1,
    nextAt: (row['next_at'] as number | null) ?? undefined,
    createdAt: row['created_at'] as number,
    revision: row['revision'] as number,
  }
}

export function slotRow(slot: ScheduleSlot) {
  return {
    id: plain(slot.id),
    schedule_id: plain(slot.scheduleId),
    at: slot.at,
    state: slot.state,
    job: plain(slot.job),
    asked_by: optional(slot.by),
    reason: optional(slot.reason),
    call_id: optional(slot.callId),
    run_id: optional(slot.runId),
    retried: Number(slot.isRetried),
    created_at: slot.createdAt,
    ended_at: slot.endedAt ?? null,
  }
}

export function slotOfRow(row: Row): ScheduleSlot {
  const text = (column: string): string | undefined => (row[column] as string | null) ?? undefined
  return {
    id: row['id'] as string,
    scheduleId: row['schedule_id'] as string,
    at: row['at'] as number,
    state: row['state'] as ScheduleSlot['state'],
    job: row['job'] as string,
    by: text('asked_by'),
    reason: text('reason'),
    callId: text('call_id'),
    runId: text('run_id'),
    isRetried: row['retried'] === 1,
    createdAt: row['created_at'] as number,
    endedAt: (row['ended_at'] as number | null) ?? undefined,
  }
}
