/** What the inbox shows of a request, and what an answer to it reaches. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { textOf } from '../define/index.ts'
import type { HostAccess } from '../host/index.ts'
import { pending, savingTool } from './inbox-support.test.ts'
import { createToolyard, type ToolyardOptions } from '../index.ts'

describe('a request in the inbox', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolyard-inbox-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))
  let databases = 0
  const open = (more: ToolyardOptions = {}, database = `sqlite:${folder}/${++databases}.db`) =>
    createToolyard({
      database,
      tools: [savingTool('save')],
      policy: { ask: ['save'] },
      approvals: 'wait',
      ...more,
    })

  it('shows and keeps what looks like a secret, and the journal tells what was approved', async () => {
    await using yard = await open()
    const path = 'docs # -----BEGIN PRIVATE KEY-----\nid > pwned\n# -----END PRIVATE KEY-----'
    const call = yard.call('save', { path }, { threadId: 't' })
    const item = await pending(yard)
    assert.match(item.text, /id > pwned/)
    assert.ok(yard.inbox.render(item).isWhole)
    await yard.inbox.approve(item.id, { by: 'ann' })
    assert.equal((await call).status, 'ok')
    const [row] = await yard.journal.list({ tool: 'save' })
    assert.deepEqual(row?.input, { path })
    await using free = await open({ policy: {} })
    await free.call('save', { path })
    const [told] = await free.journal.list({ tool: 'save' })
    assert.match(JSON.stringify(told?.input), /\[redacted: \d+ characters that look like a secret\]/)
  })

  it('shows where each secret stands and how long it is, and all that stands between', async () => {
    const value = 'hunter2-hunter2-hunter2'
    await using yard = await open({ secrets: ['PASS'], environment: { PASS: value } })
    const broken = `${value.slice(0, 10)}\n${value.slice(10)}`
    const call = yard.call('save', { path: `a ${value}; b ⟨secret PASS, 9 characters⟩ ${broken}` })
    const item = await pending(yard)
    assert.match(
      item.text,
      /"a ⟨secret PASS, 23 characters⟩; b ⟨U\+27E8⟩secret PASS, 9 characters⟩ ⟨secret PASS, 10 characters⟩\\n⟨secret PASS, 13 characters⟩"/,
    )
    await yard.inbox.reject(item.id, { by: 'ann' })
    await call
  })

  it('asks nobody about what holds a value that somebody else made a secret of', async () => {
    const credential = 'rm_-rf_src_and_everything'
    await using yard = await open({
      tools: [
        savingTool('save'),
        savingTool('other', {
          execute: (_: unknown, { host }: { host: HostAccess }) => host.secrets.hide(credential),
        }),
      ],
      policy: { ask: ['save'] },
    })
    await yard.call('other', { path: 'x' })
    const result = await yard.call('save', { path: `run ${credential}` })
    assert.deepEqual([result.status, result.error?.code], ['denied', 'denied'])
    assert.match(textOf(result), /a credential that a server gave out/)
    assert.equal((await yard.inbox.list({})).length, 0)
  })

  it('asks nobody about arguments that nobody could read', async () => {
    await using yard = await open()
    const result = await yard.call('save', { path: '\u0001'.repeat(170_000) })
    assert.deepEqual([result.status, result.error?.code], ['denied', 'too_large'])
    assert.equal((await yard.inbox.list({})).length, 0)
  })

  it('offers no rule for a session: the next one of its name is another program', async () => {
    const resources = () => [{ kind: 'session', id: 's1', access: 'write' }] as const
    await using yard = await open({ tools: [savingTool('save', { resources })] })
    const call = yard.call('save', { path: 'x' }, { threadId: 't' })
    const item = await pending(yard)
    assert.equal(item.offer, undefined)
    await yard.inbox.reject(item.id, { by: 'ann' })
    await call
  })

  it('grants nothing to another caller who names the same conversation', async () => {
    await using yard = await open()
    const by = (principal: string) => yard.call('save', { path: 'a.txt' }, { threadId: 't', principal })
    const first = by('http:ann')
    const { grant } = await yard.inbox.approve((await pending(yard)).id, { by: 'ann', scope: 'thread' })
    assert.equal((await first).status, 'ok')
    assert.equal(grant?.principal, 'http:ann')
    assert.equal((await by('http:ann')).status, 'ok')
    const other = by('http:bob')
    await yard.inbox.reject((await pending(yard)).id, { by: 'ann' })
    assert.equal((await other).status, 'denied')
  })

  it('grants nothing in another folder, and nothing by a grant that names none', async () => {
    const database = `sqlite:${folder}/shared.db`
    const [here, there] = [join(folder, 'here'), join(folder, 'there')]
    for (const place of [here, there]) await mkdir(place)
    await using one = await open({ workspace: here }, database)
    const call = one.call('save', { path: 'a.txt' }, { threadId: 't' })
    const { grant } = await one.inbox.approve((await pending(one)).id, { by: 'ann', scope: 'thread' })
    assert.equal((await call).status, 'ok')
    assert.equal(grant?.workspace, await realpath(here))
    assert.equal((await one.call('save', { path: 'a.txt' }, { threadId: 't' })).status, 'ok')
    const { workspace: _, ...nowhere } = grant
    await one.store.grants.add({ ...nowhere, id: 'gr_old', rule: 'save' })
    await using two = await open({ workspace: there }, database)
    for (const path of ['a.txt', 'b.txt']) {
      const asked = two.call('save', { path }, { threadId: 't' })
      await two.inbox.reject((await pending(two)).id, { by: 'ann' })
      assert.equal((await asked).status, 'denied')
    }
  })
})
