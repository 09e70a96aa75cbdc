/** Limits that hold in all processes on one engine: rates, budgets of conversations, locks of what no machine has for itself. */
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { freshFile } from '../../src/store/conformance/index.ts'
import { defineTool } from '../../src/define/index.ts'
import { createToolyard, type Settings, type ToolService } from '../../src/runtime/index.ts'
import { Postgres } from '../helpers/postgres.ts'
import { RedisServer } from '../helpers/redis.ts'

const echo = defineTool({ name: 'echo', description: 'Says it.', permission: 'read', execute: () => 'said' })

/** Notes who is inside, and stays until it is let go. */
function booking(log: string[], access: 'read' | 'write', kind: 'name' | 'path' = 'name') {
  const gates = new Map<string, () => void>()
  const tool = defineTool({
    name: 'book',
    description: 'Books a room.',
    inputSchema: { by: String },
    permission: access,
    effects: 'none',
    resources: () => [{ kind, id: kind === 'name' ? 'room 1' : '/room', access }],
    async execute({ by }) {
      log.push(by)
      await new Promise<void>((resolve) => gates.set(by, resolve))
      return 'booked'
    },
  })
  return { tool, leave: (by: string) => gates.get(by)?.() }
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = performance.now() + 60_000; !(await isSo());) {
    if (performance.now() > end) throw new Error(`it did not come to be so: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

describe('limits of several processes', () => {
  let postgres: Postgres
  let redis: RedisServer
  before(async () => {
    ;[postgres, redis] = await Promise.all([Postgres.start(), RedisServer.start()])
  })
  after(async () => {
    await redis[Symbol.asyncDispose]()
    await postgres[Symbol.asyncDispose]()
  })

  type Place = Pick<Settings, 'database' | 'engine'>
  const engines: Readonly<Record<string, (test: TestContext) => Promise<Place>>> = {
    'a SQLite file': async (test) => ({ database: `sqlite:${freshFile(test)}` }),
    PostgreSQL: async () => ({ database: await postgres.createDatabase() }),
    Redis: async (test) => {
      const prefix = `t${test.name.replaceAll(/\W/g, '')}`
      return { database: await postgres.createDatabase(), engine: { redis: { url: redis.url, prefix } } }
    },
  }

  const open = (place: Place, own: Settings): Promise<ToolService> =>
    createToolyard({ policy: { allow: ['book'] }, ...place, ...own })

  for (const [engine, placeFor] of Object.entries(engines))
    describe(`on ${engine}`, () => {
      it('holds a rate and the budget of a conversation in both', async (test) => {
        const limits = { ratePerMinute: { echo: 3 }, callsPerThread: 2 }
        const options = { tools: [echo], limits }
        const place = await placeFor(test)
        await using one = await open(place, options)
        await using other = await open(place, options)
        const code = async (yard: ToolService, threadId?: string) =>
          (await yard.call('echo', {}, { threadId })).error?.code
        assert.equal(await code(one, 't'), undefined)
        assert.equal(await code(other, 't'), undefined)
        assert.equal(await code(one, 't'), 'budget_exhausted')
        assert.equal(await code(other), 'rate_limited')
      })

      it('lets writers of one name take turns, and who waits be cancelled', async (test) => {
        const log: string[] = []
        const [writes, writesToo] = [booking(log, 'write'), booking(log, 'write')]
        const place = await placeFor(test)
        await using one = await open(place, { tools: [writes.tool] })
        await using other = await open(place, { tools: [writesToo.tool] })
        const first = one.call('book', { by: 'a' })
        await until(() => log.length === 1, 'the first')
        const second = other.call('book', { by: 'b' })
        const stop = new AbortController()
        const third = other.call('book', { by: 'c' }, { signal: stop.signal })
        stop.abort()
        assert.equal((await third).status, 'cancelled')
        assert.deepEqual(log, ['a'])
        writes.leave('a')
        assert.equal((await first).status, 'ok')
        await until(() => log.length === 2, 'the second')
        writesToo.leave('b')
        assert.equal((await second).status, 'ok')
        assert.deepEqual(log, ['a', 'b'])
      })
    })

  it('lets two read one name at once, and each machine use its own files', async (test) => {
    for (const [access, kind] of [
      ['read', 'name'],
      ['write', 'path'],
    ] as const) {
      const log: string[] = []
      const [here, there] = [booking(log, access, kind), booking(log, access, kind)]
      const place = { database: `sqlite:${freshFile(test)}` }
      await using one = await open(place, { tools: [here.tool] })
      await using other = await open(place, { tools: [there.tool] })
      const calls = [one.call('book', { by: 'a' }), other.call('book', { by: 'b' })]
      await until(() => log.length === 2, `both ${access}`)
      here.leave('a')
      there.leave('b')
      assert.deepEqual(
        (await Promise.all(calls)).map(({ status }) => status),
        ['ok', 'ok'],
      )
    }
  })

  it('refuses to write, and still reads, while the engine is away', async () => {
    const own = await RedisServer.start()
    await using _ = own
    const log: string[] = []
    const [reads, writes] = [booking(log, 'read'), booking(log, 'write')]
    const place = {
      database: await postgres.createDatabase(),
      engine: { redis: { url: own.url, prefix: 'away' } },
    }
    await using one = await open(place, { tools: [reads.tool] })
    await using other = await open(place, { tools: [writes.tool] })
    await own.kill()
    const read = one.call('book', { by: 'a' })
    await until(() => log.length === 1, 'the reader')
    reads.leave('a')
    assert.equal((await read).status, 'ok')
    const refused = await other.call('book', { by: 'b' })
    assert.equal(refused.error?.code, 'unavailable')
    assert.match(refused.error.message, /Redis does not answer/)
    assert.deepEqual(log, ['a'])
  })
})
