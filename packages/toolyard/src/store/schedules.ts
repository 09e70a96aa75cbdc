/**
 * The port to schedules: work that begins by itself, when it is due next, and what became of each slot.
 *
 * A slot is claimed by moving the schedule on from it, which succeeds once, in whichever process. So the clock, the number of
 * processes and jobs that come twice do not matter.
 *
 * @module
 */
import type { Awaitable } from './awaitable.ts'
import type { TokenRole } from './tokens.ts'

/** Slots that came due while no process worked: left out, one run for all of them, or each of them. */
export type Misfire = 'skip' | 'once' | 'all'
/** A slot that comes due while the one before still runs: left out, begun after it, or begun beside it. */
export type Overlap = 'skip' | 'queue' | 'allow'

/** What begins: a tool call, or a message to an agent in a thread. */
export type ScheduledWork =
  | { readonly tool: string; readonly args: unknown }
  | {
      readonly message: string
      readonly agent?: string | undefined
      readonly threadId?: string | undefined
    }

/** Who made it: the work begins with the rights that they have then. */
export interface ScheduleOwner {
  readonly principal: string
  readonly agent?: string | undefined
  /** The agents above it: what one of them may not call, its schedules may not either. */
  readonly above?: readonly string[] | undefined
  /** The conversation in which it was made. */
  readonly threadId?: string | undefined
  /** How they came in over the network. */
  readonly tokenId?: string | undefined
  readonly role?: TokenRole | undefined
}

export interface ScheduleRecord {
  readonly id: string
  readonly workspace: string
  /** One of a kind for its workspace, principal and agent. */
  readonly name: string
  readonly owner: ScheduleOwner
  readonly work: ScheduledWork
  /** When: cron, an interval, a time. */
  readonly text: string
  readonly zone: string
  /** Intervals count from here. */
  readonly anchor: number
  readonly misfire: Misfire
  readonly overlap: Overlap
  readonly isPaused: boolean
  /** The first slot that was not claimed; undefined if no more come. */
  readonly nextAt?: number | undefined
  readonly createdAt: number
  /** Grows with every change by people; slots do not change it. */
  readonly revision: number
}

/**
 * `queued`: claimed, and begins when it may. `waiting`: begun, and waits without a worker, such as for an approval. `skipped`: did
 * not begin, because of the overlap, a pause or a change. `missed`: came due while no process worked. `unknown`: its process ended
 * in between, and whether the work was done is not known.
 */
export type SlotState =
  | 'queued'
  | 'started'
  | 'waiting'
  | 'done'
  | 'failed'
  | 'skipped'
  | 'missed'
  | 'unknown'

export const openStates: readonly SlotState[] = ['queued', 'started', 'waiting']

export interface ScheduleSlot {
  readonly id: string
  readonly scheduleId: string
  /** When it was due. */
  readonly at: number
  readonly state: SlotState
  /** The job that has it. */
  readonly job: string
  /** Who asked for it, if it did not come due by itself. */
  readonly by?: string | undefined
  readonly reason?: string | undefined
  readonly callId?: string | undefined
  readonly runId?: string | undefined
  /** Its process ended in the middle, and another one went on. */
  readonly isRetried: boolean
  /** When it was claimed. */
  readonly createdAt: number
  readonly endedAt?: number | undefined
}

export interface ScheduleFilter {
  readonly workspace?: string | undefined
  readonly principal?: string | undefined
  /** Of this agent; `''` is none. */
  readonly agent?: string | undefined
  readonly name?: string | undefined
  /** Only what is not paused and due before this time, the next first. */
  readonly dueBefore?: number | undefined
  readonly limit?: number | undefined
}

export interface SlotFilter {
  readonly workspace?: string | undefined
  readonly scheduleId?: string | undefined
  readonly id?: string | undefined
  /** Only those that have not ended. */
  readonly isOpen?: boolean | undefined
  /** 100 by default. */
  readonly limit?: number | undefined
}

export interface SlotMove {
  readonly from: SlotState
  readonly to: SlotState
  readonly reason?: string | undefined
  readonly callId?: string | undefined
  readonly runId?: string | undefined
  readonly isRetried?: boolean | undefined
  readonly endedAt?: number | undefined
  /** Only if no other slot of the schedule runs or waits, and none was queued before it. */
  readonly isAlone?: boolean | undefined
}

/** How many schedules there may be: of one principal and agent, and in all. */
export interface ScheduleRoom {
  readonly perOwner: number
  readonly total: number
}

/** Slots of one schedule that are kept once they have ended: the newest. */
export const keptSlots = 200

export interface ScheduleStore {
  /** In the order of names. */
  list(filter: ScheduleFilter): Awaitable<readonly ScheduleRecord[]>
  find(id: string): Awaitable<ScheduleRecord | undefined>
  /** `taken`: the owner has one with this name. `full`: there is no room. */
  add(schedule: ScheduleRecord, room?: ScheduleRoom): Awaitable<'added' | 'taken' | 'full'>
  /** Replaces it whole if its revision is still one less than that of `schedule`. Name, workspace and owner stay. */
  change(schedule: ScheduleRecord): Awaitable<boolean>
  /** With its history. Whether there was such a schedule. */
  remove(id: string): Awaitable<boolean>
  /**
   * Moves a schedule on from a slot to the next one, and writes the slot down. False if it was paused or changed meanwhile, or
   * another process was quicker. The schedule moves on also if the slot is known already; then the answer is false.
   */
  claim(seen: ScheduleRecord, nextAt: number | undefined, slot: ScheduleSlot): Awaitable<boolean>
  /** Writes down a slot that does not come from the timetable. False if it is known, or its schedule is not. */
  note(slot: ScheduleSlot): Awaitable<boolean>
  /** Whether the slot was in `from` and is now in `to`. */
  move(slot: Pick<ScheduleSlot, 'id' | 'scheduleId'>, move: SlotMove): Awaitable<boolean>
  /** Newest first. */
  slots(filter: SlotFilter): Awaitable<readonly ScheduleSlot[]>
}
