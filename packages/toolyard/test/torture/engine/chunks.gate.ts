/** Chunks of a job in another process: many, to a slow reader, and at a pace. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../../../src/engine/engine.ts'
import { Children } from './child.ts'
import { type Gate, guarantee, percentile, speed } from './gate.ts'
import { wallNow } from './log.ts'

export const gate: Gate = {
  title: '10,000 chunks of 1 KB, a slow reader, paced chunks',
  places: ['embedded', 'postgres', 'fleet'],
  isGuarantee: true,
  async run({ place, isShort, tell }) {
    const isFleet = place.kind === 'fleet'
    const engine = await place.open()
    const log = join(place.folder, 'log.txt')
    await using children = new Children()
    await children.start('worker-process.ts', { address: place.address, log })
    const sizes = isShort ? shortSizes : { fast: 'chunks', slow: isFleet ? 'many' : 'chunks' }
    const begin = performance.now()
    const fast = await read(engine, sizes.fast, async () => {})
    const perSecond = (counts[sizes.fast] ?? 0) / ((performance.now() - begin) / 1000)
    tell('a slow reader')
    const before = process.memoryUsage().rss
    const slow = await read(engine, sizes.slow, async (count) => {
      if (count % (isShort ? 500 : 3000) === 0) await sleep(200)
    })
    const megabytes = Math.max(0, process.memoryUsage().rss - before) / 1_000_000
    const late: number[] = []
    await read(engine, 'paced', async (_, data) => void late.push(wallNow() - Number(data)))
    return [
      guarantee(`chunks lost, of ${told(sizes.fast)}`, fast),
      guarantee(`chunks lost with a slow reader, of ${told(sizes.slow)}`, slow),
      speed('chunks of 1 KB', perSecond, { unit: '/s', ...(isFleet && { atLeast: 10_000 }) }),
      speed('memory that a slow reader costs', megabytes, { unit: 'MB', atMost: 128 }),
      speed('paced chunk, p50', percentile(late, 0.5), { unit: 'ms' }),
      speed('paced chunk, p99', percentile(late, 0.99), { unit: 'ms', ...(isFleet && { atMost: 5 }) }),
    ]
  },
}

const counts: Readonly<Record<string, number>> = { few: 2000, chunks: 10_000, many: 30_000, paced: 200 }
const shortSizes = { fast: 'few', slow: 'few' }

const told = (kind: string): string => (counts[kind] ?? 0).toLocaleString('en')

/** What was missing or out of order. */
async function read(
  engine: Engine,
  kind: string,
  see: (count: number, data: unknown) => Promise<void>,
): Promise<string[]> {
  const id = `${kind}-${Math.random().toString(36).slice(2)}`
  const problems: string[] = []
  let count = 0
  await engine.jobs.submit({ id, queue: 'calls', kind })
  for await (const event of engine.bus.watch(id, 0, AbortSignal.timeout(120_000))) {
    if (event.type === 'missed') problems.push(`${event.count} missed`)
    if (event.type !== 'chunk') continue
    if (event.sequence !== ++count) problems.push(`${event.sequence} came as number ${count}`)
    await see(count, event.data)
  }
  const wanted = counts[kind]
  if (count !== wanted) problems.push(`${count} of ${wanted}`)
  return problems
}
