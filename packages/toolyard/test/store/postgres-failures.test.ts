/** What may go wrong with a server: each time a clear error, nothing half-written, and all is well when the cause is gone. */
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { ToolyardError } from '../../src/kernel/index.ts'
import { callRecord, grantOf, idsOf, runningCall } from '../../src/store/conformance/index.ts'
import { CuttingProxy } from '../helpers/cutting-proxy.ts'
import { openFor } from '../helpers/databases.ts'
import { fails as failsWith } from '../helpers/fails.ts'
import { Postgres } from '../helpers/postgres.ts'

let postgres: Postgres
let database: string
before(async () => {
  postgres = await Postgres.start()
  database = await postgres.createDatabase()
  await postgres.query("create role guarded login password 'right-secret'")
})
after(() => postgres[Symbol.asyncDispose]())

/** Never with a password. */
async function fails(work: () => unknown, says: RegExp, next: RegExp): Promise<void> {
  const open = new RegExp(`^(?!.*secret).*(?:${says.source})`)
  await failsWith(work, { code: 'store_unavailable', says: open, next })
}

/** Another connection to the same database, beside all stores. */
async function connectTo(test: TestContext, url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  test.after(() => client.end())
  return client
}

describe('an address that is wrong', () => {
  const wrong: Readonly<Record<string, readonly [() => string, RegExp, RegExp]>> = {
    'by its password': [
      () => postgres.url('postgres', { name: 'guarded', secret: 'wrong-secret' }),
      /does not accept this user or password/,
      /Correct user and password/,
    ],
    'by its user': [
      () => postgres.url('postgres').replace('toolyard', 'nobody_here'),
      /does not accept this user or password/,
      /Correct user and password/,
    ],
    'by its database': [() => postgres.url('not_there'), /not_there is not there/, /createdb/],
    'by its host': [
      () => postgres.url('postgres', { host: 'no-such-host.invalid' }),
      /no-such-host\.invalid.* has a host that is not known/,
      /Correct the host/,
    ],
    'by its port': [() => 'postgres://toolyard:secret@127.0.0.1:1/db', /does not answer/, /Start it/],
    'by a sign in its password': [
      () => 'postgres://user.invalid:1/secret@127.0.0.1/db',
      /PostgreSQL has a host that is not known/,
      /Correct the host/,
    ],
    'in its form': [() => 'postgres://user:secret@[not/a/host', /could not be used: (?!.*secret)/, /\w/],
  }
  for (const [what, [url, says, next]] of Object.entries(wrong))
    it(`${what} is told`, (test) => fails(() => openFor(test, url()), says, next))

  it('works once it is right, and is shown without its password', async (test) => {
    const name = new URL(await postgres.createDatabase()).pathname.slice(1)
    await postgres.query(`alter database ${name} owner to guarded`)
    const address = (secret: string): string => postgres.url(name, { name: 'guarded', secret })
    await fails(() => openFor(test, address('wrong-secret')), /does not accept/, /Correct/)
    const store = await openFor(test, address('right-secret'))
    assert.equal(await store.calls.begin(runningCall('a')), true)
    assert.match(store.location, /^postgres:\/\/127\.0\.0\.1:\d+\/test_\d+$/)
  })
})

describe('a server that is stopped and started again', () => {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const)
    it(`is used again, after ${signal === 'SIGINT' ? 'an orderly end' : 'a crash'}`, async (test) => {
      const store = await openFor(test, await postgres.createSchema(database))
      await store.calls.begin(runningCall('ended'))
      await store.calls.begin(runningCall('running'))
      await postgres.stop(signal)
      await fails(
        () => store.grants.add(grantOf('g')),
        /does not answer|lost the connection/,
        /Start it|opened again/,
      )
      await fails(() => store.calls.begin(runningCall('a')), /does not answer/, /Start it/)
      await fails(() => store.calls.list({}), /does not answer/, /Start it/)
      await fails(() => store.calls.find('ended'), /does not answer/, /Start it/)
      for (const id of ['r1', 'r2']) await store.calls.finish(callRecord(id, { permission: 'read' }))
      await fails(() => store.calls.finish(callRecord('ended', { ran: true })), /does not answer/, /Start it/)
      await postgres.start()
      assert.deepEqual(await idsOf(store.calls.list({})), ['r2', 'r1', 'running', 'ended'])
      assert.equal((await store.calls.find('ended'))?.status, 'ok')
      assert.equal((await store.calls.find('running'))?.status, 'running')
      assert.equal(await store.calls.begin(runningCall('a')), true)
      assert.deepEqual(await store.grants.list(), [])
      await store.grants.add(grantOf('g'))
      assert.deepEqual((await store.calls.verify()).problems, [])
    })

  it('has the reads of the meantime without anybody asking for them', async (test) => {
    const url = await postgres.createSchema(database)
    const store = await openFor(test, url)
    await store.calls.finish(callRecord('before'))
    await postgres.stop()
    await store.calls.finish(callRecord('r', { permission: 'read' }))
    await sleep(50)
    await postgres.start()
    const client = await connectTo(test, url)
    while ((await client.query("select 1 from calls where id = 'r'")).rowCount === 0) await sleep(20)
  })

  it('is told to those who were using it, and ends nobody', async (test) => {
    const url = await postgres.createSchema(database)
    const store = await openFor(test, url)
    const client = await connectTo(test, url)
    await client.query('begin')
    await client.query('lock table grants, calls, inbox in access exclusive mode')
    const waiting = [
      Promise.resolve(store.grants.add(grantOf('g'))),
      Promise.resolve(store.grants.list()),
      Promise.resolve(store.calls.begin(runningCall('a'))),
    ]
    await sleep(200)
    const settled = Promise.allSettled(waiting)
    await postgres.stop('SIGQUIT')
    for (const outcome of await settled) {
      assert.equal(outcome.status, 'rejected')
      assert.equal((outcome.reason as ToolyardError).code, 'store_unavailable')
      assert.match((outcome.reason as ToolyardError).message, /lost the connection/)
    }
    await postgres.start()
    assert.deepEqual(await store.grants.list(), [])
    assert.equal(await store.calls.begin(runningCall('a')), true)
  })

  it('lets a store be closed while it is away', async (test) => {
    const store = await openFor(test, await postgres.createSchema(database))
    await store.calls.finish(callRecord('a'))
    await postgres.stop()
    await store.calls.finish(callRecord('r', { permission: 'read' }))
    await store.close()
    await postgres.start()
  })
})

describe('a connection that is lost', () => {
  it('while nobody uses it is opened again', async (test) => {
    const url = await postgres.createSchema(database)
    const store = await openFor(test, url)
    await Promise.all([1, 2, 3].map(async (n) => store.grants.add(grantOf(`g${n}`))))
    const client = await connectTo(test, url)
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await sleep(100)
    assert.equal((await store.grants.list()).length, 3)
  })

  it('between a commit and its answer leaves the journal whole, and the call known', async (test) => {
    const url = await postgres.createSchema(database)
    await using proxy = await CuttingProxy.start(postgres.port)
    const store = await openFor(test, url.replace(`:${postgres.port}/`, `:${proxy.port}/`))
    const direct = await openFor(test, url)
    await store.calls.begin(runningCall('a'))
    proxy.arm()
    await fails(() => store.calls.begin(runningCall('b')), /lost the connection/, /opened again/)
    assert.equal((await direct.calls.find('b'))?.status, 'running')
    await store.calls.finish(callRecord('b', { status: 'error', ran: false }))
    assert.equal(await direct.calls.begin(runningCall('b')), true)
    proxy.arm()
    await fails(
      () => store.calls.finish(callRecord('a', { ran: true })),
      /lost the connection/,
      /opened again/,
    )
    assert.equal(await store.calls.begin(runningCall('c')), true)
    proxy.arm()
    await store.calls.finish(callRecord('r', { permission: 'read' }))
    assert.deepEqual(await idsOf(store.calls.list({})), ['r', 'c', 'b', 'a'])
    assert.equal(await store.calls.begin(runningCall('d')), true)
    assert.deepEqual(await idsOf(direct.calls.list({ status: 'ok' })), ['r', 'a'])
    assert.deepEqual((await direct.calls.verify()).problems, [])
    await store.close()
  })
})

describe('a server that does not allow it', () => {
  it('is told where it is read-only, and is written when it is not', async (test) => {
    const url = await postgres.createDatabase()
    const store = await openFor(test, url)
    const name = new URL(url).pathname.slice(1)
    await postgres.query(`alter database ${name} set default_transaction_read_only = on`)
    const other = await openFor(test, url)
    assert.deepEqual(await other.calls.list({}), [])
    await fails(() => other.calls.begin(runningCall('a')), /is read-only/, /primary server/)
    await fails(() => other.grants.add(grantOf('g')), /is read-only/, /primary server/)
    await postgres.query(`alter database ${name} reset default_transaction_read_only`)
    await store.calls.finish(callRecord('b'))
    assert.equal(await (await openFor(test, url)).calls.begin(runningCall('a')), true)
  })

  it('is told where the user may make no tables', async (test) => {
    const url = await postgres.createDatabase()
    await postgres.query("create role guest login password 'secret'")
    await postgres.query('revoke create on schema public from public', url)
    const guest = new URL(url)
    ;[guest.username, guest.password] = ['guest', 'secret']
    await fails(() => openFor(test, guest.href), /does not allow this user/, /Grant the user/)
    await postgres.query('grant create on schema public to guest', url)
    assert.equal(await (await openFor(test, guest.href)).calls.begin(runningCall('a')), true)
  })

  it('is told where there is no room for another connection', async (test) => {
    const url = await postgres.createDatabase()
    await postgres.query("create role single login password 'secret' connection limit 1")
    await postgres.query('grant create on schema public to single', url)
    const single = new URL(url)
    ;[single.username, single.password] = ['single', 'secret']
    const client = new Client({ connectionString: single.href })
    await client.connect()
    await fails(() => openFor(test, single.href), /no more room for connections/, /max_connections/)
    await client.end()
    await openFor(test, single.href)
  })
})
