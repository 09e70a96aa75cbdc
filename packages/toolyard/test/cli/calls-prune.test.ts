/** `calls prune`: old calls go, after a count and a yes; the rest still fits the audit chain. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { json } from './cli.ts'
import { makeCallsProject, ok, openProject } from './calls-project.ts'

describe('calls prune', () => {
  it('counts first, deletes with --yes, and leaves a journal that can be verified', async () => {
    await using project = await makeCallsProject()
    {
      await using yard = await openProject(project)
      for (const city of ['Rome', 'Oslo', 'Bern']) await yard.call('get_weather', { city })
    }
    const prune = (...more: string[]) => project.run(['calls', 'prune', ...more])
    assert.match(ok(await prune('--older-than', '90d')).out, /^There is nothing from before 2/)
    assert.match(ok(await prune('--before', '2026-01-01')).out, /^There is nothing from before 2026-01-01/)
    const { out } = ok(await prune('--older-than', '0s'))
    assert.match(out, /^3 calls and 0 answered requests from before .*\nNothing was deleted\. .*--yes/)
    assert.match(ok(await prune('--older-than', '0s', '--yes')).out, /^deleted 3 calls and 0/m)
    assert.match(ok(await project.run(['calls', 'verify'])).out, /^ok: /)
    assert.deepEqual(json(ok(await project.run(['calls', '--json-output']))), { calls: [], next: null })
    for (const wrong of [
      [],
      ['--before', '2999-01-01'],
      ['--before', 'x'],
      ['--before', '1d', '--older-than', '1d'],
    ])
      assert.equal((await prune(...wrong)).code, 2, wrong.join(' '))
  })
})
