/** What every SQL store must do where several have it open: a call belongs to one, and does not outlive the one that made it. */
import assert from 'node:assert/strict'
import type { Suite } from '../../kernel/conformance/index.ts'
import { callRecord, idsOf, runningCall, runRecord } from './samples.ts'
import { Backdoor, type MakesDatabase, storeOn } from './sql-database.ts'

export function describeOwners(adapter: string, make: MakesDatabase, suite: Suite): void {
  suite.describe(`several stores on one database of ${adapter}`, () => {
    suite.it('give an id to one of them', async (test) => {
      const connect = await make(test)
      const stores = await Promise.all([1, 2, 3].map(() => storeOn(test, connect)))
      const ids = Array.from({ length: 40 }, (_, index) => `c${index}`)
      const taken = await Promise.all(
        stores.map(async ({ calls }, index) =>
          Promise.all((index % 2 ? ids : ids.toReversed()).map(async (id) => calls.begin(runningCall(id)))),
        ),
      )
      assert.equal(taken.flat().filter((isTaken) => isTaken).length, ids.length)
      assert.deepEqual((await stores[0]?.calls.verify())?.problems, [])
    })

    suite.it('leave alone what runs in another, and write the end of their own', async (test) => {
      const connect = await make(test)
      const [one, other] = [await storeOn(test, connect), await storeOn(test, connect)]
      await one.calls.begin(runningCall('a', { decision: 'one' }))
      await other.calls.finish(callRecord('a', { decision: 'other', ran: false, status: 'denied' }))
      await other.calls.finish(callRecord('a', { decision: 'other', permission: 'read' }))
      assert.deepEqual(
        (await other.calls.list({})).map(({ status }) => status),
        ['running'],
      )
      assert.equal((await (await storeOn(test, connect)).calls.find('a'))?.status, 'running')
      await one.calls.finish(callRecord('a', { decision: 'one', ran: true }))
      const row = await other.calls.find('a')
      assert.deepEqual([row?.status, row?.decision], ['ok', 'one'])
      assert.deepEqual((await one.calls.verify()).problems, [])
    })

    suite.it('see at once what another one changed', async (test) => {
      const connect = await make(test)
      const [one, other] = [await storeOn(test, connect), await storeOn(test, connect)]
      const before = await other.revision()
      await one.agents.save({
        id: 'g',
        name: 'g',
        prompt: '',
        settings: {},
        tools: [],
        createdAt: 1,
        updatedAt: 1,
      })
      assert.notEqual(await other.revision(), before)
      assert.deepEqual(await idsOf(other.agents.list()), ['g'])
    })

    suite.it('say once that they are there, whatever they begin', async (test) => {
      const connect = await make(test)
      const [one, other] = [await storeOn(test, connect), await storeOn(test, connect)]
      await one.runs.save(runRecord('r', { status: 'running', threadId: 't' }))
      assert.equal(await one.calls.begin(runningCall('a')), true)
      assert.equal(await one.calls.begin(runningCall('a')), false)
      await other.calls.begin(runningCall('b'))
      const backdoor = new Backdoor(test, connect)
      const rows = await backdoor.read(backdoor.build.selectFrom('processes').select('id'))
      assert.equal(rows.length, 2)
    })

    describeTheDead(make, suite)
  })
}

/** What the database may know of a process, and whether its calls are then `unknown`. */
const processes = [
  { what: 'lives', row: {}, isDead: false },
  { what: 'has ended', row: { pid: 2 ** 22 + 1 }, isDead: true },
  { what: 'has ended, and its number was given to another', row: { started: '1' }, isDead: true },
  { what: 'is elsewhere and was seen of late', row: { host: 'elsewhere', pid: 2 ** 22 + 1 }, isDead: false },
  { what: 'is elsewhere and was not seen for long', row: { host: 'elsewhere', seen_at: 1 }, isDead: true },
] as const

function describeTheDead(make: MakesDatabase, suite: Suite): void {
  for (const { what, row, isDead } of processes)
    suite.it(`show a call whose process ${what} as ${isDead ? 'unknown' : 'running'}`, async (test) => {
      const connect = await make(test)
      const status = isDead ? 'unknown' : 'running'
      const [one, other] = [await storeOn(test, connect), await storeOn(test, connect)]
      await one.calls.begin(runningCall('a'))
      await one.calls.begin(runningCall('b'))
      const backdoor = new Backdoor(test, connect)
      const facts: object = row
      if (Object.keys(facts).length > 0)
        await backdoor.change(backdoor.build.updateTable('processes').set(facts))
      assert.deepEqual(await idsOf(other.calls.list({ status: 'unknown' })), isDead ? ['b', 'a'] : [])
      const found = await other.calls.find('a')
      assert.deepEqual([found?.status, found?.ran], [status, isDead ? undefined : false])
      assert.equal(await other.calls.begin(runningCall('a')), false)
      assert.equal(await other.calls.begin(runningCall('b'), { again: true }), isDead)
      assert.deepEqual((await other.calls.verify()).problems, [])
    })

  for (const { what, row, isDead } of processes)
    suite.it(`show a run whose process ${what} as ${isDead ? 'unknown' : 'running'}`, async (test) => {
      const connect = await make(test)
      const [one, other] = [await storeOn(test, connect), await storeOn(test, connect)]
      await one.runs.save(runRecord('a', { status: 'running', threadId: 't' }))
      const backdoor = new Backdoor(test, connect)
      const facts: object = row
      if (Object.keys(facts).length > 0)
        await backdoor.change(backdoor.build.updateTable('processes').set(facts))
      assert.equal((await other.runs.find('a'))?.status, isDead ? 'unknown' : 'running')
      const again = runRecord('b', { status: 'running', threadId: 't' })
      if (isDead) await other.runs.save(again)
      else await assert.rejects(async () => other.runs.save(again), { code: 'conflict' })
    })

  suite.it(
    'queue a run of the dead that another process can take up, which then has it alone',
    async (test) => {
      const connect = await make(test)
      const [one, other] = [await storeOn(test, connect), await storeOn(test, connect)]
      const plan = { workspace: '/w', model: 'm', limits: { maxSteps: 5 }, above: [], reports: false }
      const run = runRecord('a', { status: 'running', threadId: 't', plan })
      await one.runs.begin(run)
      const backdoor = new Backdoor(test, connect)
      await backdoor.change(backdoor.build.updateTable('processes').set({ pid: 2 ** 22 + 1 }))
      assert.equal((await other.runs.find('a'))?.status, 'queued')
      const message = { id: 'm', role: 'user', parts: [], at: 1 } as const
      // The dead wake up again.
      assert.equal(await one.runs.step({ ...run, steps: 9 }, [message]), false)
      const taken = await other.runs.take(run, 'j')
      assert.equal(taken?.attempt, 2)
      assert.equal(await one.runs.step({ ...run, attempt: 2, steps: 9 }, [message]), false)
      assert.deepEqual(await other.threads.messages('t'), [])
      assert.equal(await other.runs.step({ ...run, attempt: 2, steps: 4 }, [message]), true)
      assert.equal((await other.threads.messages('t')).length, 1)
    },
  )

  suite.it(
    'find the calls of the dead by looking them up, in lists and when they are opened',
    async (test) => {
      for (const look of ['find', 'list', 'open'] as const) {
        const connect = await make(test)
        const [one, other] = [await storeOn(test, connect), await storeOn(test, connect)]
        await one.calls.begin(runningCall('a'))
        const backdoor = new Backdoor(test, connect)
        await backdoor.change(backdoor.build.updateTable('processes').set({ pid: 2 ** 22 + 1 }))
        if (look === 'find') await other.calls.find('a')
        if (look === 'list') assert.equal((await other.calls.list({}))[0]?.status, 'unknown')
        if (look === 'open') await storeOn(test, connect)
        const rows = await backdoor.read(backdoor.build.selectFrom('calls').select('status'))
        assert.deepEqual(
          rows.map(({ status }) => status),
          ['unknown'],
          look,
        )
      }
    },
  )

  suite.it(
    'let a process that was taken for dead write how its call ended, where nobody began it again',
    async (test) => {
      const connect = await make(test)
      const [one, other] = [await storeOn(test, connect), await storeOn(test, connect)]
      for (const id of ['a', 'b']) await one.calls.begin(runningCall(id))
      const backdoor = new Backdoor(test, connect)
      await backdoor.change(backdoor.build.updateTable('processes').set({ host: 'elsewhere', seen_at: 1 }))
      assert.equal((await other.calls.find('a'))?.status, 'unknown')
      assert.equal(await other.calls.begin(runningCall('b', { decision: 'again' }), { again: true }), true)
      await one.calls.finish(callRecord('a', { ran: true }))
      await one.calls.finish(callRecord('b', { ran: true }))
      assert.equal((await other.calls.find('a'))?.status, 'ok')
      const again = await other.calls.find('b')
      assert.deepEqual([again?.status, again?.decision], ['running', 'again'])
      assert.deepEqual((await other.calls.verify()).problems, [])
    },
  )
}
