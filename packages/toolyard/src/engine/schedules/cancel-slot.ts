/**
 * A slot whose job was cancelled: it does not begin any more, and its schedule goes on with the next one.
 *
 * @module
 */
import type { Clock } from '../../kernel/index.ts'
import type { ScheduleSlot, ScheduleStore } from '../../store/index.ts'
import type { Engine } from '../engine.ts'
import { readTimetable } from './read-timetable.ts'
import { slotId, slotOfJob } from './slot-id.ts'
import { queueToken } from './slot-runner.ts'
import { submitSlot } from './submit-slot.ts'

export interface CancelSlotParts {
  readonly engine: Pick<Engine, 'jobs'>
  readonly schedules: ScheduleStore
  readonly clock: Clock
  readonly queue: string
}

/**
 * Answers the slot that was ended; what it waits for is to be stopped as well. One that has begun and runs is stopped by the signal
 * of its job.
 */
export async function cancelSlot(
  parts: CancelSlotParts,
  jobId: string,
  reason: string,
): Promise<Pick<ScheduleSlot, 'runId' | 'callId'> | undefined> {
  const { engine, schedules, clock } = parts
  const ref = slotOfJob(jobId)
  if (!ref) return undefined
  const [slot] = await schedules.slots({ scheduleId: ref.scheduleId, id: slotId(ref) })
  if (!slot) return leaveOut(parts, { ...ref, job: jobId, reason })
  if (slot.job !== jobId || (slot.state !== 'queued' && slot.state !== 'waiting')) return undefined
  const to = slot.state === 'queued' ? 'skipped' : 'failed'
  if (!(await schedules.move(slot, { from: slot.state, to, reason, endedAt: clock.wall() }))) return undefined
  await engine.jobs.wake(queueToken(slot.scheduleId))
  return slot
}

/** Before it is due: the timetable moves on without it. */
async function leaveOut(
  parts: CancelSlotParts,
  { scheduleId, at, job, reason }: Pick<ScheduleSlot, 'scheduleId' | 'at' | 'job' | 'reason'>,
): Promise<ScheduleSlot | undefined> {
  const { schedules, clock } = parts
  const schedule = await schedules.find(scheduleId)
  if (schedule?.nextAt !== at) return undefined
  const { text, zone, anchor } = schedule
  const next = readTimetable(text, { zone, anchor }).next(at)
  const now = clock.wall()
  const facts = { id: slotId({ scheduleId, at }), scheduleId, at, job, reason, isRetried: false }
  const slot = { ...facts, state: 'skipped', createdAt: now, endedAt: now } as const
  if (!(await schedules.claim(schedule, next, slot))) return undefined
  if (next !== undefined) await submitSlot(parts, { scheduleId, at: next })
  return slot
}
