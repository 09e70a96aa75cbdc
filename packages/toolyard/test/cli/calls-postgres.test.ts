/** Journal and inbox on the command line, over a PostgreSQL that several processes share. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createToolyard } from '../../src/index.ts'
import { Postgres } from '../helpers/postgres.ts'
import { json, type Project, type Ran, type Running } from './cli.ts'
import { makeCallsProject, ok, sentNotes } from './calls-project.ts'

let postgres: Postgres
let project: Project
let database: string
before(async () => {
  postgres = await Postgres.start()
  database = await postgres.createDatabase()
  project = await makeCallsProject()
  ok(await run('sync'))
})
after(async () => {
  await project[Symbol.asyncDispose]()
  await postgres[Symbol.asyncDispose]()
})

const run = (...args: string[]): Promise<Ran> => project.run(args, { env: { TOOLYARD_DATABASE: database } })
const start = (...args: string[]): Running => project.start(args, { env: { TOOLYARD_DATABASE: database } })
const statusOf = async (): Promise<string | undefined> =>
  json<{ requests: { status: string }[] }>(
    ok(await run('approvals', '--all', '--limit', '1', '--json-output')),
  ).requests[0]?.status
const waitFor = async (done: () => boolean): Promise<void> => {
  while (!done())
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
}

describe('over PostgreSQL', { concurrency: 1 }, () => {
  it('--follow misses and repeats nothing of what several processes write at once', async () => {
    const follow = start('calls', '-f', '--limit', '1000', '--thread', 'flood', '--json-output')
    const yards = await Promise.all(
      [1, 2, 3, 4].map(() =>
        createToolyard({
          workspace: project.path('work'),
          environment: project.environment,
          toolFolders: [project.path('work/tools')],
          database,
        }),
      ),
    )
    const lines = (): string[] =>
      follow.out
        .slice(0, follow.out.lastIndexOf('\n') + 1)
        .split('\n')
        .filter(Boolean)
    const ids: string[] = []
    const callAll = async (round: string): Promise<void> => {
      await Promise.all(
        yards.flatMap((yard, index) =>
          Array.from({ length: 15 }, (_, number) => {
            const callId = `${round}-${index}-${number}`
            ids.push(callId)
            return yard.call('get_weather', { city: 'Rome' }, { callId, threadId: 'flood' })
          }),
        ),
      )
    }
    for (let round = 0; round < 16; round++) await callAll(`round-${round}`)
    await Promise.all(yards.map((yard) => yard.close()))
    await waitFor(() => lines().length >= ids.length)
    follow.child.kill('SIGINT')
    const { out } = await follow.ended
    const seen = out
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { id: string }).id)
    assert.deepEqual(seen.toSorted(), ids.toSorted())
    assert.match(ok(await run('calls', 'verify')).out, /^ok: 960 calls/)
  })

  it('a call that was killed while it waited runs once after somebody approved', async () => {
    const send = ['--approvals', 'wait', 'call', 'send_note', 'to=ann', 'text=pg', '--id', 'pg-1']
    const waiting = start(...send)
    await waiting.says(/approvals reject \S+\n/)
    const [, id = ''] = /approvals show (\S+)/.exec(waiting.err) ?? []
    waiting.child.kill('SIGKILL')
    await waiting.ended
    const shown = ok(await run('approvals', 'show', id)).out
    const [, marked = ''] = /approvals approve (\S+@[0-9a-f]{16})/.exec(shown) ?? []
    ok(await run('approvals', 'approve', marked, '--for', 'thread'))
    ok(await run(...send))
    ok(await run(...send))
    assert.deepEqual(await sentNotes(project), ['ann: pg'])
    assert.match(ok(await run('grants', '--wide')).out, /send_note\(ann\) +in thread cli/)
    assert.match(ok(await run('calls', 'pg-1')).out, /approved it, after/)
  })

  it('a request is taken back on Ctrl-C', async () => {
    const waiting = start('--approvals', 'wait', 'call', 'send_note', 'to=eve', 'text=pg')
    await waiting.says(/approvals reject \S+\n/)
    waiting.child.kill('SIGINT')
    assert.equal((await waiting.ended).code, 130)
    assert.equal(await statusOf(), 'cancelled')
  })
})
