/** Settings of a fleet that can't be used, and a Redis that can't carry one: each is told in a sentence. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createToolyard } from '../../src/index.ts'
import { RedisServer } from '../helpers/redis.ts'
import { echo, fails, fleetOf, folderOf, jobOf, until } from './fleet-yard.ts'

const server = await RedisServer.start()
after(() => server[Symbol.asyncDispose]())

describe('an installation whose Redis is not fit', () => {
  it('is told so for what is the matter, each in a sentence', async (test) => {
    const workspace = await folderOf(test)
    const open = (engine: object, database = 'sqlite:yard.db') =>
      createToolyard({ files: { workspace }, database, engine })
    const cases: readonly [object, RegExp][] = [
      [{ redis: 'localhost:6379' }, /engine\.redis must be an address such as redis:\/\/localhost:6379/],
      [{ redis: 'http://secret@x' }, /not what is written there/],
      [{ redis: { prefix: 'a' } }, /engine\.redis\.url must be an address/],
      [{ redis: { url: 'redis://x', prefix: 'a{b}' } }, /engine\.redis\.prefix must be a name/],
      [{ redis: { url: 'redis://x', password: 'y' } }, /password/],
      [{ queues: [] }, /engine\.queues must be a list of names/],
      [{ queues: ['a@b'] }, /engine\.queues: "a@b" is not the name of a queue/],
      [{ concurrency: 0 }, /engine\.concurrency must be a whole number from 1/],
      [{ quotas: { waitingPerPrincipal: -1 } }, /engine\.quotas\.waitingPerPrincipal must be a whole number/],
      [{ quotas: { perPrincipal: 1 } }, /perPrincipal/],
      [{ work: 'yes' }, /engine\.work must be true or false/],
    ]
    for (const [engine, message] of cases) await fails(open(engine), ['invalid_config', message])
    await fails(open({ redis: 'redis://x' }, 'memory:'), [
      'invalid_config',
      /needs a database that all processes share/,
    ])
  })

  it('tells callers that the variable of its address is not set, and works once it is', async (test) => {
    const fleet = await fleetOf(test, server)
    const environment: Record<string, string> = {}
    const limited = { tools: [echo], calls: { limits: { ratePerMinute: { echo: 100 } } } }
    const unset = await fleet.join({
      ...limited,
      secrets: { environment },
      engine: { redis: '${FLEET_REDIS}' },
    })
    assert.match(
      (await unset.call('echo')).error?.message ?? '',
      /engine\.redis: the environment variable FLEET_REDIS is not set/,
    )
    environment['FLEET_REDIS'] = server.url
    assert.equal((await unset.call('echo')).status, 'ok')
  })

  it('refuses a Redis that evicts keys', async (test) => {
    const evicting = await RedisServer.start('--maxmemory-policy', 'allkeys-lru')
    test.after(() => evicting[Symbol.asyncDispose]())
    const fleet = await fleetOf(test, server)
    const yard = await fleet.join({ engine: { redis: evicting.url } })
    await fails(yard.installation.engine.shared(), ['invalid_config', /maxmemory-policy is allkeys-lru/])
  })

  it('refuses a prefix under which another database has its jobs; with another prefix both work', async (test) => {
    const fleet = await fleetOf(test, server)
    const first = await fleet.join()
    await (await first.installation.engine.shared()).jobs.submit(jobOf('a'))
    const second = await fleet.join({ database: 'sqlite:other.db' })
    await fails(second.installation.engine.shared(), [
      'invalid_config',
      /carries the jobs of another database under the prefix/,
    ])
    const apart = await fleet.join({
      database: 'sqlite:other.db',
      engine: { redis: { url: server.url, prefix: `${fleet.prefix}-2` } },
    })
    assert.equal(await (await apart.installation.engine.shared()).jobs.submit(jobOf('a')), 'accepted')
    const again = await fleet.join()
    assert.equal(await (await again.installation.engine.shared()).jobs.submit(jobOf('a')), 'known')
  })

  it('says once that there are jobs of a newer format, and leaves them', async (test) => {
    const fleet = await fleetOf(test, server)
    const yard = await fleet.join()
    const lines: string[] = []
    yard.installation.engine.follow({ notice: (line) => lines.push(line) })
    const { jobs, inspection } = await yard.installation.engine.shared()
    await jobs.submit(jobOf('newer'))
    await server.with((client) => client.hset(`{${fleet.prefix}}:job:newer`, 'v', '2'))
    await jobs.work('calls@here', {}, async () => {})
    await until(() => lines.length > 0)
    await jobs.submit(jobOf('older', { tenant: 'ann' }))
    await until(async () => (await inspection.list({ id: 'older' }))[0]?.state === 'done')
    assert.equal(
      lines.filter((line) => /jobs of format 2, and this worker knows format 1/.test(line)).length,
      1,
    )
    assert.equal((await inspection.list({ id: 'newer' }))[0]?.state, 'waiting')
  })
})
