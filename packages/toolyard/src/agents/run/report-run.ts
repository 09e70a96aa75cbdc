/**
 * Tells the run above, and hooks, what a run came to.
 *
 * @module
 */
import type { RunRecord } from '../../store/index.ts'
import type { LiveRun } from './live-run.ts'
import { arrival } from './run-course.ts'
import type { RunGround } from './run-ground.ts'
import { tellEnd } from './run-moments.ts'

/** The result goes to the thread of the run above: to that run while it goes on here, else straight into the thread. */
export async function reportRun(
  ground: RunGround,
  record: RunRecord,
  live: LiveRun | undefined,
): Promise<void> {
  // Of one that only waited, hooks were told by those who stopped it.
  if (live) tellEnd(ground, record)
  const parent = live?.parent
  const reports = live?.reports ?? record.plan?.reports ?? false
  if (!reports || record.parentThreadId === undefined) return
  const { ids, clock, store } = ground
  const message = { ...arrival(record), id: ids.next('msg'), at: clock.wall() }
  if (parent && !parent.left && !parent.hasEnded) parent.deliver(message)
  else if (!parent || parent.left) await store.threads.append({ id: record.parentThreadId }, [message])
}
