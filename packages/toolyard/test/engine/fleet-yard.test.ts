/** An installation whose jobs and rates are in a real Redis. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '../../src/engine/jobs.ts'
import { createFleetEngine } from '../../src/engine/fleet/index.ts'
import { createClock } from '../../src/kernel/index.ts'
import { schedules } from '../../src/parts/index.ts'
import { RedisServer } from '../helpers/redis.ts'
import { echo, fails, fleetOf, jobOf, toolOf, until } from './fleet-yard.ts'

const server = await RedisServer.start()
after(() => server[Symbol.asyncDispose]())

describe('an installation with a Redis', () => {
  it('limits a tool once for all processes, and asks nothing of Redis for tools without a limit', async (test) => {
    const fleet = await fleetOf(test, server)
    const options = { tools: [echo, toolOf('other')], calls: { limits: { ratePerMinute: { echo: 2 } } } }
    const [one, two] = [await fleet.join(options), await fleet.join(options)]
    for (let index = 0; index < 20; index++) assert.equal((await one.call('other')).status, 'ok')
    const members = () => server.with((client) => client.exists(`{${fleet.prefix}}:members`))
    assert.equal(await members(), 0, 'it has not joined')
    const ends = [
      await one.call('echo'),
      await two.call('echo'),
      await one.call('echo'),
      await two.call('echo'),
    ]
    assert.deepEqual(
      ends.map(({ status, error }) => error?.code ?? status),
      ['ok', 'ok', 'rate_limited', 'rate_limited'],
    )
    assert.equal(await members(), 1)
  })

  it('does a schedule in a process that works, made in one that does not', async (test) => {
    const fleet = await fleetOf(test, server)
    const clicks: string[] = []
    const clickIn = (place: string) => toolOf('click', () => `${clicks.push(place)}`)
    const door = await fleet.join({ tools: [clickIn('door')], engine: { work: false } })
    const worker = await fleet.join({ tools: [clickIn('worker')] })
    await worker.installation.work()
    const kept = door.installation.part(schedules)
    const made = await kept.add(
      { principal: 'ann' },
      { name: 'click', schedule: 'every 1h', work: { tool: 'click', args: {} } },
      1000,
    )
    await kept.run(made.id, 'ann')
    await until(() => clicks.length > 0)
    assert.deepEqual(clicks, ['worker'])
    const counts = await door.installation.engine.counts()
    const served = counts?.filter(({ workers }) => workers > 0).map(({ queue }) => queue) ?? []
    assert.ok(served.some((queue) => /^schedules@[0-9a-f]{16}$/.test(queue)))
  })

  it('serves the queues that are named, with as many jobs at once as is said', async (test) => {
    const fleet = await fleetOf(test, server)
    const yard = await fleet.join({ engine: { queues: ['gpu'], concurrency: 2 } })
    const { engine } = yard.installation
    const { jobs } = await engine.shared()
    const go = Promise.withResolvers<void>()
    const started: string[] = []
    const hold = async ({ job }: { job: Job }): Promise<void> => {
      started.push(job.id)
      await go.promise
    }
    await jobs.work('calls@here', {}, hold)
    await jobs.work('gpu@here', {}, hold)
    // Calls of tools with this queue are served by themselves.
    assert.deepEqual(
      engine.workers.queues.filter((queue) => queue.endsWith('@here')),
      ['gpu@here'],
    )
    assert.ok(engine.workers.queues.every((queue) => queue.startsWith('gpu@')))
    for (const id of ['a', 'b', 'c']) await jobs.submit(jobOf(id, { queue: 'gpu@here' }))
    await jobs.submit(jobOf('d'))
    await until(() => started.length === 2)
    await sleep(100)
    assert.deepEqual(started, ['a', 'b'])
    go.resolve()
    await until(() => started.length === 3)
  })

  it('refuses more jobs of a principal than its quota with busy', async (test) => {
    const fleet = await fleetOf(test, server)
    const { installation } = await fleet.join({ engine: { quotas: { waitingPerPrincipal: 1 } } })
    const { jobs } = await installation.engine.shared()
    await jobs.submit(jobOf('a', { tenant: 'ann' }))
    await fails(jobs.submit(jobOf('b', { tenant: 'ann' })), ['busy', /1 of your jobs are waiting/])
    await jobs.submit(jobOf('b', { tenant: 'bob' }))
  })

  it('gives a job that still runs after the grace to another process, as no failure of its', async (test) => {
    const fleet = await fleetOf(test, server)
    const [one, two] = [await fleet.join(), await fleet.join()]
    const [first, second] = [await one.installation.engine.shared(), await two.installation.engine.shared()]
    const began = Promise.withResolvers<void>()
    const told: string[] = []
    one.installation.engine.follow({ job: ({ end }) => told.push(end) })
    await first.jobs.work('calls@here', {}, async ({ signal }) => {
      began.resolve()
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    })
    await second.jobs.submit(jobOf('long', { onCrash: 'retry' }))
    await began.promise
    await one.installation.engine.workers.drain(50)
    assert.deepEqual(told, ['given back'])
    const [waits] = await second.inspection.list({ id: 'long' })
    assert.equal(waits?.state, 'waiting')
    await second.jobs.work('calls@here', {}, async () => {})
    await until(async () => (await second.inspection.list({ id: 'long' }))[0]?.state === 'done')
  })

  it('takes nothing new once it drains, and waits for what runs', async (test) => {
    const fleet = await fleetOf(test, server)
    const yard = await fleet.join()
    const { engine } = yard.installation
    const { jobs, inspection } = await engine.shared()
    const [began, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await jobs.work('calls@here', {}, async () => {
      began.resolve()
      await go.promise
    })
    await jobs.submit(jobOf('runs'))
    await began.promise
    const drained = engine.workers.drain(60_000)
    await jobs.submit(jobOf('late'))
    go.resolve()
    await drained
    const [runs] = await inspection.list({ id: 'runs' })
    const [late] = await inspection.list({ id: 'late' })
    assert.deepEqual([runs?.state, late?.state], ['done', 'waiting'])
  })
})

it('a limited tool is unavailable while Redis is away, and one without a limit goes on', async (test) => {
  const own = await RedisServer.start()
  test.after(() => own[Symbol.asyncDispose]())
  const fleet = await fleetOf(test, server)
  const yard = await fleet.join({
    tools: [echo, toolOf('other')],
    calls: { limits: { ratePerMinute: { echo: 100 } } },
    engine: { redis: own.url },
  })
  assert.equal((await yard.call('echo')).status, 'ok')
  await own.kill()
  const limited = yard.call('echo')
  assert.equal((await yard.call('other')).status, 'ok')
  const { error } = await limited
  assert.deepEqual([error?.code, error?.retryable], ['unavailable', true])
  await own.start()
  await until(async () => (await yard.call('echo')).status === 'ok')
})

it('counts are told within a second while Redis is away, and never fail', async (test) => {
  const own = await RedisServer.start()
  test.after(() => own[Symbol.asyncDispose]())
  const fleet = await fleetOf(test, server)
  const yard = await fleet.join({ engine: { redis: own.url } })
  await own.kill()
  assert.equal(await yard.installation.engine.counts(), undefined)
})

it('a fleet on one Redis answers how it stands', async (test) => {
  const clock = createClock()
  const engine = await createFleetEngine({ url: server.url, clock, prefix: 'facts' })
  test.after(async () => {
    await engine.close()
    clock.close()
  })
  const { version, findings, latencyMs } = await engine.examine()
  assert.match(version, /^\d+\.\d+/)
  assert.deepEqual(findings, [])
  assert.ok(latencyMs > 0)
})
