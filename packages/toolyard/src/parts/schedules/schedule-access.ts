/**
 * Schedules as their owner uses them, and as people see them.
 *
 * @module
 */
import type { TimetablePattern } from '../../engine/schedules/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import type { Misfire, Overlap, ScheduledWork, ScheduleRecord, ScheduleSlot } from '../../store/index.ts'

export interface NewSchedule {
  readonly name: string
  readonly work: ScheduledWork
  /** Cron of five or six fields, `15m`, `every 2h`, or an ISO time. */
  readonly schedule: string
  /** UTC by default. */
  readonly zone?: string | undefined
  /** `once` for a time, `skip` for the others by default. */
  readonly misfire?: Misfire | undefined
  /** `skip` by default. */
  readonly overlap?: Overlap | undefined
}

export interface ScheduleView {
  readonly id: string
  readonly name: string
  readonly schedule: string
  /** The same in words. */
  readonly words: string
  readonly pattern: TimetablePattern
  readonly zone: string
  readonly work: ScheduledWork
  readonly principal: string
  readonly agent?: string | undefined
  /** Who gets its message, and where. */
  readonly conversation?: { readonly agent: string; readonly threadId: string } | undefined
  readonly misfire: Misfire
  readonly overlap: Overlap
  readonly isPaused: boolean
  /** A time at which it was due has begun, and waits: for a person, or for a run. */
  readonly isWaiting: boolean
  /** The next three times, in milliseconds since 1970. */
  readonly next: readonly number[]
  readonly createdAt: number
}

/** The caller's own schedules, by name. Everything throws a `ToolyardError`. */
export interface ScheduleAccess {
  list(): Promise<readonly ScheduleView[]>
  add(schedule: NewSchedule): Promise<ScheduleView>
  remove(name: string): Promise<void>
  pause(name: string): Promise<ScheduleView>
  resume(name: string): Promise<ScheduleView>
  /** Begins now, beside the timetable. */
  run(name: string): Promise<void>
  /** Newest first. */
  history(name: string, limit: number): Promise<readonly ScheduleSlot[]>
}

declare module '../../define/services.ts' {
  interface Services {
    /** The caller's schedules. */
    readonly schedules?: ScheduleAccess | undefined
  }
}

/** Either a message to an agent, or a tool with its arguments. */
export function workOf({
  tool,
  args = {},
  message,
  agent,
  threadId,
}: {
  readonly tool?: string | undefined
  readonly args?: Readonly<Record<string, unknown>> | undefined
  readonly message?: string | undefined
  readonly agent?: string | undefined
  readonly threadId?: string | undefined
}): ScheduledWork {
  if ((message === undefined) === (tool === undefined))
    throw new ToolyardError('invalid_arguments', 'a schedule needs either message or tool', {
      hint: 'Give message and agent to tell an agent something, or tool and args to call it.',
    })
  if (tool !== undefined) return { tool, args }
  if (agent !== undefined) return { message: message ?? '', agent, threadId }
  throw new ToolyardError('invalid_arguments', 'agent: a message needs an agent that gets it', {
    hint: 'Name an agent, or schedule a tool.',
  })
}

/** Where its message goes; undefined if it calls a tool. */
export function conversationOf({ id, owner, work }: ScheduleRecord): ScheduleView['conversation'] {
  if (!('message' in work)) return undefined
  const agent = work.agent ?? owner.agent
  return agent === undefined ? undefined : { agent, threadId: work.threadId ?? owner.threadId ?? id }
}
