/**
 * Runs that no process has: one is left to the processes that work, or gives way to the next of its thread.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { RunRecord } from '../../store/index.ts'
import type { RunGround } from './run-ground.ts'
import type { RunKeeper } from './run-keeper.ts'
import { tellEnd } from './run-moments.ts'
import type { StartRun } from './start-run.ts'

/** A run for which there is no room is refused; one whose engine is away is brought to it later. */
export async function queueRun(
  { store, clock, failed, hooks }: RunGround,
  keeper: RunKeeper,
  run: RunRecord,
): Promise<void> {
  try {
    await keeper.queue(run)
  } catch (error) {
    if (!ToolyardError.isInstance(error) || error.code !== 'busy') return failed(error)
    const refused: RunRecord = {
      ...run,
      status: 'failed',
      reason: error.code,
      error: `${error.code}: ${error.message}`,
      endedAt: clock.wall(),
    }
    if (await store.runs.step(refused, [], { from: 'queued' })) tellEnd({ hooks }, refused)
    throw error
  }
}

/** A run whose process has ended holds its thread; if this process takes none up, it gives way to the one that begins. */
export async function freeThread(
  { store, clock, isWorking, hooks }: RunGround,
  { signal, person }: Pick<StartRun, 'signal' | 'person'>,
  threadId: string,
): Promise<void> {
  const [run] = await store.runs.list({ threadId, status: 'queued', limit: 1 })
  if (!run || isWorking || !(signal ?? person)) return
  const lost: RunRecord = { ...run, status: 'unknown', endedAt: clock.wall() }
  if (await store.runs.step(lost, [], { from: 'queued' })) tellEnd({ hooks }, lost)
}
