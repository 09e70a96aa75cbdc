/** What every `ScheduleStore` must do. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import { keptSlots, type ScheduleRecord, type ScheduleSlot, type ScheduleStore } from '../schedules.ts'
import { hostileTexts, idsOf, known, type Opens, readable } from './samples.ts'

function scheduleOf(id: string, over: Partial<ScheduleRecord> = {}): ScheduleRecord {
  return {
    id,
    workspace: '/w',
    name: `name of ${id}`,
    owner: { principal: 'ann' },
    work: { tool: 'probe', args: { text: '日本' } },
    text: '* * * * *',
    zone: 'UTC',
    anchor: 1000,
    misfire: 'skip',
    overlap: 'skip',
    isPaused: false,
    nextAt: 60_000,
    createdAt: 1,
    revision: 1,
    ...over,
  }
}

function slotOf(id: string, over: Partial<ScheduleSlot> = {}): ScheduleSlot {
  const slot = { id, scheduleId: 'a', at: 60_000, state: 'queued', job: id } as const
  return { ...slot, isRetried: false, createdAt: 60_001, ...over }
}

export function describeScheduleStore(adapter: string, open: Opens<ScheduleStore>, suite: Suite): void {
  suite.describe(`ScheduleStore on ${adapter}`, () => {
    describeRows(open, suite)
    describeClaims(open, suite)
    describeHistory(open, suite)
  })
}

function describeRows(open: Opens<ScheduleStore>, suite: Suite): void {
  suite.it('gives back what was added, by every filter, in the order of names', async (test) => {
    const schedules = await open(test)
    const full = scheduleOf('b', {
      name: 'first',
      owner: { principal: 'ann', agent: 'helper', threadId: 't', tokenId: 'k', role: 'operator' },
      work: { message: 'Report.', agent: 'helper', threadId: 't' },
      misfire: 'all',
      overlap: 'queue',
      isPaused: true,
    })
    for (const one of [scheduleOf('a'), full, scheduleOf('c', { workspace: '/x', nextAt: undefined })])
      assert.equal(await schedules.add(one), 'added')
    assert.deepEqual(known(await schedules.find('b')), full)
    assert.deepEqual(await idsOf(schedules.list({})), ['b', 'a', 'c'])
    assert.deepEqual(await idsOf(schedules.list({ workspace: '/w' })), ['b', 'a'])
    assert.deepEqual(await idsOf(schedules.list({ principal: 'ann', agent: '' })), ['a', 'c'])
    assert.deepEqual(await idsOf(schedules.list({ agent: 'helper', name: 'first' })), ['b'])
    assert.deepEqual(await idsOf(schedules.list({ dueBefore: 60_001 })), ['a'])
    assert.deepEqual(await idsOf(schedules.list({ dueBefore: 60_000 })), [])
    assert.equal(await schedules.find('none'), undefined)
  })

  suite.it('has one schedule for a name of an owner in a workspace, and room for so many', async (test) => {
    const schedules = await open(test)
    await schedules.add(scheduleOf('a', { name: 'x' }))
    const again = scheduleOf('b', { name: 'x' })
    assert.equal(await schedules.add(again), 'taken')
    assert.equal(await schedules.add({ ...again, workspace: '/other' }), 'added')
    const ofAgent = { ...again, id: 'c', owner: { principal: 'ann', agent: 'helper' } }
    assert.equal(await schedules.add(ofAgent), 'added')
    const room = { perOwner: 2, total: 4 }
    assert.equal(await schedules.add(scheduleOf('d'), room), 'full')
    const ofBob = { owner: { principal: 'bob' } }
    assert.equal(await schedules.add(scheduleOf('e', ofBob), room), 'added')
    assert.equal(await schedules.add(scheduleOf('f', ofBob), room), 'full')
  })

  suite.it(
    'is changed by the one who saw the newest revision, and removed with its history',
    async (test) => {
      const schedules = await open(test)
      await schedules.add(scheduleOf('a'))
      const change = scheduleOf('a', { text: '15m', isPaused: true, nextAt: undefined, revision: 2 })
      assert.equal(await schedules.change(change), true)
      assert.equal(await schedules.change({ ...change, text: '20m' }), false)
      assert.deepEqual(known(await schedules.find('a')), known(change))
      await schedules.note(slotOf('s'))
      assert.equal(await schedules.remove('a'), true)
      assert.equal(await schedules.remove('a'), false)
      assert.deepEqual(await schedules.slots({}), [])
    },
  )

  suite.it('takes texts of every kind', async (test) => {
    const schedules = await open(test)
    for (const [index, text] of hostileTexts.entries()) {
      const work = { message: text }
      await schedules.add(scheduleOf(`s${index}`, { name: text, text, work }))
      const found = await schedules.find(`s${index}`)
      assert.equal(readable(found?.name), readable(text))
      assert.deepEqual(found?.work, work)
    }
  })
}

function describeClaims(open: Opens<ScheduleStore>, suite: Suite): void {
  suite.it('gives a slot to one of those who claim it at the same time, and moves on', async (test) => {
    const schedules = await open(test)
    const seen = scheduleOf('a')
    await schedules.add(seen)
    const claims = ['x', 'y', 'z'].map(async (job) => schedules.claim(seen, 120_000, slotOf('s', { job })))
    assert.equal((await Promise.all(claims)).filter(Boolean).length, 1)
    assert.equal((await schedules.find('a'))?.nextAt, 120_000)
    assert.equal((await schedules.slots({})).length, 1)
  })

  suite.it(
    'gives no slot of a schedule that was paused or changed, and moves on from a known one',
    async (test) => {
      const schedules = await open(test)
      const seen = scheduleOf('a')
      await schedules.add(seen)
      await schedules.note(slotOf('s'))
      assert.equal(await schedules.claim(seen, 120_000, slotOf('s')), false)
      assert.equal((await schedules.find('a'))?.nextAt, 120_000)
      const paused = { ...seen, isPaused: true, nextAt: 120_000, revision: 2 }
      await schedules.change(paused)
      assert.equal(await schedules.claim(paused, 180_000, slotOf('t')), false)
      await schedules.change({ ...paused, isPaused: false, revision: 3 })
      assert.equal(await schedules.claim({ ...paused, isPaused: false }, 180_000, slotOf('t')), false)
      assert.deepEqual(await idsOf(schedules.slots({})), ['s'])
    },
  )
}

function describeHistory(open: Opens<ScheduleStore>, suite: Suite): void {
  suite.it('moves a slot once, and keeps what was told of it', async (test) => {
    const schedules = await open(test)
    await schedules.add(scheduleOf('a'))
    assert.equal(await schedules.note(slotOf('s', { by: 'ann' })), true)
    assert.equal(await schedules.note(slotOf('s')), false)
    assert.equal(await schedules.note(slotOf('t', { scheduleId: 'none' })), false)
    const start = { from: 'queued', to: 'started' } as const
    const both = [start, start].map(async (move) => schedules.move(slotOf('s'), move))
    assert.equal((await Promise.all(both)).filter(Boolean).length, 1)
    const end = { reason: 'no', callId: 'c', runId: 'r', isRetried: true, endedAt: 5.5 }
    assert.equal(await schedules.move(slotOf('s'), { from: 'started', to: 'failed', ...end }), true)
    assert.deepEqual((await schedules.slots({ id: 's' })).map(known), [
      known(slotOf('s', { by: 'ann', state: 'failed', ...end })),
    ])
    assert.deepEqual(await schedules.slots({ isOpen: true }), [])
    assert.deepEqual(await idsOf(schedules.slots({ isOpen: false, workspace: '/w' })), ['s'])
    assert.deepEqual(await schedules.slots({ workspace: '/x' }), [])
  })

  suite.it('lets a slot begin alone, in the order in which they were queued', async (test) => {
    const schedules = await open(test)
    await schedules.add(scheduleOf('a'))
    for (const id of ['1', '2']) await schedules.note(slotOf(id))
    const begin = async (id: string): Promise<boolean> =>
      schedules.move(slotOf(id), { from: 'queued', to: 'started', isAlone: true })
    assert.equal(await begin('2'), false)
    assert.equal(await begin('1'), true)
    assert.equal(await begin('2'), false)
    await schedules.move(slotOf('1'), { from: 'started', to: 'done' })
    assert.equal(await begin('2'), true)
  })

  suite.it('keeps the newest slots of each schedule, and every one that has not ended', async (test) => {
    const schedules = await open(test)
    await schedules.add(scheduleOf('a'))
    await schedules.note(slotOf('open', { createdAt: 0 }))
    for (let index = 0; index < keptSlots + 20; index++)
      await schedules.note(slotOf(`${index}`, { state: 'done', createdAt: index + 1 }))
    const kept = await idsOf(schedules.slots({ scheduleId: 'a', limit: 1000 }))
    assert.equal(kept[0], `${keptSlots + 19}`)
    assert.ok(kept.length <= keptSlots + 1 && kept.includes('open') && !kept.includes('0'))
  })
}
