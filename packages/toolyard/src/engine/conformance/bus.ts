/** What every `Bus` must do. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import type { StreamEvent } from '../bus.ts'
import { type OpensFleet, readAll, told, until } from './fleet.ts'

export function describeBus(adapter: string, open: OpensFleet, suite: Suite): void {
  suite.describe(`Bus on ${adapter}`, () => {
    describeTopics(open, suite)
    describeStreams(open, suite)
    describeBounds(open, suite)
    describeFencing(open, suite)
  })
}

function describeTopics(open: OpensFleet, suite: Suite): void {
  suite.it('tells all that listen to a topic, in order, and nobody else', async (test) => {
    const fleet = await open(test)
    const [here, there] = [await fleet.join(), await fleet.join()]
    const heard: unknown[] = []
    const stop = await there.bus.subscribe('cancel', (message) => heard.push(message))
    await here.bus.subscribe('cancel', (message) => heard.push(message))
    await here.bus.subscribe('wake', (message) => heard.push(message))
    await here.bus.publish('cancel', { id: 'a' })
    await here.bus.publish('cancel', { id: 'b' })
    await until(fleet, () => heard.length >= 4)
    const count = (id: string): number =>
      heard.filter((message) => (message as { id: string }).id === id).length
    assert.deepEqual([count('a'), count('b'), heard.length], [2, 2, 4])
    assert.ok(heard.findIndex((message) => (message as { id: string }).id === 'a') === 0)
    stop()
    await here.bus.publish('cancel', { id: 'c' })
    await until(fleet, () => count('c') > 0)
    await fleet.settle()
    assert.equal(count('c'), 1)
  })
}

function describeStreams(open: OpensFleet, suite: Suite): void {
  suite.it('gives every reader the chunks in order and then one end, whenever it comes', async (test) => {
    const fleet = await open(test)
    const [here, there] = [await fleet.join(), await fleet.join()]
    const early = readAll(there, 'call_1')
    const writer = here.bus.open('call_1')
    await writer.append('a')
    await fleet.settle()
    const joined = readAll(here, 'call_1')
    await writer.append('b')
    assert.equal(await writer.end('done', 'fine'), true)
    const all = ['1 a', '2 b', '3 end done fine']
    assert.deepEqual(told(await early), all)
    assert.deepEqual(told(await joined), all)
    assert.deepEqual(told(await readAll(there, 'call_1')), all)
  })

  suite.it('goes on after the number that a reader has seen', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    const writer = engine.bus.open('call_1')
    for (const data of ['a', 'b', 'c']) await writer.append(data)
    const rest = readAll(engine, 'call_1', 2)
    await fleet.settle()
    await writer.end('failed')
    assert.deepEqual(told(await rest), ['3 c', '4 end failed'])
    assert.deepEqual(await readAll(engine, 'call_1', 4), [])
  })

  suite.it('takes nothing after the end', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    const writer = engine.bus.open('call_1')
    assert.equal(await writer.end('done'), true)
    assert.equal(await writer.append('late'), false)
    assert.equal(await writer.end('failed'), false)
    assert.deepEqual(told(await readAll(engine, 'call_1')), ['1 end done'])
  })

  suite.it('begins anew when a stream that has ended is opened again', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    await engine.bus.open('call_1').end('failed')
    const again = engine.bus.open('call_1')
    await again.append('b')
    await again.end('done')
    assert.deepEqual(told(await readAll(engine, 'call_1')), ['1 b', '2 end done'])
  })

  suite.it('stops watching with the signal, also before there is a stream', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    const stop = new AbortController()
    const seen: StreamEvent[] = []
    const watch = async (id: string): Promise<void> => {
      for await (const event of engine.bus.watch(id, 0, stop.signal)) seen.push(event)
    }
    const writer = engine.bus.open('call_1')
    await writer.append('a')
    const readers = [watch('call_1'), watch('never')]
    await until(fleet, () => seen.length === 1)
    stop.abort()
    await Promise.all(readers)
    await writer.append('b')
    assert.deepEqual(told(seen), ['1 a'])
    await watch('call_1')
    assert.equal(seen.length, 1)
  })

  suite.it('says how a stream stands', async (test) => {
    const fleet = await open(test)
    const [here, there] = [await fleet.join(), await fleet.join()]
    assert.equal(await here.bus.find('call_1'), undefined)
    const writer = here.bus.open('call_1')
    await writer.append('a')
    assert.deepEqual(await there.bus.find('call_1'), { attempt: 1, last: 1, hasEnded: false })
    await writer.end('done')
    assert.deepEqual(await there.bus.find('call_1'), { attempt: 1, last: 2, hasEnded: true })
  })
}

function describeBounds(open: OpensFleet, suite: Suite): void {
  suite.it('gives a slow reader everything that is kept, and slows no other', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    const writer = engine.bus.open('call_1')
    const slow = engine.bus.watch('call_1')[Symbol.asyncIterator]()
    await writer.append(0)
    assert.equal((await slow.next()).value?.sequence, 1)
    for (let index = 1; index < 3000; index++) await writer.append(index)
    await writer.end('done')
    const seen: StreamEvent[] = []
    for (let at = await slow.next(); at.done !== true; at = await slow.next()) seen.push(at.value)
    assert.deepEqual(
      seen.map(({ sequence }) => sequence),
      Array.from({ length: 3000 }, (_, index) => index + 2),
    )
  })

  suite.it(
    'keeps the newest events of a long stream, and says how many a reader has missed',
    async (test) => {
      const fleet = await open(test, { streamEvents: 10 })
      const engine = await fleet.join()
      const writer = engine.bus.open('call_1')
      const slow = engine.bus.watch('call_1')[Symbol.asyncIterator]()
      await writer.append(1)
      await slow.next()
      for (let index = 2; index <= 100; index++) await writer.append(index)
      await writer.end('done')
      const rest = await readAll(engine, 'call_1')
      const [missed] = rest
      assert.equal(missed?.type, 'missed')
      assert.equal(missed?.type === 'missed' && missed.count + rest.length - 1, 101)
      assert.ok(rest.length <= 11)
      assert.equal(rest.at(-1)?.type, 'end')
      const first = (await slow.next()).value as StreamEvent
      assert.deepEqual([first.type, first.sequence], ['missed', missed?.sequence])
      assert.equal(((await slow.next()).value as StreamEvent).sequence, first.sequence + 1)
    },
  )

  suite.it('forgets streams that have ended by age and by number, never one that goes on', async (test) => {
    const fleet = await open(test, { keepMs: 1000, endedStreams: 3 })
    const { bus } = await fleet.join()
    const going = bus.open('goes on')
    await going.append('a')
    for (const id of ['a', 'b', 'c', 'd', 'e']) await bus.open(id).end('done')
    assert.equal(await bus.find('a'), undefined)
    assert.equal(await bus.find('b'), undefined)
    assert.ok(await bus.find('e'))
    await fleet.pass(1500)
    assert.equal(await bus.find('e'), undefined)
    assert.ok(await bus.find('goes on'))
  })
}

function describeFencing(open: OpensFleet, suite: Suite): void {
  suite.it('drops what an older attempt writes once a newer one has begun', async (test) => {
    const fleet = await open(test)
    const [frozen, successor] = [await fleet.join(), await fleet.join()]
    const first = frozen.bus.open('job_1', 1)
    await first.append('a')
    const second = successor.bus.open('job_1', 2)
    await second.append('b')
    assert.equal(await first.append('late'), false)
    assert.equal(await first.end('failed'), false)
    assert.equal(await second.end('done'), true)
    const events = await readAll(frozen, 'job_1')
    assert.deepEqual(told(events), ['1 a', '2 b', '3 end done'])
    assert.deepEqual(
      events.map((event) => event.type !== 'missed' && event.attempt),
      [1, 2, 2],
    )
  })

  suite.it('lets an older attempt open nothing', async (test) => {
    const fleet = await open(test)
    const engine = await fleet.join()
    const second = engine.bus.open('job_1', 2)
    await second.append('a')
    const first = engine.bus.open('job_1', 1)
    assert.equal(await first.append('late'), false)
    assert.equal(await second.append('b'), true)
  })
}
