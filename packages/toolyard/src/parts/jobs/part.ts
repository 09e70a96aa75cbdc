/** Jobs of the engine, for people: which wait, run, are parked or failed. */
import { queueOf } from '../../engine/index.ts'
import type { Part } from '../part.ts'
import { cancelWorkWith } from './cancel-work.ts'
import { type JobAccess, jobAccess } from './job-access.ts'

/** Queues that every installation has. */
const own = ['runs', 'calls', 'schedules']

export const jobs: Part<never, JobAccess> = {
  name: 'jobs',
  start(setup) {
    const { engine, core } = setup
    return {
      api: jobAccess(engine, {
        redact: (text) => core.redactor.redact(text),
        // People leave the workspace out.
        queueOf: (name) => (own.includes(name) ? queueOf(name, core.settings.workspace) : name),
        cancelWork: cancelWorkWith(setup),
      }),
    }
  },
}
