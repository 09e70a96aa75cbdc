/** A job that runs in another process is cancelled: from the request to its end, as the one who asked sees it. */
import { join } from 'node:path'
import { Children } from './child.ts'
import { type Gate, percentile, speed } from './gate.ts'

export const gate: Gate = {
  title: 'cancel across processes',
  places: ['embedded', 'postgres', 'fleet'],
  isGuarantee: false,
  async run({ place, isShort }) {
    const engine = await place.open()
    const log = join(place.folder, 'log.txt')
    await using children = new Children()
    await children.start('worker-process.ts', { address: place.address, log })
    const times: number[] = []
    for (let count = 0; count < (isShort ? 50 : 300); count++) {
      const id = `hold-${count}`
      await engine.jobs.submit({ id, queue: 'calls', kind: 'hold' })
      while ((await engine.inspection.list({ id }))[0]?.state !== 'running');
      const begin = performance.now()
      await engine.jobs.cancel(id, 'enough')
      for await (const event of engine.bus.watch(id)) if (event.type === 'end') break
      times.push(performance.now() - begin)
    }
    return [
      speed('cancel to its end, p50', percentile(times, 0.5), { unit: 'ms' }),
      speed('cancel to its end, p99', percentile(times, 0.99), {
        unit: 'ms',
        ...(place.kind === 'fleet' && { atMost: 25 }),
      }),
    ]
  },
}
