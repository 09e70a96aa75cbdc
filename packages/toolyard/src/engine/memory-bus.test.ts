import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from './conformance/index.ts'
import { MemoryBus, usualStreams } from './memory/memory-bus.ts'

const limits = {
  ...usualStreams,
  each: { events: 1000, size: 10_000 },
  ended: 1000,
  endedSize: 20_000,
}

async function countOf(bus: MemoryBus, id: string): Promise<number> {
  let count = 0
  for await (const event of bus.watch(id)) if (event.type !== 'missed') count++
  return count
}

describe('a bus in memory', () => {
  it('keeps no more of a stream than its size allows, and always its end', async () => {
    const bus = new MemoryBus(createManualClock(), limits)
    const writer = bus.open('long')
    for (let index = 0; index < 500; index++) writer.append('x'.repeat(1000))
    writer.end('done', 'y'.repeat(15_000))
    assert.equal(await countOf(bus, 'long'), 1)
    const other = bus.open('shorter')
    for (let index = 0; index < 500; index++) other.append('x'.repeat(1000))
    other.end('done')
    const kept = await countOf(bus, 'shorter')
    assert.ok(kept >= 5 && kept <= 11, `${kept}`)
  })

  it('keeps no more of all streams that have ended than their size allows, the newest of them', async () => {
    const bus = new MemoryBus(createManualClock(), limits)
    for (let index = 0; index < 50; index++) {
      const writer = bus.open(`stream ${index}`)
      writer.append('x'.repeat(5000))
      writer.end('done')
    }
    const kept = Array.from({ length: 50 }, (_, index) => bus.find(`stream ${index}`) !== undefined)
    assert.deepEqual([kept.filter(Boolean).length, kept.at(-1), kept.at(0)], [3, true, false])
  })

  it('forgets readers that wait for streams that never come', async () => {
    const bus = new MemoryBus(createManualClock(), limits)
    const stop = new AbortController()
    const readers = Array.from({ length: 10 }, async () => {
      for await (const event of bus.watch('never', 0, stop.signal)) assert.fail(event.type)
    })
    stop.abort()
    await Promise.all(readers)
    bus.open('never').end('done')
    assert.equal(await countOf(bus, 'never'), 1)
  })
})
