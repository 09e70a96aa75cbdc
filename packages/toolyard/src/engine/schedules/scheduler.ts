/**
 * Schedules at work: the next slot of each is submitted as a job that every process may take, under one id.
 *
 * Whether a slot runs is decided in the database (`claim`); jobs only say when to look. So slots are submitted freely: after each
 * one, at the start, and by a sweep that also finds what an engine lost, what a clock jumped over, and slots whose process died.
 *
 * @module
 */
import { type Clock, messageOf, ToolyardError } from '../../kernel/index.ts'
import type { ScheduleRecord, ScheduleSlot, ScheduleStore } from '../../store/index.ts'
import type { Engine } from '../engine.ts'
import type { JobState } from '../jobs.ts'
import { lookAgain } from '../look-again.ts'
import { readTimetable } from './read-timetable.ts'
import { slotId, type SlotRef } from './slot-id.ts'
import { type Fire, queueToken, SlotRunner } from './slot-runner.ts'
import { horizonMs, slotJob, submitSlot } from './submit-slot.ts'

const sweepMs = 15_000
const defaultConcurrency = 32
const mostOpen = 1000
const changeTries = 10
const ends: readonly JobState[] = ['done', 'failed', 'cancelled', 'unknown']

export interface SchedulerOptions {
  readonly engine: Pick<Engine, 'jobs' | 'inspection'>
  readonly schedules: ScheduleStore
  readonly clock: Clock
  /** Only schedules of this workspace run here. */
  readonly workspace: string
  readonly queue: string
  /** Whether slots begin in this process: they do by default. */
  readonly isWorking?: boolean | undefined
  /** How many slots run at once in this process. */
  readonly concurrency?: number | undefined
  readonly fire: Fire
  /** Whether what a slot is parked on is over: the sign of it may have been lost, or none comes. */
  readonly isOver?: ((token: string) => Promise<boolean>) | undefined
  /** Told of what went wrong; the scheduler goes on. */
  readonly failed: (error: unknown) => void
}

export interface Scheduler {
  /** A schedule was added or changed: its next slot is submitted. */
  expect(id: string): Promise<void>
  /** Begins now, beside the timetable, also if it is paused. Answers the id of the slot. */
  runNow(id: string, by: string): Promise<string>
  pause(id: string): Promise<ScheduleRecord>
  /** Goes on with the next slot from now; what came due meanwhile is left out. */
  resume(id: string): Promise<ScheduleRecord>
  /** Takes nothing new; resolves when what runs here has ended. */
  close(): Promise<void>
}

export async function openScheduler(options: SchedulerOptions): Promise<Scheduler> {
  const { engine, schedules, clock, queue, failed } = options
  const submit = (slot: SlotRef): Promise<void> => submitSlot(options, slot)
  const runner = new SlotRunner({ ...options, jobs: engine.jobs, submit })
  const sweep = (): Promise<void> => sweepAll(options)
  const concurrency = options.concurrency ?? defaultConcurrency
  const work = async () => {
    const worker = await engine.jobs.work(queue, { concurrency }, (running) => runner.run(running))
    await sweep().catch(failed)
    const looking = lookAgain({ clock, everyMs: sweepMs, failed, look: async () => (await sweep(), true) })
    return { worker, looking }
  }
  const working = options.isWorking === false ? undefined : await work()
  const expect = async (id: string): Promise<void> => {
    const at = (await schedules.find(id))?.nextAt
    if (at !== undefined) await submit({ scheduleId: id, at })
  }
  return {
    expect,
    runNow: (id, by) => runNow(options, id, by),
    pause: (id) => changeSchedule(schedules, id, () => ({ isPaused: true, nextAt: undefined })),
    async resume(id) {
      const changed = await changeSchedule(schedules, id, ({ text, zone, anchor }) => {
        const nextAt = readTimetable(text, { zone, anchor }).next(clock.wall())
        if (nextAt === undefined)
          throw new ToolyardError('conflict', `schedule "${text}" does not come due any more`, {
            hint: 'Remove it, or give it another time.',
          })
        return { isPaused: false, nextAt }
      })
      await expect(id)
      return changed
    },
    async close() {
      await working?.looking.stop()
      await working?.worker.drain()
    },
  }
}

async function sweepAll(options: SchedulerOptions): Promise<void> {
  const { schedules, clock, workspace, failed } = options
  const now = clock.wall()
  for (const { id, nextAt } of await schedules.list({ workspace, dueBefore: now + horizonMs }))
    if (nextAt !== undefined) await submitSlot(options, { scheduleId: id, at: nextAt }).catch(failed)
  for (const slot of await schedules.slots({ workspace, isOpen: true, limit: mostOpen }))
    if (now - slot.createdAt > sweepMs) await checkOpen(options, slot).catch(failed)
}

/** The job of a slot that has not ended was lost, or gave up. */
async function checkOpen(options: SchedulerOptions, slot: ScheduleSlot): Promise<void> {
  const { engine, schedules, clock, queue } = options
  const [view] = await engine.inspection.list({ id: slot.job })
  if (!view) return void (await engine.jobs.submit(slotJob(slot.job, queue)))
  if (slot.state === 'waiting' && view.token !== undefined && (await options.isOver?.(view.token)))
    return void (await engine.jobs.wake(view.token))
  if (!ends.includes(view.state)) return
  // The work did not begin: it can't be what cost the workers.
  if (slot.state === 'queued' && (await engine.inspection.retry(slot.job))) return
  const reason = view.reason ?? 'its process ended before it told how it went'
  await schedules.move(slot, { from: slot.state, to: 'unknown', reason, endedAt: clock.wall() })
  await engine.jobs.wake(queueToken(slot.scheduleId))
}

async function runNow(options: SchedulerOptions, scheduleId: string, by: string): Promise<string> {
  const { engine, schedules, clock, queue } = options
  const { owner } = await requireSchedule(schedules, scheduleId)
  const now = clock.wall()
  const at = Math.floor(now / 1000) * 1000
  const id = slotId({ scheduleId, at })
  const slot = { id, scheduleId, at, state: 'queued', job: id, by, isRetried: false, createdAt: now } as const
  if (!(await schedules.note(slot)))
    throw new ToolyardError('conflict', 'this schedule began a moment ago', {
      hint: 'Look at its history, or try again in a second.',
      retryable: true,
      retryAfterMs: 1000,
    })
  try {
    await engine.jobs.submit({ ...slotJob(id, queue), tenant: owner.principal })
  } catch (error) {
    // The caller is told that it does not begin: no sweep may begin it later.
    const reason = messageOf(error)
    if (isBusy(error)) await schedules.move(slot, { from: 'queued', to: 'skipped', reason, endedAt: now })
    throw error
  }
  return id
}

function isBusy(error: unknown): boolean {
  return ToolyardError.isInstance(error) && error.code === 'busy'
}

async function changeSchedule(
  schedules: ScheduleStore,
  id: string,
  change: (seen: ScheduleRecord) => Partial<ScheduleRecord>,
): Promise<ScheduleRecord> {
  for (let tries = 0; tries < changeTries; tries++) {
    const seen = await requireSchedule(schedules, id)
    const changed = { ...seen, ...change(seen), revision: seen.revision + 1 }
    if (await schedules.change(changed)) return changed
  }
  throw new ToolyardError('conflict', 'the schedule is being changed by others', {
    hint: 'Try again.',
    retryable: true,
  })
}

async function requireSchedule(schedules: ScheduleStore, id: string): Promise<ScheduleRecord> {
  const found = await schedules.find(id)
  if (found) return found
  throw new ToolyardError('not_found', `there is no schedule ${id}`, {
    hint: 'List the schedules to see which there are.',
  })
}
