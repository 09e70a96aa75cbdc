/** Jobs whose end a test decides. */
import type { Engine } from '../engine.ts'
import type { JobHandler, RunningJob } from '../jobs.ts'
import { type Fleet, gate } from './fleet.ts'

/** A handler that notes what it is given and ends when the test says so. */
export function heldJobs(fleet: Fleet): {
  readonly started: RunningJob[]
  readonly handler: JobHandler
  readonly end: (id: string) => Promise<void>
} {
  const started: RunningJob[] = []
  const ends = new Map<RunningJob, () => void>()
  return {
    started,
    handler: (running) => {
      const { promise, resolve } = gate()
      started.push(running)
      ends.set(running, resolve)
      return promise
    },
    end: async (id) => {
      for (const running of started) if (running.job.id === id) ends.get(running)?.()
      await fleet.settle()
    },
  }
}

export const stateOf = async ({ inspection }: Engine, id: string): Promise<string | undefined> =>
  (await inspection.list({ id }))[0]?.state

export const startedIds = (started: readonly RunningJob[]): string[] => started.map(({ job }) => job.id)
