/**
 * Ends a call in the background, however far it has come and wherever it is.
 *
 * @module
 */
import type { Engine } from '../../engine/index.ts'
import type { Clock } from '../../kernel/index.ts'
import type { Store } from '../../store/index.ts'
import { cancelledResult } from './asked-call.ts'
import { jobIdOf } from './call-jobs.ts'

export interface CancelParts {
  readonly store: Pick<Store, 'requests' | 'inbox'>
  readonly engine: () => Promise<Engine>
  readonly clock: Clock
}

/** False if it has ended, or is not known. */
export async function cancelCall(
  { store, engine, clock }: CancelParts,
  callId: string,
  reason: string,
): Promise<boolean> {
  const seen = await store.requests.find(callId)
  if (!seen || !(await store.requests.cancel(seen.id, reason, clock.wall()))) return false
  // One that runs is ended by its worker, one that was claimed meanwhile as well.
  if (seen.state !== 'running')
    await store.requests.end(seen, { result: cancelledResult(seen, reason), at: clock.wall() })
  const asked = await store.inbox.list({ callId: seen.id, status: 'pending' })
  if (seen.state === 'waiting')
    for (const { id } of asked)
      await store.inbox.settle(id, { from: 'pending', to: 'cancelled', at: clock.wall() })
  await (await engine()).jobs.cancel(jobIdOf(seen.id), reason)
  return true
}
