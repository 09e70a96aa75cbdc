import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { callRecord, facts, freshFile, grantOf, idsOf, runningCall } from '../conformance/index.ts'
import { createSqlStore } from '../sql/sql-store.ts'
import { openSqlite } from './sqlite-database.ts'

/** A store that loses patience soon, and another connection that can lock its file. */
async function open(test: TestContext, patienceMs = 60) {
  const file = freshFile(test)
  const store = await createSqlStore(openSqlite(file, { patienceMs }))
  const other = new DatabaseSync(file)
  test.after(async () => {
    other.close()
    await store.close()
  })
  return { file, store, other }
}

const locked = {
  code: 'store_unavailable',
  message: /toolyard\.db is locked by another process/,
  hint: /Wait until it has finished.*nothing was changed/,
  retryable: true,
}

describe('a file that somebody else has locked', () => {
  it('is waited for between turns of the event loop', async (test) => {
    const { store, other } = await open(test, 20_000)
    other.exec('begin exclusive')
    let turns = 0
    const ticking = setInterval(() => turns++, 1)
    const begun = store.calls.begin(runningCall('a'))
    const added = Promise.resolve(store.grants.add(grantOf('g')))
    await sleep(300)
    other.exec('commit')
    assert.equal(await begun, true)
    await added
    clearInterval(ticking)
    assert.ok(turns >= 5, `${turns} turns went by`)
    assert.deepEqual(await idsOf(store.grants.list()), ['g'])
  })

  it('is an error when patience ends, changes nothing, and is used again when it is free', async (test) => {
    const { store, other } = await open(test)
    other.exec('begin exclusive')
    await assert.rejects(async () => store.calls.begin(runningCall('a')), locked)
    await assert.rejects(async () => store.grants.add(grantOf('g')), locked)
    other.exec('commit')
    assert.equal(await store.calls.find('a'), undefined)
    assert.deepEqual(await store.grants.list(), [])
    assert.equal(await store.calls.begin(runningCall('a')), true)
    await store.grants.add(grantOf('g'))
    assert.deepEqual((await store.calls.verify()).problems, [])
  })

  it('does not make those who come together wait one after the other', async (test) => {
    const { store, other } = await open(test, 400)
    other.exec('begin exclusive')
    const started = performance.now()
    const wishes = Array.from({ length: 50 }, async (_, index) => store.grants.add(grantOf(`g${index}`)))
    for (const wish of await Promise.allSettled(wishes)) assert.equal(wish.status, 'rejected')
    assert.ok(performance.now() - started < 50 * 400)
    other.exec('commit')
  })

  it('is read while somebody else writes', async (test) => {
    const { store, other } = await open(test)
    await store.calls.finish(callRecord('a'))
    other.exec('begin exclusive')
    assert.deepEqual(await idsOf(store.calls.list({})), ['a'])
    assert.equal((await store.calls.find('a'))?.status, 'ok')
    other.exec('commit')
  })

  it('is waited for when it is opened, without blocking the event loop', async (test) => {
    const file = freshFile(test)
    const other = new DatabaseSync(file)
    other.exec('create table theirs (a); begin exclusive')
    let turns = 0
    const ticking = setInterval(() => turns++, 1)
    const opening = createSqlStore(openSqlite(file))
    await sleep(300)
    other.exec('commit')
    const store = await opening
    clearInterval(ticking)
    assert.ok(turns >= 5, `${turns} turns went by`)
    await store.close()
    other.close()
  })
})

describe('the journal while its file is locked', () => {
  it('keeps reads for which nobody waits, shows them, and writes them once the file is free', async (test) => {
    const { store, other } = await open(test)
    other.exec('begin exclusive')
    const written = [1, 2, 3].map((n) => callRecord(`r${n}`, { permission: 'read' }))
    for (const record of written) await store.calls.finish(record)
    await assert.rejects(async () => store.calls.begin(runningCall('a')), locked)
    assert.deepEqual(facts(await store.calls.find('r2')), written[1])
    other.exec('commit')
    assert.deepEqual(await idsOf(store.calls.list({})), ['r3', 'r2', 'r1'])
    assert.deepEqual((await store.calls.verify()).problems, [])
  })

  it('tells those who wait, however much is kept', async (test) => {
    const { store, other } = await open(test)
    other.exec('begin exclusive')
    for (let index = 0; index < 10_000; index++)
      await store.calls.finish(callRecord(`r${index}`, { permission: 'read' }))
    await assert.rejects(async () => store.calls.begin(runningCall('a')), locked)
    await assert.rejects(
      async () => store.calls.finish(callRecord('too much', { permission: 'read' })),
      locked,
    )
    other.exec('commit')
    const check = await store.calls.verify()
    assert.deepEqual([check.rows, check.problems], [10_000, []])
  })

  it('answers lists with what is written', async (test) => {
    const { store, other } = await open(test)
    await store.calls.finish(callRecord('before'))
    other.exec('begin exclusive')
    await store.calls.finish(callRecord('r', { permission: 'read' }))
    assert.deepEqual(await idsOf(store.calls.list({})), ['before'])
    assert.equal((await store.calls.verify()).rows, 1)
    other.exec('commit')
    assert.deepEqual(await idsOf(store.calls.list({})), ['r', 'before'])
  })

  it('writes them by itself, without anybody asking', async (test) => {
    const { store, other } = await open(test)
    other.exec('begin exclusive')
    await store.calls.finish(callRecord('r', { permission: 'read' }))
    await sleep(150)
    other.exec('commit')
    const ids = other.prepare('select id from calls')
    while (ids.all().length === 0) await sleep(20)
  })

  it('writes how a call ended once the file is free, though its caller was told that it could not', async (test) => {
    const { store, other } = await open(test)
    await store.calls.begin(runningCall('a'))
    other.exec('begin exclusive')
    await assert.rejects(async () => store.calls.finish(callRecord('a', { ran: true })), locked)
    assert.equal((await store.calls.find('a'))?.status, 'ok')
    other.exec('commit')
    assert.deepEqual(
      (await store.calls.list({})).map(({ status }) => status),
      ['ok'],
    )
    const row = other.prepare('select status from calls').get()
    assert.equal(row?.['status'], 'ok')
    assert.deepEqual((await store.calls.verify()).problems, [])
  })

  it('answers who begins a call as soon as the file is free', async (test) => {
    const { store, other } = await open(test)
    other.exec('begin exclusive')
    await store.calls.finish(callRecord('r', { permission: 'read' }))
    await sleep(150)
    other.exec('commit')
    assert.equal(await store.calls.begin(runningCall('a')), true)
    assert.deepEqual(await idsOf(store.calls.list({})), ['a', 'r'])
  })

  it('lets go when it is closed, and tells those who wait', async (test) => {
    const { store, other } = await open(test)
    other.exec('begin exclusive')
    for (let index = 0; index < 1500; index++)
      await store.calls.finish(callRecord(`r${index}`, { permission: 'read' }))
    const begun = Promise.resolve(store.calls.begin(runningCall('a')))
    const [outcome] = await Promise.allSettled([begun, store.close()])
    assert.equal(outcome.status, 'rejected')
    other.exec('commit')
  })
})
