/** A worker is stopped for two leases, and goes on beside those that took over its jobs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import type { StreamEvent } from '../../../src/engine/bus.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { Children } from './child.ts'
import { type Gate, guarantee } from './gate.ts'
import { notedIn } from './log.ts'
import { until } from './wait.ts'

const jobs = 20
const usualLeaseMs = { embedded: 10_000, postgres: 10_000, fleet: 8000 }

export const gate: Gate = {
  title: 'SIGSTOP of a worker for two leases, then SIGCONT',
  places: ['embedded', 'postgres', 'fleet'],
  isGuarantee: true,
  async run({ place, isShort, tell }) {
    const leaseMs = isShort ? 1500 : usualLeaseMs[place.kind]
    const log = join(place.folder, 'log.txt')
    const terms = { address: place.address, log, leaseMs, concurrency: jobs, holdMs: 1000 }
    const engine = await place.open({ leaseMs })
    await using children = new Children()
    const frozen = await children.start('worker-process.ts', terms)
    const ids = Array.from({ length: jobs }, (_, index) => `retry-${index}`)
    for (const id of ids) await engine.jobs.submit({ id, queue: 'calls', kind: 'note', onCrash: 'retry' })
    await until(() => startsIn(log).length === jobs, { what: 'every job has started' })
    frozen.freeze()
    tell(`stopped for ${(2 * leaseMs) / 1000} s`)
    // It is still at work when the other one goes on.
    const successor = await children.start('worker-process.ts', { ...terms, holdMs: 2 * leaseMs })
    await sleep(2 * leaseMs)
    frozen.thaw()
    const problems: string[] = []
    for (const id of ids) problems.push(...(await problemsOf(engine, id, successor.pid)))
    // The one that was stopped comes to the end of its own runs, and nothing changes.
    await until(() => endsIn(log, frozen.pid) === jobs, { what: 'the stopped worker ends its runs' })
    for (const id of ids) problems.push(...(await problemsOf(engine, id, successor.pid)))
    const both = startsIn(log).length
    if (both !== 2 * jobs) problems.push(`${both} starts of ${jobs} jobs`)
    return [
      guarantee('final events of each job', problems, {
        bar: '1',
        measured: `1 of each of ${jobs}, each run by two workers`,
      }),
    ]
  },
}

/** One end, and it is the successor's. */
async function problemsOf(engine: Engine, id: string, by: number): Promise<string[]> {
  const ends: StreamEvent[] = []
  for await (const event of engine.bus.watch(id, 0, AbortSignal.timeout(60_000)))
    if (event.type === 'end') ends.push(event)
  const [end] = ends
  const isRight = end?.type === 'end' && end.status === 'done' && end.data === by && end.attempt === 2
  return ends.length === 1 && isRight ? [] : [`${id} ended with ${JSON.stringify(ends)}`]
}

const startsIn = (log: string) => notedIn(log).filter(({ what }) => what === 'start')
const endsIn = (log: string, by: number): number =>
  notedIn(log).filter(({ what, pid }) => what === 'end' && pid === by).length
