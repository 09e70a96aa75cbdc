/** A worker of a fleet in a process of its own. It tells what it starts, and ends it when it is told to. */
import { createFleetEngine } from '../../src/engine/fleet/fleet-engine.ts'
import { createClock } from '../../src/kernel/index.ts'

/** What it says. */
export interface WorkerSays {
  readonly ready?: true
  readonly started?: string
}

const [url = '', leaseMs = '1000'] = process.argv.slice(2)
const engine = await createFleetEngine({ url, clock: createClock(), limits: { leaseMs: Number(leaseMs) } })
const { promise: told, resolve: go } = Promise.withResolvers<void>()
process.on('message', go)
await engine.jobs.work('calls', { concurrency: 50 }, async ({ job, attempt, emit }) => {
  process.send?.({ started: job.id, attempt })
  if (job.kind === 'hold') await told
  await emit(`attempt ${attempt}`)
  return { result: attempt }
})
process.send?.({ ready: true })
