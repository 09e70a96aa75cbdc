/** `calls verify`: a journal that somebody else has changed is told from one that nobody has. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { json, type Project } from './cli.ts'
import { makeCallsProject, ok, openProject } from './calls-project.ts'

async function withCalls(): Promise<Project> {
  const project = await makeCallsProject()
  await using yard = await openProject(project)
  for (const city of ['Rome', 'Oslo', 'Bern'])
    await yard.call('get_weather', { city }, { callId: `w-${city}` })
  return project
}

function change(project: Project, sql: string): void {
  const database = new DatabaseSync(project.state('toolyard.db'))
  database.exec(sql)
  database.close()
}

describe('calls verify', { concurrency: 2 }, () => {
  it('counts rows and entries, and shows the ends of the chains where they are asked for', async () => {
    await using project = await withCalls()
    const { code, out } = await project.run(['calls', 'verify'])
    assert.equal(code, 0)
    assert.equal(out, 'ok: 3 calls, 3 entries of the audit chain; every row is as it was written.\n')
    const { out: withHeads } = ok(await project.run(['calls', 'verify', '--heads', '--wide']))
    assert.match(withHeads, /^p_\S+ +3 +[0-9a-f]{64}$/m)
    const whole = json<{ ok: boolean; heads: { entries: number }[] }>(
      ok(await project.run(['calls', 'verify', '--heads', '--json-output'])),
    )
    assert.equal(whole.ok, true)
    assert.deepEqual(
      whole.heads.map(({ entries }) => entries),
      [3],
    )
  })

  it('names every row that was changed, removed or put in, and exits with 1', async () => {
    await using project = await withCalls()
    change(
      project,
      `update calls set status = 'denied' where id = 'w-Rome';
       delete from calls where id = 'w-Oslo';
       insert into calls select 99, 'w-false', tool, fingerprint, permission, input, explanation, thread_id, agent, principal,
         origin, parent_id, decision, request_digest, started_at, status, duration_ms, ran, result, steps, owner, waited_ms, active_ms
         from calls where id = 'w-Bern'`,
    )
    const { code, out } = await project.run(['calls', 'verify'])
    assert.equal(code, 1)
    assert.match(out, /^wrong: call w-Rome was changed after it was written$/m)
    assert.match(out, /^wrong: call w-Oslo \(ok\) was written and is gone$/m)
    assert.match(out, /^wrong: call w-false is in the journal and was never written by it$/m)
    assert.match(out, /^3 problems in 3 calls, 3 entries/m)
    const told = await project.run(['calls', 'verify', '--json-output'])
    assert.equal(told.code, 1)
    assert.equal(json<{ problems: string[] }>(told).problems.length, 3)
  })

  it('has nothing to say where there is no journal yet, and makes none', async () => {
    await using project = await makeCallsProject()
    assert.match(ok(await project.run(['calls', 'verify'])).out, /no call in the journal yet/)
    assert.ok(!existsSync(project.state('toolyard.db')))
  })
})
