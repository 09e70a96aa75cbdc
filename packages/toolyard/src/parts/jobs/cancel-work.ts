/**
 * What a job is about, ended: a call, a run, a time of a schedule.
 *
 * @module
 */
import { runOfJob } from '../../agents/index.ts'
import type { Job } from '../../engine/index.ts'
import { callIdOf } from '../calls/call-jobs.ts'
import { cancelCall } from '../calls/cancel-call.ts'
import type { PartSetup } from '../part.ts'

/** Answers whether there was something to end. */
export function cancelWorkWith({
  store,
  engine,
  runs,
  core: { clock },
}: PartSetup): (job: Job, reason: string) => Promise<boolean> {
  return async ({ id, queue, kind }, reason) => {
    if (kind === 'call') {
      const callId = callIdOf(id)
      const row = callId === undefined ? undefined : await store.requests.find(callId)
      return row?.queue === queue && cancelCall({ store, engine, clock }, row.id, reason)
    }
    if (kind === 'run') {
      const runId = runOfJob(id)
      return runId !== undefined && runs.stop(runId)
    }
    if (kind !== 'schedule') return false
    const { cancelSlot } = await import('../../engine/schedules/index.ts')
    const kept = { engine: await engine(), schedules: store.schedules, clock, queue }
    const slot = await cancelSlot(kept, id, reason)
    if (slot?.runId !== undefined) await runs.stop(slot.runId)
    if (slot?.callId !== undefined) await withdraw(store.inbox, slot.callId, clock.wall())
    return slot !== undefined
  }
}

/** No one is asked any more about a call that will not be made. */
async function withdraw(inbox: PartSetup['store']['inbox'], callId: string, at: number): Promise<void> {
  for (const { id } of await inbox.list({ callId, status: 'pending' }))
    await inbox.settle(id, { from: 'pending', to: 'cancelled', at })
}
