/**
 * Runs leave a process that is to end: each where its next step would begin, those that take too long at once.
 *
 * @module
 */
import { isGivenBack, isLostJob } from '../../engine/index.ts'
import { settlesWithin } from '../../kernel/index.ts'
import type { LiveRun } from './live-run.ts'

/** How long runs may take to end once everything ends. */
export const graceMs = 5000

/** Whether another process can take it up. */
export function mayHandOver(live: LiveRun): boolean {
  return live.record.plan !== undefined && !live.hasOwnSignal
}

/** Resolves when those that can be taken up elsewhere have left. */
export async function handOver(live: ReadonlyMap<string, LiveRun>, withinMs: number): Promise<void> {
  const leaving = (): readonly LiveRun[] => [...live.values()].filter(mayHandOver)
  for (const run of leaving()) run.leaveSoon()
  await goneWithin(leaving(), withinMs)
  for (const run of leaving()) run.leave('handed over')
  await goneWithin(leaving(), graceMs)
}

/** A run leaves or stops with the job that works on it. */
export function heedJob(live: LiveRun, signal: AbortSignal): Disposable {
  const onAbort = (): void => {
    if (isLostJob(signal)) live.leave(isGivenBack(signal) ? 'handed over' : 'lost')
    else live.stop()
  }
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', onAbort) }
}

export async function goneWithin(runs: Iterable<LiveRun>, ms: number): Promise<void> {
  await settlesWithin(Promise.all([...runs].map(({ gone }) => gone.promise)), ms)
}
