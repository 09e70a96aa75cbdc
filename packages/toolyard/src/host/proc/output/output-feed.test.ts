import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Clock, createClock } from '../../../kernel/index.ts'
import { OutputFeed } from './output-feed.ts'

describe('OutputFeed', () => {
  it('gives what has come, waits for more, and ends', async () => {
    const feed = new OutputFeed(createClock())
    void feed.push(Buffer.from('one '))
    void feed.push(Buffer.from('two'))
    assert.equal(await feed.next(), 'one two')
    const next = feed.next()
    void feed.push(Buffer.from('three'))
    assert.equal(await next, 'three')
    const last = feed.next()
    feed.close()
    assert.equal(await last, undefined)
    assert.equal(feed.push(Buffer.from('late')), undefined)
  })

  it('puts characters together that come in pieces', async () => {
    const feed = new OutputFeed(createClock())
    for (const byte of Buffer.from('a€b')) void feed.push(Buffer.from([byte]))
    assert.equal(await feed.next(), 'a€b')
  })

  it('asks a program to wait for a slow reader', async () => {
    const feed = new OutputFeed(createClock())
    assert.equal(feed.push(Buffer.alloc(100_000, 'a')), undefined)
    const full = feed.push(Buffer.alloc(200_000, 'a'))
    assert.ok(full instanceof Promise)
    assert.equal((await feed.next())?.length, 300_000)
    await full
  })

  it('lets nobody wait once there is more than anybody can watch, and says what it left out', async () => {
    let now = 0
    const clock: Clock = { ...createClock(), now: () => now }
    const feed = new OutputFeed(clock)
    const chunk = Buffer.alloc(1_000_000, 'a')
    for (let count = 0; count < 2; count++) {
      void feed.push(chunk)
      await feed.next()
    }
    for (let count = 0; count < 3; count++) assert.equal(feed.push(chunk), undefined)
    now = 60_000
    void feed.push(Buffer.from('later'))
    assert.equal(await feed.next(), '\n… 3,000,000 bytes not shown here …\nlater')
  })
})
