/**
 * Slots that wait: which schedules have one, and what becomes of a request whose schedule is removed.
 *
 * @module
 */
import type { Clock } from '../../kernel/index.ts'
import type { ScheduleSlot, ScheduleStore, Store } from '../../store/index.ts'

/** The inbox holds no more requests. */
const mostWaiting = 1000

export interface WaitingParts {
  readonly schedules: ScheduleStore
  readonly inbox: Store['inbox']
  readonly clock: Clock
  readonly workspace: string
}

/** The schedules of which a slot waits, by id. */
export async function waitingOf(
  { schedules, workspace }: WaitingParts,
  scheduleId?: string,
): Promise<ReadonlySet<string>> {
  const open = await schedules.slots({ workspace, scheduleId, isOpen: true, limit: mostWaiting })
  return new Set(open.flatMap((slot) => (slot.state === 'waiting' ? [slot.scheduleId] : [])))
}

/** Nobody is asked any more about calls whose schedule is gone. */
export async function dropRequests(
  { inbox, clock }: WaitingParts,
  slots: readonly ScheduleSlot[],
): Promise<void> {
  for (const { state, callId } of slots)
    if (state === 'waiting' && callId !== undefined)
      for (const { id } of await inbox.list({ callId, status: 'pending' }))
        await inbox.settle(id, { from: 'pending', to: 'cancelled', at: clock.wall() })
}
