/** Many jobs that wait: what they cost, and how soon work begins when it is opened again. */
import type { Engine } from '../../../src/engine/engine.ts'
import { type Gate, type GateRun, type Measure, speed } from './gate.ts'
import { openEngine } from './open-engine.ts'

export const gate: Gate = {
  title: '100,000 queued',
  places: ['embedded', 'postgres', 'fleet'],
  isGuarantee: false,
  run: (run) => (run.place.kind === 'fleet' ? inRedis(run) : inDatabase(run)),
}

const countOf = ({ isShort }: GateRun): number => (isShort ? 2000 : 100_000)

async function fill({ jobs }: Engine, count: number): Promise<void> {
  for (let from = 0; from < count; from += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, at) =>
        jobs.submit({ id: `waits-${from + at}`, queue: 'later', kind: 'echo', tenant: `t${at % 10}` }),
      ),
    )
}

async function inDatabase(run: GateRun): Promise<Measure[]> {
  const { address, kind } = run.place
  const isEmbedded = kind === 'embedded'
  const before = process.memoryUsage().rss
  const filled = await openEngine({ address })
  await fill(filled, countOf(run))
  const megabytes = Math.max(0, process.memoryUsage().rss - before) / 1_000_000
  await filled.close()
  const begin = performance.now()
  const reopened = await openEngine({ address })
  const started = Promise.withResolvers<void>()
  const worker = await reopened.jobs.work('later', {}, async () => started.resolve())
  await started.promise
  const seconds = (performance.now() - begin) / 1000
  await worker.drain()
  await reopened.close()
  return [
    speed('memory', megabytes, { unit: 'MB', ...(isEmbedded && { atMost: 80 }) }),
    speed('opened again, first job started', seconds, { unit: 's', ...(isEmbedded && { atMost: 2 }) }),
  ]
}

async function inRedis(run: GateRun): Promise<Measure[]> {
  const { redis } = run.place
  const memory = async (): Promise<number> =>
    Number(/used_memory:(\d+)/.exec((await redis?.with((client) => client.info('memory'))) ?? '')?.[1])
  const engine = await run.place.open()
  const before = await memory()
  await fill(engine, countOf(run))
  const each = ((await memory()) - before) / countOf(run)
  return [speed('Redis memory', each, { unit: 'bytes each', atMost: 1024 })]
}
