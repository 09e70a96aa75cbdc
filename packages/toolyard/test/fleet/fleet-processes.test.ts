/** Servers and workers of a fleet as people start them: real processes, a real Redis, a real database. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { json, Project } from '../cli/cli.ts'
import { named } from '../cli/project.ts'
import { Postgres } from '../helpers/postgres.ts'
import { RedisServer } from '../helpers/redis.ts'
import { argumentsOf, serviceOf } from './compose.ts'
import { ask, linesOf, token, until, urlOf } from './fleet-project.ts'

const config = `import { defineConfig } from 'toolyard'

export default defineConfig({
  toolFolders: ['tools'],
  builtins: [],
})
`
/** Says which process ran it. */
const mark = `/** Leaves a mark. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from 'toolyard'

export default defineTool({
  inputSchema: { ms: Number },
  permission: 'read',
  effects: 'none',
  async execute({ ms }, { workspace, signal }) {
    appendFileSync(join(workspace, 'marks.txt'), \`begun \${process.pid}\\n\`)
    await sleep(ms, undefined, { signal })
    appendFileSync(join(workspace, 'marks.txt'), \`done \${process.pid}\\n\`)
    return 'marked'
  },
})
`
const files = { 'toolyard.config.ts': config, 'tools/mark.ts': mark }
/** A schedule that is due far from now, begun now. */
async function startJob(url: string, name: string, ms: number): Promise<string> {
  const made = await ask(url, '/api/schedules', { name, schedule: 'every 12h', tool: 'mark', args: { ms } })
  assert.equal(made.status, 201, await made.clone().text())
  const { id } = (await made.json()) as { id: string }
  assert.equal((await ask(url, `/api/schedules/${id}/run`, {})).status, 200)
  return id
}

interface Slot {
  readonly state: string
  readonly isRetried: boolean
}

async function slotOf(url: string, id: string): Promise<Slot | undefined> {
  const { items } = (await (await ask(url, `/api/schedules/${id}/history`)).json()) as { items: Slot[] }
  return items[0]
}

describe('a fleet as the compose file starts it', () => {
  let postgres: Postgres
  let redis: RedisServer
  let project: Project
  before(async () => {
    project = await Project.alone(files)
    redis = await RedisServer.start()
    postgres = await Postgres.start()
  })
  after(async () => {
    await project[Symbol.asyncDispose]()
    await redis[Symbol.asyncDispose]()
    await postgres[Symbol.asyncDispose]()
  })

  it('does a job that was made through a server in a worker, and ends in order', async () => {
    const env = {
      TOOLYARD_DATABASE: await postgres.createDatabase(),
      TOOLYARD_REDIS: redis.url,
      TOOLYARD_TOKEN: token,
      TOOLYARD_WORKSPACE: project.path('work'),
      TOOLYARD_HOST: '127.0.0.1',
      TOOLYARD_PORT: '0',
    }
    const { TOOLYARD_PORT: _, ...set } = env
    for (const name of ['server-1', 'server-2', 'worker'])
      assert.deepEqual(Object.keys(serviceOf(name).environment).toSorted(), Object.keys(set).toSorted())
    assert.equal(serviceOf('worker').deploy?.replicas, 3)
    const flags = serviceOf('redis').command.join(' ')
    assert.match(flags, /--appendonly yes --maxmemory-policy noeviction/)

    const folder = project.path('work')
    const server = project.start(argumentsOf('server-1', folder), { env })
    const url = await urlOf(server)
    const worker = project.start(argumentsOf('worker', folder), { env })
    await worker.says(/Working on .*schedules@[0-9a-f]{16}.*, from Redis\.\n/)
    const id = await startJob(url, 'mark', 10)
    await until(async () => (await slotOf(url, id))?.state === 'done', 'the job')
    assert.deepEqual(await linesOf(project), [`begun ${worker.child.pid}`, `done ${worker.child.pid}`])
    const line = await until(
      async () => worker.err.split('\n').find((text) => text.includes('"end"')),
      'a line',
    )
    const note = JSON.parse(line) as { level: string; queue: string; kind: string; end: string }
    assert.deepEqual([note.level, note.kind, note.end], ['info', 'schedule', 'done'])
    const figures = await until(async () => {
      const text = await (await ask(url, '/metrics')).text()
      return /^toolyard_job_workers\{queue="schedules@\w+"\} 1$/m.test(text) && text
    }, 'the figures')
    assert.match(figures, /^toolyard_engine_up 1$/m)
    assert.match(figures, /^toolyard_jobs\{queue="schedules@\w+",state="waiting"\} 0$/m)

    const doctor = await project.run([...named, '--json-output', 'doctor', '--port', '0'], { env })
    const { checks } = json<{ checks: { name: string; state: string; text: string }[] }>(doctor)
    const engine = checks.find(({ name }) => name === 'engine')
    assert.equal(engine?.state, 'well')
    assert.match(
      engine.text,
      /^Redis \d+\.\S+ answers in [\d.]+ ms; workers: .*schedules@\w+ 1.*; it keeps all keys and writes a file$/,
    )
    for (const running of [worker, server]) {
      running.child.kill('SIGTERM')
      assert.equal((await running.ended).code, 0)
    }
  })
})

describe('toolyard worker', { concurrency: 2 }, () => {
  let redis: RedisServer
  before(async () => {
    redis = await RedisServer.start()
  })
  after(() => redis[Symbol.asyncDispose]())

  /** Each has a database of its own, so a prefix of its own. */
  async function projectFor(prefix: string, engine = ''): Promise<Project> {
    const redisSetting = `redis: { url: '\${FLEET}', prefix: '${prefix}' }`
    return Project.alone({
      ...files,
      'toolyard.config.ts': config.replace(
        '  builtins',
        `  engine: { ${redisSetting}${engine} },\n  builtins`,
      ),
    })
  }

  it('waits for a job that runs when it is told to end, takes no other, and another worker goes on', async () => {
    await using project = await projectFor('drain')
    const env = { FLEET: redis.url, TOOLYARD_TOKEN: token }
    const server = project.start([...named, 'serve', '--no-work', '--port', '0'], { env })
    const url = await urlOf(server)
    const first = project.start([...named, 'worker', '--queues', 'schedules', '--concurrency', '1'], { env })
    await first.says(/Working on .*schedules@\w+, from Redis/)
    const running = await startJob(url, 'runs', 3000)
    await until(async () => (await linesOf(project)).length === 1, 'the start')
    first.child.kill('SIGTERM')
    const waiting = await startJob(url, 'waits', 10)
    assert.equal((await first.ended).code, 0)
    assert.equal((await slotOf(url, running))?.state, 'done')
    assert.deepEqual(await linesOf(project), [`begun ${first.child.pid}`, `done ${first.child.pid}`])
    assert.equal((await slotOf(url, waiting))?.state, 'queued')
    const second = project.start([...named, '--json-output', 'worker'], { env })
    await second.says(/"engine":\s*"redis"/)
    await until(async () => (await slotOf(url, waiting))?.state === 'done', 'the job that waited')
  })

  it('answers 429 with Retry-After over HTTP to a caller whose quota of waiting jobs is used up', async () => {
    await using project = await projectFor('quota', ', quotas: { waitingPerPrincipal: 1 }')
    const env = { FLEET: redis.url, TOOLYARD_TOKEN: token }
    const server = project.start([...named, 'serve', '--no-work', '--port', '0'], { env })
    const url = await urlOf(server)
    const first = await startJob(url, 'first', 10)
    const made = await ask(url, '/api/schedules', {
      name: 'second',
      schedule: 'every 12h',
      tool: 'mark',
      args: { ms: 10 },
    })
    const { id } = (await made.json()) as { id: string }
    const refused = await ask(url, `/api/schedules/${id}/run`, {})
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1'])
    const { error } = (await refused.json()) as { error: { code: string; message: string } }
    assert.equal(error.code, 'busy')
    assert.match(
      error.message,
      /^1 of your jobs are waiting in the queue "schedules@\w+", and no more are taken$/,
    )
    assert.deepEqual(
      [(await slotOf(url, first))?.state, (await slotOf(url, id))?.state],
      ['queued', 'skipped'],
    )
  })

  it('ends at once at the second signal', async () => {
    await using project = await projectFor('twice')
    const env = { FLEET: redis.url, TOOLYARD_TOKEN: token }
    const worker = project.start([...named, 'worker'], { env })
    await worker.says(/Working on/)
    const server = project.start([...named, 'serve', '--no-work', '--port', '0'], { env })
    await startJob(await urlOf(server), 'long', 60_000)
    await until(async () => (await linesOf(project)).length === 1, 'the start')
    worker.child.kill('SIGINT')
    await sleep(200)
    assert.equal(worker.child.exitCode, null, 'it waits for the job')
    worker.child.kill('SIGINT')
    assert.equal((await worker.ended).code, 130)
  })

  it('waits for a Redis that is away at the start, says so once, and works when it is there', async () => {
    const own = await RedisServer.start()
    await using _ = own
    await own.kill()
    await using project = await projectFor('away')
    const env = { FLEET: own.url, TOOLYARD_TOKEN: token }
    const worker = project.start([...named, 'worker'], { env })
    await worker.says(/Redis does not answer: .*Trying again until it is there/)
    await own.start()
    await worker.says(/Working on .*schedules@/)
    assert.equal(worker.err.match(/Redis does not answer/g)?.length, 1, worker.err)
    worker.child.kill('SIGTERM')
    assert.equal((await worker.ended).code, 0)
  })

  it('works on the file of a database without a Redis', async () => {
    await using project = await Project.alone(files)
    const env = { TOOLYARD_TOKEN: token }
    const server = project.start([...named, 'serve', '--no-work', '--port', '0'], { env })
    const url = await urlOf(server)
    const worker = project.start([...named, 'worker'], { env })
    await worker.says(/Working on .*schedules@\w+, from the file of the database/)
    const id = await startJob(url, 'mark', 10)
    await until(async () => (await slotOf(url, id))?.state === 'done', 'the job')
    assert.deepEqual(await linesOf(project), [`begun ${worker.child.pid}`, `done ${worker.child.pid}`])
    worker.child.kill('SIGINT')
    assert.equal((await worker.ended).code, 0)
  })

  it('refuses what does not work with a sentence', async () => {
    const evicting = await RedisServer.start('--maxmemory-policy', 'allkeys-lru')
    await using _ = evicting
    await using project = await projectFor('bad')
    const worker = async (flags: readonly string[], env: Record<string, string>) => {
      const { code, err } = await project.run([...named, 'worker', ...flags], { env })
      assert.equal(code, 2, err)
      return err
    }
    const here = { FLEET: redis.url }
    assert.match(await worker([], { FLEET: evicting.url }), /maxmemory-policy is allkeys-lru/)
    await using guarded = await RedisServer.start()
    await guarded.with((client) => client.config('SET', 'requirepass', 'open sesame'))
    const wrong = guarded.url.replace('//', '//:hunter2-x@')
    const refused = await worker([], { FLEET: wrong })
    assert.match(refused, /Redis refuses this user or password: WRONGPASS/)
    assert.doesNotMatch(refused, /hunter2/)
    assert.match(await worker([], { FLEET: guarded.url }), /Redis refuses this user or password: NOAUTH/)
    assert.match(await worker([], {}), /engine\.redis: the environment variable FLEET is not set/)
    assert.match(await worker(['--concurrency', '0'], here), /--concurrency: "0" is not a number from 1/)
    assert.match(await worker(['--queues', 'a@b'], here), /engine\.queues: "a@b" is not the name of a queue/)
    assert.match(await worker(['--workspace', 'gone'], here), /workspace "gone" does not exist/)
    assert.match(await worker([], { ...here, TOOLYARD_RUN: 'x' }), /for people to decide/)
    assert.match(await worker([], { ...here, TOOLYARD_DATABASE: 'memory:' }), /needs a database/)
  })
})
