/** `ScheduleStore` in memory. */
import {
  keptSlots,
  openStates,
  type ScheduleFilter,
  type ScheduleRecord,
  type ScheduleRoom,
  type ScheduleSlot,
  type ScheduleStore,
  type SlotFilter,
  type SlotMove,
} from '../schedules.ts'

const defaultLimit = 100

export function createMemorySchedules(): ScheduleStore {
  const schedules = new Map<string, ScheduleRecord>()
  /** In the order in which they came, by schedule. */
  const histories = new Map<string, Map<string, ScheduleSlot>>()
  const note = (slot: ScheduleSlot): boolean => {
    const history = histories.get(slot.scheduleId)
    if (!history || history.has(slot.id)) return false
    history.set(slot.id, slot)
    forgetOld(history)
    return true
  }
  return {
    list: (filter) => {
      const found = [...schedules.values()].filter((schedule) => fits(schedule, filter))
      const { dueBefore, limit } = filter
      return found.toSorted(dueBefore === undefined ? byName : byTime).slice(0, limit)
    },
    find: (id) => schedules.get(id),
    add(schedule, room) {
      if (schedules.has(schedule.id) || schedules.values().some((other) => isSame(other, schedule)))
        return 'taken'
      if (room && !hasRoom([...schedules.values()], schedule, room)) return 'full'
      schedules.set(schedule.id, schedule)
      histories.set(schedule.id, new Map())
      return 'added'
    },
    change(schedule) {
      const { id, revision } = schedule
      const before = schedules.get(id)
      if (before?.revision !== revision - 1) return false
      const { workspace, name, owner, createdAt } = before
      schedules.set(id, { ...schedule, workspace, name, owner, createdAt })
      return true
    },
    remove: (id) => (histories.delete(id), schedules.delete(id)),
    claim(seen, nextAt, slot) {
      const now = schedules.get(seen.id)
      if (!now || now.isPaused || now.nextAt !== seen.nextAt || now.revision !== seen.revision) return false
      schedules.set(seen.id, { ...now, nextAt })
      return note(slot)
    },
    note,
    move: ({ id, scheduleId }, move) => moveSlot(histories.get(scheduleId), id, move),
    slots: (filter) => slotsOf(schedules, histories, filter),
  }
}

function slotsOf(
  schedules: ReadonlyMap<string, ScheduleRecord>,
  histories: ReadonlyMap<string, ReadonlyMap<string, ScheduleSlot>>,
  { workspace, scheduleId, id, isOpen, limit = defaultLimit }: SlotFilter,
): readonly ScheduleSlot[] {
  const wanted =
    scheduleId === undefined
      ? [...histories.values()]
      : [histories.get(scheduleId) ?? new Map<string, never>()]
  return wanted
    .flatMap((history) => [...history.values()].toReversed())
    .filter(
      (slot) =>
        (id === undefined || slot.id === id) &&
        (isOpen === undefined || openStates.includes(slot.state) === isOpen) &&
        (workspace === undefined || schedules.get(slot.scheduleId)?.workspace === workspace),
    )
    .toSorted((left, right) => right.createdAt - left.createdAt)
    .slice(0, limit)
}

function moveSlot(history: Map<string, ScheduleSlot> | undefined, id: string, move: SlotMove): boolean {
  const { from, to, isAlone, ...facts } = move
  const slot = history?.get(id)
  if (!history || slot?.state !== from) return false
  if (isAlone === true && isBeside([...history.values()], slot)) return false
  const known = Object.entries(facts).filter(([, value]) => value !== undefined)
  history.set(id, { ...slot, ...Object.fromEntries(known), state: to })
  return true
}

/** Whether another one runs, waits, or was queued before it. */
function isBeside(history: readonly ScheduleSlot[], slot: ScheduleSlot): boolean {
  const place = history.indexOf(slot)
  return history.some(
    ({ state }, index) =>
      index !== place &&
      (state === 'started' || state === 'waiting' || (state === 'queued' && index < place)),
  )
}

function forgetOld(history: Map<string, ScheduleSlot>): void {
  for (const [id, { state }] of history) {
    if (history.size <= keptSlots) return
    if (!openStates.includes(state)) history.delete(id)
  }
}

function fits({ workspace, name, owner, isPaused, nextAt }: ScheduleRecord, filter: ScheduleFilter): boolean {
  return (
    (filter.workspace === undefined || workspace === filter.workspace) &&
    (filter.principal === undefined || owner.principal === filter.principal) &&
    (filter.agent === undefined || (owner.agent ?? '') === filter.agent) &&
    (filter.name === undefined || name === filter.name) &&
    (filter.dueBefore === undefined || (!isPaused && nextAt !== undefined && nextAt < filter.dueBefore))
  )
}

function isSame(left: ScheduleRecord, right: ScheduleRecord): boolean {
  return left.name === right.name && left.workspace === right.workspace && isOwnerSame(left, right)
}

function isOwnerSame({ owner: left }: ScheduleRecord, { owner: right }: ScheduleRecord): boolean {
  return left.principal === right.principal && (left.agent ?? '') === (right.agent ?? '')
}

function hasRoom(
  all: readonly ScheduleRecord[],
  schedule: ScheduleRecord,
  { perOwner, total }: ScheduleRoom,
): boolean {
  return all.length < total && all.filter((other) => isOwnerSame(other, schedule)).length < perOwner
}

const compare = <T>(left: T, right: T): number => (left < right ? -1 : left > right ? 1 : 0)

function byName(left: ScheduleRecord, right: ScheduleRecord): number {
  return compare(left.name, right.name) || compare(left.id, right.id)
}

function byTime(left: ScheduleRecord, right: ScheduleRecord): number {
  return (left.nextAt ?? 0) - (right.nextAt ?? 0) || compare(left.id, right.id)
}
