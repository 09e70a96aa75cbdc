/**
 * `Schedules`: work that begins by itself. Rows are the truth; the scheduler, which brings the libraries for times, is loaded when
 * there is a first one.
 *
 * @module
 */
import type * as Timetables from '../../engine/schedules/index.ts'
import { type Engine, lookAgain, queueOf, type RepeatedLook } from '../../engine/index.ts'
import { cleanText, didYouMean, type Ids, ToolyardError } from '../../kernel/index.ts'
import type { ScheduleOwner, ScheduleRecord, ScheduleSlot } from '../../store/index.ts'
import type { CheckWork } from './check-work.ts'
import {
  conversationOf,
  type NewSchedule,
  type ScheduleAccess,
  type ScheduleView,
} from './schedule-access.ts'
import { dropRequests, waitingOf, type WaitingParts } from './waiting-slots.ts'

export interface SchedulesParts extends WaitingParts {
  readonly engine: () => Promise<Engine>
  readonly ids: Ids
  /** Whether slots begin in this process; otherwise in another one on the same database. */
  readonly isWorking: boolean
  /** Whether others may add schedules to the same database. */
  readonly isShared: boolean
  readonly check: CheckWork
  readonly fire: Timetables.Fire
  /** Whether what a slot is parked on is over. */
  readonly isOver: (token: string) => Promise<boolean>
  readonly failed: (error: unknown) => void
}

const room = { perOwner: 50, total: 10_000 }
const longestName = 100
const shownTimes = 3
const lookMs = 15_000
const queueName = 'schedules'
const usualZone = 'UTC'

export class Schedules {
  readonly #parts: SchedulesParts
  readonly #looking: RepeatedLook | undefined
  #scheduler: Promise<Timetables.Scheduler> | undefined
  #isClosed = false

  constructor(parts: SchedulesParts) {
    this.#parts = parts
    const { clock, failed, isWorking, isShared } = parts
    if (!isWorking || !isShared) return
    const look = async (): Promise<boolean> => {
      if (!this.#scheduler && (await this.list({ limit: 1 })).length > 0) await this.#open()
      return false
    }
    this.#looking = lookAgain({ clock, everyMs: lookMs, failed, look })
    void look().catch(failed)
  }

  /** Those of the workspace, in the order of names. */
  async list(filter: {
    readonly principal?: string
    readonly agent?: string
    readonly limit?: number
  }): Promise<readonly ScheduleView[]> {
    const { schedules, workspace } = this.#parts
    const rows = await schedules.list({ ...filter, workspace })
    if (rows.length === 0) return []
    const [times, waiting] = await Promise.all([timetables(), waitingOf(this.#parts)])
    return rows.map((row) => this.#view(row, times, waiting))
  }

  /** Throws `not_found`. */
  async find(id: string): Promise<ScheduleView> {
    return this.#shown(await this.#row(id))
  }

  /** `leastMs`: how much time there must be between two slots. Throws if the tool or agent is not there. */
  async add(owner: ScheduleOwner, given: NewSchedule, leastMs: number): Promise<ScheduleView> {
    const { schedules, check, clock, ids, workspace } = this.#parts
    const times = await timetables()
    const name = checkedName(given.name)
    const now = clock.wall()
    const timetable = times.readTimetable(given.schedule, { zone: given.zone ?? usualZone, anchor: now })
    const nextAt = times.checkTimetable(timetable, { now, leastMs })
    await check(given.work, owner)
    const row: ScheduleRecord = {
      id: ids.next('sch'),
      workspace,
      name,
      owner,
      work: given.work,
      text: timetable.text,
      zone: timetable.zone,
      anchor: now,
      misfire: given.misfire ?? (timetable.kind === 'once' ? 'once' : 'skip'),
      overlap: given.overlap ?? 'skip',
      isPaused: false,
      nextAt,
      createdAt: now,
      revision: 1,
    }
    const added = await schedules.add(row, room)
    if (added === 'taken')
      throw new ToolyardError('conflict', `there is a schedule "${name}" already`, {
        hint: 'Remove it first, or choose another name.',
      })
    if (added === 'full')
      throw new ToolyardError(
        'budget_exhausted',
        `there are ${room.perOwner} schedules, and no more may be`,
        {
          hint: 'Remove those that are not needed.',
        },
      )
    await (await this.#open()).expect(row.id)
    return this.#view(row, times)
  }

  /** With its history. What runs goes on; a call that waits for a person is not made. */
  async remove(id: string): Promise<ScheduleView> {
    const { schedules } = this.#parts
    const row = await this.#row(id)
    const open = await schedules.slots({ scheduleId: id, isOpen: true })
    await schedules.remove(id)
    await dropRequests(this.#parts, open)
    return this.#view(row, await timetables())
  }

  async pause(id: string): Promise<ScheduleView> {
    return this.#shown(await (await this.#open()).pause(id))
  }

  async resume(id: string): Promise<ScheduleView> {
    return this.#shown(await (await this.#open()).resume(id))
  }

  /** Answers the id of the slot. */
  async run(id: string, by: string): Promise<string> {
    await this.#row(id)
    return (await this.#open()).runNow(id, by)
  }

  /** Newest first. */
  async history(id: string, limit: number): Promise<readonly ScheduleSlot[]> {
    await this.#row(id)
    return this.#parts.schedules.slots({ scheduleId: id, limit })
  }

  /** As one owner may use them: its own alone. */
  accessFor(owner: ScheduleOwner, leastMs: number): ScheduleAccess {
    const own = { principal: owner.principal, agent: owner.agent ?? '' }
    const idOf = async (name: string): Promise<string> => {
      const rows = await this.#parts.schedules.list({ ...own, workspace: this.#parts.workspace })
      const found = rows.find((row) => row.name === name)
      if (found) return found.id
      const names = rows.map((row) => row.name)
      throw new ToolyardError(
        'not_found',
        `there is no schedule "${name.slice(0, longestName)}".${didYouMean(name, names)}`,
        { hint: names.length === 0 ? 'There are none yet.' : `Schedules: ${names.join(', ')}.` },
      )
    }
    return {
      list: () => this.list(own),
      add: (schedule) => this.add(owner, schedule, leastMs),
      remove: async (name) => void (await this.remove(await idOf(name))),
      pause: async (name) => this.pause(await idOf(name)),
      resume: async (name) => this.resume(await idOf(name)),
      run: async (name) => void (await this.run(await idOf(name), owner.agent ?? owner.principal)),
      history: async (name, limit) => this.history(await idOf(name), limit),
    }
  }

  /** Takes up its work now, rather than when a schedule is found. */
  async work(): Promise<void> {
    if (this.#parts.isWorking) await this.#open()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#looking?.stop()
    const scheduler = await this.#scheduler?.catch(() => undefined)
    await scheduler?.close()
  }

  #open(): Promise<Timetables.Scheduler> {
    if (this.#isClosed) throw new ToolyardError('closed', 'Toolyard is closed and keeps no more schedules')
    const opening = (this.#scheduler ??= Promise.all([timetables(), this.#parts.engine()]).then(
      ([{ openScheduler }, engine]) =>
        openScheduler({ ...this.#parts, engine, queue: queueOf(queueName, this.#parts.workspace) }),
    ))
    // What can't be opened now may be opened later.
    opening.catch(() => (this.#scheduler = undefined))
    return opening
  }

  async #row(id: string): Promise<ScheduleRecord> {
    const row = await this.#parts.schedules.find(id)
    if (row?.workspace === this.#parts.workspace) return row
    throw new ToolyardError('not_found', `there is no schedule "${id.slice(0, longestName)}"`, {
      hint: 'List the schedules to see which there are.',
    })
  }

  async #shown(row: ScheduleRecord): Promise<ScheduleView> {
    return this.#view(row, await timetables(), await waitingOf(this.#parts, row.id))
  }

  #view(row: ScheduleRecord, times: typeof Timetables, waiting?: ReadonlySet<string>): ScheduleView {
    const { id, name, text: schedule, zone, work, owner, misfire, overlap, isPaused, createdAt } = row
    const timetable = times.readTimetable(schedule, { zone, anchor: row.anchor })
    const first = row.nextAt
    const next =
      first === undefined || isPaused ? [] : [first, ...times.nextSlots(timetable, first, shownTimes - 1)]
    return {
      id,
      name,
      schedule,
      words: times.describeTimetable(timetable),
      pattern: times.patternOf(timetable),
      zone,
      work,
      principal: owner.principal,
      agent: owner.agent,
      conversation: conversationOf(row),
      misfire,
      overlap,
      isPaused,
      isWaiting: waiting?.has(id) ?? false,
      next,
      createdAt,
    }
  }
}

function timetables(): Promise<typeof Timetables> {
  return import('../../engine/schedules/index.ts')
}

function checkedName(given: string): string {
  const name = given.trim()
  if (name === '' || name.length > longestName || cleanText(name) !== name)
    throw new ToolyardError(
      'invalid_arguments',
      `name: a schedule needs a name of 1 to ${longestName} visible characters`,
      { hint: 'Name it in a few words, such as "morning report".' },
    )
  return name
}
