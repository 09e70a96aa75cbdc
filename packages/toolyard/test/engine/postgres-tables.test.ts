/** What the engine has in PostgreSQL: its tables, and the channel on which processes give each other signs. */
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { Engine } from '../../src/engine/engine.ts'
import type { Job } from '../../src/engine/jobs.ts'
import { createPostgresEngine } from '../../src/engine/postgres/index.ts'
import { createClock } from '../../src/kernel/index.ts'
import { Postgres } from '../helpers/postgres.ts'

let postgres: Postgres
let database: string
before(async () => {
  postgres = await Postgres.start()
  database = await postgres.createDatabase()
})
after(() => postgres[Symbol.asyncDispose]())

const jobOf = (id: string): Job => ({ id, queue: 'calls', kind: 'test' })

async function join(test: TestContext, url: string): Promise<Engine> {
  const engine = await createPostgresEngine({ url, clock: createClock({ quiet: true }) })
  test.after(() => engine.close())
  return engine
}

describe('the tables of the engine', () => {
  it('are made once by processes that begin at the same time', async (test) => {
    const url = await postgres.createSchema(database)
    const engines = await Promise.all(Array.from({ length: 6 }, () => join(test, url)))
    for (const [index, { jobs }] of engines.entries())
      assert.equal(await jobs.submit(jobOf('same')), index === 0 ? 'accepted' : 'known')
  })

  it('of a newer Toolyard are refused', async (test) => {
    const url = await postgres.createSchema(database)
    await join(test, url)
    await postgres.query("update engine_meta set value = 99 where key = 'schema'", url)
    await assert.rejects(join(test, url), { code: 'store_newer' })
  })

  it('that are there are enough for a user who may make none', async (test) => {
    const url = await postgres.createDatabase()
    await join(test, url)
    await postgres.query("create role worker login password 'secret'")
    await postgres.query('revoke create on schema public from public', url)
    await postgres.query('grant all on all tables in schema public to worker', url)
    await postgres.query('grant all on all sequences in schema public to worker', url)
    const limited = new URL(url)
    ;[limited.username, limited.password] = ['worker', 'secret']
    const engine = await join(test, limited.href)
    assert.equal(await engine.jobs.submit(jobOf('a')), 'accepted')
  })
})

describe('what others write into the channel of signs', () => {
  it('changes nothing', async (test) => {
    const url = await postgres.createSchema(database)
    const [door, works] = [await join(test, url), await join(test, url)]
    const started: string[] = []
    await works.jobs.work('calls', {}, async ({ job }) => void started.push(job.id))
    const channels =
      "select 'toolyard_' || substr(encode(sha256(('toolyard engine ' || current_schema())::bytea), 'hex'), 1, 16)"
    for (const text of ['', '{', 'null', '[]', '{"from":1}', '{"from":"x","signs":[1,null]}', '{"from":"x"}'])
      await postgres.query(`select pg_notify((${channels}), '${text}')`, url)
    await door.jobs.submit(jobOf('honest'))
    for await (const event of door.bus.watch('honest', 0, AbortSignal.timeout(60_000)))
      assert.equal(event.type === 'end' && event.status, 'done')
    assert.deepEqual(started, ['honest'])
  })
})
