/** An approval names what was looked at: an id alone is not enough where nobody is at a terminal. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { looked, makeCallsProject, ok, onlyRequest } from './calls-project.ts'
import type { Project, Ran } from './cli.ts'

let project: Project
before(async () => {
  project = await makeCallsProject()
})
after(() => project[Symbol.asyncDispose]())

const send = (id: string): Promise<Ran> =>
  project.run(['--approvals', 'pending', 'call', 'send_note', 'to=ann', `text=${id}`, '--id', id])

describe('a request', { concurrency: 1 }, () => {
  it('is not approved by an id alone, or by the digest of something else', async () => {
    assert.equal((await send('p-5')).code, 3)
    const id = await onlyRequest(project)
    for (const given of [
      id,
      `${id}@`,
      `${id}@${'0'.repeat(64)}`,
      (await looked(project, id)).slice(0, id.length + 9),
    ]) {
      const { code, err } = await project.run(['approvals', 'approve', given])
      assert.equal(code, 2, given)
      assert.match(err, /digest|there is no request/)
    }
    assert.equal(await onlyRequest(project), id)
    const { out } = ok(await project.run(['approvals', 'show', id]))
    const [, marked = ''] = /toolyard approvals approve (\S+)\s+runs this call, once/.exec(out) ?? []
    ok(await project.run(['approvals', 'approve', marked]))
    assert.equal(ok(await send('p-5')).out, 'sent to ann\n')
  })

  it('has no command that approves it where only a part was shown', async () => {
    const long = ['call', 'send_note', 'to=ann', `text=${'line\n'.repeat(2000)}end`, '--id', 'p-6']
    assert.equal((await project.run(['--approvals', 'pending', ...long])).code, 3)
    const id = await onlyRequest(project)
    const { out: part } = ok(await project.run(['approvals', 'show', id]))
    assert.doesNotMatch(part, /approvals approve/)
    assert.match(part, new RegExp(`toolyard approvals show ${id} --whole\\s+shows all of it`))
    assert.match(ok(await project.run(['approvals', 'show', id, '--whole'])).out, /approvals approve \S+@/)
    ok(await project.run(['approvals', 'reject', id]))
  })
})
