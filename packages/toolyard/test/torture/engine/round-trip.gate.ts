/**
 * A job there and back, one at a time and many at once, with the CPU of all processes that take part.
 *
 * Embedded, caller and worker are one process, as they are in `serve`; in a fleet each is a process of its own.
 */
import { join } from 'node:path'
import type { Engine } from '../../../src/engine/engine.ts'
import { Child } from './child.ts'
import { cpuMs, serverPids } from './cpu-time.ts'
import { type Gate, type Measure, percentile, speed } from './gate.ts'
import type { Place, PlaceKind } from './place.ts'

interface Bars {
  readonly p50?: number
  readonly p99?: number
  readonly perSecond?: number
  readonly cpu?: number
}

const bars: Readonly<Record<PlaceKind, Bars>> = {
  embedded: { p50: 0.2, perSecond: 6000 },
  postgres: {},
  fleet: { p50: 2, p99: 10, perSecond: 3000, cpu: 450 },
}

export const gate: Gate = {
  title: 'round trip of a job, and many in flight',
  places: ['embedded', 'postgres', 'fleet'],
  isGuarantee: false,
  async run({ place, isShort, tell }) {
    const engine = await place.open()
    await using work = await startWork(place, engine)
    const call = callsOf(engine)
    const count = isShort ? 300 : 2000
    for (let index = 0; index < count / 2; index++) await call()
    const times: number[] = []
    for (let index = 0; index < count; index++) {
      const begin = performance.now()
      await call()
      times.push(performance.now() - begin)
    }
    const bar = bars[place.kind]
    const measures = [
      speed('round trip, p50', percentile(times, 0.5), { unit: 'ms', atMost: bar.p50 }),
      speed('round trip, p99', percentile(times, 0.99), { unit: 'ms', atMost: bar.p99 }),
    ]
    for (const inFlight of [50, 200]) {
      tell(`${inFlight} in flight`)
      measures.push(...(await manyAtOnce(call, { inFlight, count: isShort ? 500 : 8000, place, work })))
    }
    return measures
  },
}

interface Work extends AsyncDisposable {
  readonly pids: readonly number[]
}

async function startWork({ kind, redis, postgres, address, folder }: Place, engine: Engine): Promise<Work> {
  if (kind === 'embedded') {
    await engine.jobs.work('calls', { concurrency: 200 }, async ({ job }) => ({ result: job.id }))
    return { pids: [process.pid], async [Symbol.asyncDispose]() {} }
  }
  const terms = { address, log: join(folder, 'log.txt'), concurrency: 200 }
  const child = await Child.start('worker-process.ts', terms)
  const server = redis ?? postgres
  return {
    pids: [process.pid, child.pid, ...(server ? serverPids(server.port) : [])],
    [Symbol.asyncDispose]: () => child.kill(),
  }
}

function callsOf({ jobs, bus }: Engine): () => Promise<void> {
  let count = 0
  return async () => {
    const id = `job-${count++}`
    await jobs.submit({ id, queue: 'calls', kind: 'echo' })
    for await (const event of bus.watch(id)) if (event.type === 'end') return
  }
}

interface Many {
  readonly inFlight: number
  readonly count: number
  readonly place: Place
  readonly work: Work
}

async function manyAtOnce(
  call: () => Promise<void>,
  { inFlight, count, place: { kind }, work: { pids } }: Many,
): Promise<Measure[]> {
  const [cpu, begin] = [cpuMs(pids), performance.now()]
  let left = count
  const lane = async (): Promise<void> => {
    while (left-- > 0) await call()
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  const seconds = (performance.now() - begin) / 1000
  const each = ((cpuMs(pids) - cpu) / count) * 1000
  const bar = bars[kind]
  return [
    speed(`${inFlight} in flight`, count / seconds, { unit: '/s', atLeast: bar.perSecond }),
    speed(`${inFlight} in flight, CPU of all processes`, each, { unit: 'µs each', atMost: bar.cpu }),
  ]
}
