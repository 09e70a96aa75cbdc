import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Queue } from './queue.ts'

async function rest<T extends {}>(queue: Queue<T>): Promise<T[]> {
  const items: T[] = []
  for (let item = await queue.next(); item !== undefined; item = await queue.next()) items.push(item)
  return items
}

describe('a queue', () => {
  it('gives items in their order, also to a reader who waits', async () => {
    const queue = new Queue<string>()
    const first = queue.next()
    for (const item of ['a', 'b', 'c']) queue.push(item)
    queue.end()
    assert.deepEqual([await first, ...(await rest(queue))], ['a', 'b', 'c'])
  })

  it('ends for a reader who waits, and takes nothing afterwards', async () => {
    const queue = new Queue<string>()
    const waiting = queue.next()
    queue.end()
    assert.equal(await waiting, undefined)
    queue.push('late')
    assert.equal(await queue.next(), undefined)
  })

  it('holds a writer back until there is room', async () => {
    const queue = new Queue<string>({ room: 10 })
    queue.push('a', 4)
    assert.equal(queue.room(), undefined)
    queue.push('b', 6)
    const full = queue.room()
    assert.ok(full instanceof Promise)
    assert.equal(queue.take(), 'a')
    await full
    assert.equal(queue.room(), undefined)
  })

  it('lets writers go when it ends', async () => {
    const queue = new Queue<string>({ room: 1 })
    queue.push('a')
    const full = queue.room()
    assert.ok(full instanceof Promise)
    queue.end()
    await full
    assert.deepEqual(await rest(queue), ['a'])
  })

  it('drops and counts what is too much, except what must be kept', async () => {
    const queue = new Queue<number>({ most: 3, keeps: (item) => item < 0 })
    for (const item of [1, 2, 3, 4, 5, -1]) queue.push(item)
    queue.end()
    assert.equal(queue.takeDropped(), 2)
    assert.equal(queue.takeDropped(), 0)
    assert.deepEqual(await rest(queue), [1, 2, 3, -1])
  })

  it('throws what ended it, after the items before it', async () => {
    const queue = new Queue<string>()
    queue.push('a')
    queue.end(new Error('broken'))
    queue.end()
    assert.equal(await queue.next(), 'a')
    await assert.rejects(queue.next(), /broken/)
    await assert.rejects(queue.next(), /broken/)
  })

  it('forgets what waits when it is abandoned', async () => {
    const queue = new Queue<string>()
    queue.push('a')
    queue.abandon()
    assert.equal(await queue.next(), undefined)
  })

  it('replaces the last item that waits', async () => {
    const queue = new Queue<string>()
    queue.push('a')
    queue.push('b')
    assert.equal(queue.last, 'b')
    queue.replaceLast('c')
    queue.end()
    assert.deepEqual(await rest(queue), ['a', 'c'])
    assert.equal(queue.last, undefined)
  })
})
