/**
 * What a job does with its slot: reads the schedule again, claims the slot, keeps to the overlap rule, does the work and writes
 * down how it ended.
 *
 * The job says only which slot. A job that comes twice, too early, late or from a stranger finds nothing to claim.
 *
 * @module
 */
import { type Clock, messageOf } from '../../kernel/index.ts'
import {
  openStates,
  type ScheduleRecord,
  type ScheduleSlot,
  type ScheduleStore,
  type SlotState,
} from '../../store/index.ts'
import type { JobReturn, Jobs, RunningJob } from '../jobs.ts'
import { isLostJob } from '../lost-job.ts'
import { dueSlots } from './due-slots.ts'
import { readTimetable } from './read-timetable.ts'
import { slotId, slotOfJob, type SlotRef } from './slot-id.ts'

/** Clocks of processes differ by less. */
const skewMs = 5000
/** A job that finds its slot gone is told in the history for so long. */
const toldMs = 60_000
/** Slots that wait for the one before. */
const mostQueued = 10

/** How the work ended, or what it waits for: then it is asked again when that wakes. */
export type FireEnd = { readonly callId?: string | undefined; readonly runId?: string | undefined } & (
  | { readonly state: 'done' | 'failed'; readonly reason?: string | undefined }
  | { readonly park: string }
)

/**
 * Does the work of a slot. It may be called again for the same slot, after its process died or a park was woken: the call or run
 * begins under the id of the slot, which the journal accepts once.
 */
export type Fire = (schedule: ScheduleRecord, slot: ScheduleSlot, signal: AbortSignal) => Promise<FireEnd>

export interface SlotRunnerOptions {
  readonly jobs: Jobs
  readonly schedules: ScheduleStore
  readonly clock: Clock
  readonly workspace: string
  readonly fire: Fire
  readonly failed: (error: unknown) => void
  /** Submits a slot that comes next. */
  readonly submit: (slot: SlotRef) => Promise<void>
}

/** Slots that were queued behind another one are parked on it. */
export function queueToken(scheduleId: string): string {
  return `schedule-${scheduleId}`
}

export class SlotRunner {
  readonly #options: SlotRunnerOptions

  constructor(options: SlotRunnerOptions) {
    this.#options = options
  }

  async run({ job, signal }: RunningJob): Promise<JobReturn> {
    const { schedules, workspace } = this.#options
    const ref = slotOfJob(job.id)
    const schedule = ref && (await schedules.find(ref.scheduleId))
    if (!schedule || schedule.workspace !== workspace) return { result: 'there is no such schedule' }
    const slot = (await this.#find(ref)) ?? (await this.#claim(schedule, ref.at, job.id))
    if (slot?.job !== job.id || !openStates.includes(slot.state)) return undefined
    return this.#begin(schedule, slot, signal)
  }

  async #find(ref: SlotRef): Promise<ScheduleSlot | undefined> {
    const id = slotId(ref)
    return (await this.#options.schedules.slots({ scheduleId: ref.scheduleId, id }))[0]
  }

  /** The slot, if it is this job's. */
  async #claim(schedule: ScheduleRecord, at: number, job: string): Promise<ScheduleSlot | undefined> {
    const { schedules, clock, submit } = this.#options
    const now = clock.wall()
    if (at > now + skewMs) return undefined
    const { id: scheduleId, nextAt, isPaused } = schedule
    const bare = { id: slotId({ scheduleId, at }), scheduleId, at, job, isRetried: false, createdAt: now }
    if (isPaused || nextAt !== at) {
      const reason = isPaused ? 'the schedule was paused' : 'the schedule was changed'
      if (now - at < toldMs) await schedules.note({ ...bare, state: 'skipped', reason, endedAt: now })
      return undefined
    }
    const { next, ...outcome } = this.#look(schedule, at, now)
    const slot = { ...bare, ...outcome, ...(outcome.state !== 'queued' && { endedAt: now }) }
    const isOurs = await schedules.claim(schedule, next, slot)
    const following = isOurs ? next : (await schedules.find(scheduleId))?.nextAt
    if (following !== undefined) await submit({ scheduleId, at: following })
    return isOurs ? slot : undefined
  }

  /** What becomes of a slot that is due, and which one is the next. */
  #look(
    { text, zone, anchor, misfire }: ScheduleRecord,
    at: number,
    now: number,
  ): { readonly next: number | undefined; readonly state: SlotState; readonly reason?: string } {
    try {
      const timetable = readTimetable(text, { zone, anchor })
      const { next, missed, isMore } = dueSlots(timetable, { from: at, now, misfire })
      if (next === at) return { next: timetable.next(at), state: 'queued' }
      const reason = `${missed} ${isMore ? 'times or more' : missed === 1 ? 'time' : 'times'} missed while no process worked`
      return { next, state: 'missed', reason }
    } catch (error) {
      return { next: undefined, state: 'failed', reason: messageOf(error) }
    }
  }

  async #begin(schedule: ScheduleRecord, slot: ScheduleSlot, signal: AbortSignal): Promise<JobReturn> {
    const { schedules } = this.#options
    if (slot.state === 'queued') {
      const isPaused = schedule.isPaused && slot.by === undefined
      if (isPaused) return this.#end(slot, 'queued', { state: 'skipped', reason: 'the schedule was paused' })
      const isAlone = schedule.overlap !== 'allow'
      if (!(await schedules.move(slot, { from: 'queued', to: 'started', isAlone })))
        return this.#beside(schedule, slot)
      return this.#fire(schedule, { ...slot, state: 'started' }, signal)
    }
    const isRetried = slot.isRetried || slot.state === 'started'
    if (!(await schedules.move(slot, { from: slot.state, to: 'started', isRetried }))) return undefined
    return this.#fire(schedule, { ...slot, state: 'started', isRetried }, signal)
  }

  /** Another slot of the schedule has not ended. */
  async #beside({ overlap, id }: ScheduleRecord, slot: ScheduleSlot): Promise<JobReturn> {
    const open = await this.#options.schedules.slots({ scheduleId: id, isOpen: true })
    const queued = open.filter(({ state }) => state === 'queued').length
    if (overlap === 'queue' && queued <= mostQueued) return { park: queueToken(id) }
    const reason =
      overlap === 'queue' ? `${mostQueued} runs were waiting already` : 'the run before had not ended'
    return this.#end(slot, 'queued', { state: 'skipped', reason })
  }

  async #fire(schedule: ScheduleRecord, slot: ScheduleSlot, signal: AbortSignal): Promise<JobReturn> {
    const { fire, failed, schedules } = this.#options
    let end: FireEnd
    try {
      end = await fire(schedule, slot, signal)
    } catch (error) {
      if (isLostJob(signal)) throw error
      failed(error)
      end = { state: 'failed', reason: messageOf(error) }
    }
    if (!('park' in end)) return this.#end(slot, 'started', end)
    const { park, callId, runId } = end
    const isWaiting = await schedules.move(slot, { from: 'started', to: 'waiting', callId, runId })
    return isWaiting ? { park } : undefined
  }

  async #end(
    slot: ScheduleSlot,
    from: SlotState,
    { state, ...facts }: { readonly state: SlotState; readonly reason?: string | undefined },
  ): Promise<undefined> {
    const { schedules, clock, jobs } = this.#options
    await schedules.move(slot, { from, to: state, ...facts, endedAt: clock.wall() })
    await jobs.wake(queueToken(slot.scheduleId))
    return undefined
  }
}
