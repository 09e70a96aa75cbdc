/** Jobs of an installation, as people see them and act on them: over HTTP and at the terminal. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSqliteEngine } from '../src/engine/sqlite/index.ts'
import type { Engine, QueueCounts } from '../src/engine/index.ts'
import { createClock } from '../src/kernel/index.ts'
import { json, Project } from './cli/cli.ts'
import { folderFor, openSite, type Refusal, type Site } from './http/support.ts'

const key = 'a-key-that-no-one-may-see'

interface Job {
  readonly id: string
  readonly state: string
  readonly reason?: string
  readonly parkedOn?: string
}

interface JobList {
  readonly items: readonly Job[]
  readonly next: string | null
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries > 1200) throw new Error('it did not come to be so')
    await sleep(50)
  }
}

/** Another process on the same database, as the server sees it. */
async function engineOn(file: string): Promise<Engine & AsyncDisposable> {
  const engine = await createSqliteEngine({ file, clock: createClock({ quiet: true }) })
  await fill(engine)
  return { ...engine, close: () => engine.close(), [Symbol.asyncDispose]: () => engine.close() }
}

/** One job failed, one is parked, one waits for its time, and three wait for a worker that is not there. */
async function fill({ jobs, inspection }: Engine): Promise<void> {
  await jobs.work('mail', {}, async ({ job }) => {
    if (job.id === 'mail-2') return { park: 'call-9' }
    throw new Error(`the server refused ${key}`)
  })
  for (const id of ['mail-1', 'mail-2']) await jobs.submit({ id, queue: 'mail', kind: 'call', tenant: 'ann' })
  await jobs.submit({ id: 'later', queue: 'mail', kind: 'call', notBefore: Date.now() + 3_600_000 })
  for (const id of ['gpu-1', 'gpu-2', 'gpu-3']) await jobs.submit({ id, queue: 'gpu', kind: 'call' })
  const isIn = async (id: string, state: string): Promise<boolean> =>
    (await inspection.list({ id }))[0]?.state === state
  await until(async () => (await isIn('mail-1', 'failed')) && (await isIn('mail-2', 'parked')))
}

async function openOn(test: TestContext): Promise<{ site: Site; file: string }> {
  const workspace = await folderFor(test)
  const file = join(workspace, 'yard.db')
  const site = await openSite(test, {
    workspace,
    database: `sqlite:${file}`,
    secrets: ['MAIL_KEY'],
    environment: { MAIL_KEY: key },
  })
  return { site, file }
}

const idsOf = ({ items }: JobList): readonly string[] => items.map(({ id }) => id)

describe('the routes of jobs', () => {
  it('list jobs of any process by queue, state and tenant, in pages', async (test) => {
    const { site, file } = await openOn(test)
    await using _ = await engineOn(file)
    const list = (query: string): Promise<JobList> => site.get(`/api/jobs?${query}`, { as: 'viewer' })
    assert.deepEqual(idsOf(await list('queue=gpu')), ['gpu-1', 'gpu-2', 'gpu-3'])
    assert.deepEqual(idsOf(await list('tenant=ann')), ['mail-1', 'mail-2'])
    assert.deepEqual(idsOf(await list('state=failed,parked,delayed')), ['later', 'mail-2', 'mail-1'])
    const first = await list('state=waiting,delayed&limit=2')
    assert.deepEqual([idsOf(first), first.next], [['gpu-1', 'gpu-2'], '2'])
    const second = await list(`state=waiting,delayed&limit=2&after=${first.next}`)
    assert.deepEqual([idsOf(second), second.next], [['gpu-3', 'later'], null])
    const [parked] = (await list('state=parked')).items
    assert.equal(parked?.parkedOn, 'call-9')
    assert.equal((await site.json('GET', '/api/jobs?state=asleep')).status, 400)
  })

  it('tell why a job failed, without secrets', async (test) => {
    const { site, file } = await openOn(test)
    await using _ = await engineOn(file)
    const { items } = await site.get<JobList>('/api/jobs?state=failed')
    assert.match(items[0]?.reason ?? '', /^the server refused /)
    assert.doesNotMatch(JSON.stringify(items), new RegExp(key))
  })

  it('count every queue', async (test) => {
    const { site, file } = await openOn(test)
    await using _ = await engineOn(file)
    const { items } = await site.get<{ items: QueueCounts[] }>('/api/jobs/counts', { as: 'viewer' })
    const figures = items.map(({ queue, waiting, delayed, parked, failed, workers }) => [
      queue,
      waiting,
      delayed,
      parked,
      failed,
      workers,
    ])
    assert.deepEqual(figures, [
      ['gpu', 3, 0, 0, 0, 0],
      ['mail', 0, 1, 1, 1, 1],
    ])
    assert.ok((items[0]?.oldest ?? 0) > 0)
  })

  it('retry what failed and cancel what has not ended; anything else is refused with a sentence', async (test) => {
    const { site, file } = await openOn(test)
    await using engine = await engineOn(file)
    const send = (method: string, path: string) => site.json<Job & Refusal>(method, path, { as: 'operator' })
    const gone = await send('DELETE', '/api/jobs/gpu-1?reason=too%20slow')
    assert.deepEqual([gone.body.state, gone.body.reason], ['cancelled', 'too slow (http:the operator)'])
    const plain = await send('DELETE', '/api/jobs/gpu-2')
    assert.equal(plain.body.reason, 'cancelled by http:the operator')
    assert.equal((await send('POST', '/api/jobs/gpu-1/retry')).body.state, 'waiting')
    await send('POST', '/api/jobs/mail-1/retry')
    await until(async () => (await engine.inspection.list({ id: 'mail-1' }))[0]?.attempt === 2)
    const wrong = [
      await send('DELETE', '/api/jobs/gpu-2'),
      await send('POST', '/api/jobs/gpu-3/retry'),
      await send('POST', '/api/jobs/none/retry'),
      await send('DELETE', '/api/jobs/none'),
    ]
    assert.deepEqual(
      wrong.map(({ status }) => status),
      [409, 409, 404, 404],
    )
    assert.match(wrong[0]?.body.error.message ?? '', /is cancelled and can't be cancelled/)
    assert.match(wrong[1]?.body.error.message ?? '', /is waiting and can't be retried/)
  })
})

describe('toolyard jobs', () => {
  it('shows queues and jobs in 80 columns and as JSON, retries and cancels', async () => {
    await using project = await Project.alone()
    const file = project.path('yard.db')
    const env = { TOOLYARD_DATABASE: `sqlite:${file}` }
    const run = (...args: string[]) => project.run(args, { env })
    assert.match((await run('jobs')).out, /^No jobs\./)
    await using _ = await engineOn(file)
    const queues = await run('jobs')
    assert.match(
      queues.out,
      /queue +workers +running +waiting +delayed +parked +failed +oldest\ngpu +0 +0 +3/,
    )
    const list = await run('jobs', 'list', '--state', 'failed,parked')
    assert.match(list.out, /^state +since +job +queue/)
    assert.match(list.out, /\nparked .* mail-2 .*\n(?:.*\n)?failed .* mail-1 /)
    for (const line of `${queues.out}\n${list.out}`.split('\n')) assert.ok(line.length <= 80, line)
    const page = json(await run('jobs', 'list', '--queue', 'gpu', '--limit', '2', '--json-output'))
    const { jobs, next } = page as { jobs: { job: { id: string } }[]; next: number }
    assert.deepEqual([jobs.map(({ job }) => job.id), next], [['gpu-1', 'gpu-2'], 2])
    assert.match((await run('jobs', 'cancel', 'gpu-1', '--reason', 'a mistake')).out, /^cancelled gpu-1/)
    assert.match((await run('jobs', 'list', '--state', 'cancelled')).out, /a mistake \(terminal:/)
    assert.match((await run('jobs', 'retry', 'gpu-1')).out, /^retried gpu-1/)
    for (const [args, sentence] of [
      [['jobs', 'retry', 'gpu-1'], /is waiting and can't be retried/],
      [['jobs', 'cancel', 'none'], /there is no job "none"/],
      [['jobs', 'list', '--state', 'faild'], /Did you mean "failed"/],
      [['jobs', 'lst'], /Did you mean "list"/],
    ] as const) {
      const { code, err } = await run(...args)
      assert.notEqual(code, 0)
      assert.match(err, sentence)
    }
  })

  it('is refused to a tool that would retry or cancel', async () => {
    await using project = await Project.alone()
    const { code, err } = await project.run(['jobs', 'cancel', 'x'], { env: { TOOLYARD_RUN: 'call_1' } })
    assert.notEqual(code, 0)
    assert.match(err, /for people to decide/)
  })
})
