/** Who can write jobs can delay background calls, not make them; who changes a row makes it run no more. */
import assert from 'node:assert/strict'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { createToolyard, defineTool, type ToolService, type ToolyardOptions } from '../../src/index.ts'
import { createSqliteEngine } from '../../src/engine/sqlite/index.ts'
import { createClock } from '../../src/kernel/index.ts'

interface Ground {
  readonly file: string
  readonly ran: unknown[]
  open(options?: ToolyardOptions): Promise<ToolService>
}

async function groundFor(test: TestContext): Promise<Ground> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-background-')))
  const file = join(folder, 'toolyard.db')
  const ran: unknown[] = []
  const yards: ToolService[] = []
  test.after(async () => {
    for (const yard of yards) await yard.close()
    await rm(folder, { recursive: true, force: true })
  })
  const pay = defineTool({
    name: 'pay',
    description: 'Pay',
    permission: 'write',
    inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
    execute: (input) => {
      ran.push(input)
      return 'paid'
    },
  })
  const train = defineTool({
    name: 'train',
    description: 'Train',
    queue: 'gpu',
    permission: 'read',
    execute: () => {
      ran.push('train')
      return 'trained'
    },
  })
  return {
    file,
    ran,
    async open(options) {
      const yard = await createToolyard({
        files: { workspace: folder },
        database: `sqlite:${file}`,
        policy: { allow: ['pay'] },
        ...options,
        tools: [pay, train],
      })
      yards.push(yard)
      return yard
    },
  }
}

describe('jobs and rows of background calls', () => {
  it('of no call, or of a call of another queue, do nothing', async (test) => {
    const ground = await groundFor(test)
    const asking = await ground.open({ engine: { work: false } })
    const { id } = await asking.background.start('train', {}, {})
    const queue = (await asking.store.requests.find(id))?.queue.replace('gpu', 'calls') ?? ''
    const clock = createClock()
    const engine = await createSqliteEngine({ file: ground.file, clock })
    const lost = new DatabaseSync(ground.file)
    lost.exec('delete from engine_jobs')
    lost.close()
    const own = [`call-${id}`, `call-${id}@2`]
    const forged = ['call-none', `call-${id}-2`, 'call-%E0%A4%A', id, ...own]
    for (const job of forged) await engine.jobs.submit({ id: job, queue, kind: 'call' })
    const working = await ground.open()
    // A real one behind them, so that all of them were looked at.
    const real = await working.background.start('pay', { to: 'ann' }, {})
    assert.equal((await working.background.result(real.id)).status, 'ok')
    for (const job of forged) for await (const event of engine.bus.watch(job)) assert.equal(event.type, 'end')
    assert.deepEqual(ground.ran, [{ to: 'ann' }])
    assert.equal((await working.background.find(id))?.state, 'queued')
    assert.ok(working.problems.some((problem) => JSON.stringify(problem).includes('names no call')))
    await engine.close()
    clock.close()
  })

  it('that were changed after they were asked for do not run', async (test) => {
    const ground = await groundFor(test)
    const asking = await ground.open({ engine: { work: false } })
    const { id } = await asking.background.start('pay', { to: 'ann' }, { principal: 'ann' })
    const database = new DatabaseSync(ground.file)
    database.prepare('update requests set input = ? where id = ?').run('{"to":"eve"}', id)
    database.close()
    const working = await ground.open()
    const result = await working.background.result(id)
    assert.deepEqual([result.status, result.error?.code], ['error', 'store_corrupt'])
    assert.deepEqual(ground.ran, [])
  })

  it('run with the rights that their caller has then', async (test) => {
    const ground = await groundFor(test)
    const asking = await ground.open({ engine: { work: false } })
    const { id } = await asking.background.start('pay', { to: 'ann' }, {})
    const working = await ground.open({ policy: { deny: ['pay'] } })
    assert.equal((await working.background.result(id)).status, 'denied')
    assert.deepEqual(ground.ran, [])
  })

  it('of another workspace on the same database are left to its workers', async (test) => {
    const ground = await groundFor(test)
    const elsewhere = await mkdtemp(join(tmpdir(), 'toolyard-elsewhere-'))
    const asking = await ground.open({ engine: { work: false } })
    const { id } = await asking.background.start('pay', { to: 'ann' }, {})
    const foreign = await ground.open({ files: { workspace: elsewhere } })
    const own = await foreign.background.start('pay', { to: 'bob' }, {})
    assert.equal((await foreign.background.result(own.id)).status, 'ok')
    assert.equal((await asking.background.find(id))?.state, 'queued')
    assert.deepEqual(ground.ran, [{ to: 'bob' }])
    test.after(() => rm(elsewhere, { recursive: true, force: true }))
  })
})
