/**
 * The embedded engine in a file: a job there and back, many at once, long streams, and a long queue.
 *
 * @module
 */
import { join } from 'node:path'
import type { Engine } from '../../../packages/toolyard/src/engine/engine.ts'
import { createSqliteEngine } from '../../../packages/toolyard/src/engine/sqlite/index.ts'
import { createClock } from '../../../packages/toolyard/src/kernel/index.ts'
import type { Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { inFolder } from '../store/in-folder.ts'

export const engine: Scenario = {
  name: 'engine',
  title: 'Embedded engine in a file',
  run: ({ quick }) =>
    inFolder(async (folder) => {
      const file = join(folder, 'engine.db')
      const opened = await open(file)
      await opened.jobs.work('calls', { concurrency: 200 }, async () => ({ result: 1 }))
      const lines = [
        ...(await roundTrips(opened, quick ? 20 : 3000)),
        await inFlight(opened, 50, quick ? 100 : 10_000),
        await inFlight(opened, 200, quick ? 200 : 10_000),
        ...(await chunks(opened, quick ? 100 : 10_000)),
      ]
      await opened.close()
      return [...lines, ...(await longQueue(join(folder, 'queue.db'), quick ? 500 : 100_000))]
    }),
}

function open(file: string): Promise<Engine> {
  return createSqliteEngine({ file, clock: createClock({ quiet: true }), jobs: { waiting: 200_000 } })
}

async function roundTrip({ jobs, bus }: Engine, id: string): Promise<void> {
  await jobs.submit({ id, queue: 'calls', kind: 'bench' })
  for await (const event of bus.watch(id))
    if (event.type === 'end' && event.status !== 'done') throw new Error(`${id} ended as ${event.status}`)
}

async function roundTrips(opened: Engine, count: number): Promise<Line[]> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const begin = performance.now()
    await roundTrip(opened, `one-${index}`)
    times.push(performance.now() - begin)
  }
  const sorted = times.slice(count >> 2).toSorted((left, right) => left - right)
  const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? Number.NaN
  const bar = { of: 'ours', below: 0.2, text: '<= 0.2 ms' } as const
  return [
    { what: 'round trip, p50', ours: at(0.5), unit: 'ms', bar },
    { what: 'round trip, p99', ours: at(0.99), unit: 'ms' },
  ]
}

async function inFlight(opened: Engine, callers: number, count: number): Promise<Line> {
  let next = 0
  const call = async (): Promise<void> => {
    while (next < count) await roundTrip(opened, `${callers}-${next++}`)
  }
  const begin = performance.now()
  await Promise.all(Array.from({ length: callers }, call))
  const microseconds = ((performance.now() - begin) * 1000) / count
  const bar = { of: 'ours', below: 1_000_000 / 6000, text: '>= 6,000 a second' } as const
  return { what: `a job, ${callers} in flight`, ours: microseconds, unit: 'µs', bar }
}

async function chunks(opened: Engine, count: number): Promise<Line[]> {
  const data = 'x'.repeat(1024)
  await opened.jobs.work('streams', {}, async ({ emit }) => {
    let last: Promise<boolean> = Promise.resolve(true)
    for (let index = 0; index < count; index++) {
      last = emit(data)
      if (index % 64 === 63) await last
    }
    await last
  })
  await opened.jobs.submit({ id: 'stream', queue: 'streams', kind: 'bench' })
  const begin = performance.now()
  let read = 0
  for await (const event of opened.bus.watch('stream')) if (event.type === 'chunk') read++
  const microseconds = ((performance.now() - begin) * 1000) / count
  const lost = { of: 'ours', below: 0, text: 'none' } as const
  return [
    { what: 'a chunk of 1 KB, written and read', ours: microseconds, unit: 'µs' },
    { what: `lost of ${count} chunks`, ours: count - read, unit: '', bar: lost },
  ]
}

async function longQueue(file: string, count: number): Promise<Line[]> {
  const before = process.memoryUsage().rss
  const filled = await open(file)
  for (let index = 0; index < count; index += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, at) =>
        filled.jobs.submit({ id: `q-${index + at}`, queue: 'calls', kind: 'bench' }),
      ),
    )
  const megabytes = Math.max(0, process.memoryUsage().rss - before) / 1_000_000
  await filled.close()
  const begin = performance.now()
  const reopened = await open(file)
  const started = Promise.withResolvers<void>()
  const worker = await reopened.jobs.work('calls', {}, async () => started.resolve())
  await started.promise
  const seconds = (performance.now() - begin) / 1000
  await worker.drain()
  await reopened.close()
  return [
    {
      what: `memory with ${count} queued`,
      ours: megabytes,
      unit: 'MB',
      bar: { of: 'ours', below: 80, text: '<= 80 MB' },
    },
    {
      what: 'opened again, first job started',
      ours: seconds,
      unit: 's',
      bar: { of: 'ours', below: 2, text: '<= 2 s' },
    },
  ]
}
