/** Whether what people decide holds at once, for calls that wait as well, and for no other caller. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { defineTool, textOf } from '../define/index.ts'
import { pending } from './inbox-support.test.ts'
import { createToolyard, type ToolService, type ToolyardOptions } from '../index.ts'

const save = defineTool({
  name: 'save',
  description: 'Saves.',
  permission: 'write',
  effects: 'local_state',
  inputSchema: { path: String },
  resources: ({ path }) => [{ kind: 'path', id: path, access: 'write' }],
  execute: ({ path }) => `saved ${path}`,
})

describe('what people decide', () => {
  let folder: string
  let databases = 0
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolyard-rights-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))
  const open = (more: ToolyardOptions = {}) =>
    createToolyard({
      database: `sqlite:${folder}/${++databases}.db`,
      environment: { ...process.env, XDG_STATE_HOME: join(folder, 'state') },
      tools: [save],
      policy: { ask: ['save'] },
      approvals: 'wait',
      ...more,
    })
  const isAsked = async (yard: ToolService, agent: string) => {
    const call = yard.call('save', { path: 'a.txt' }, { agent })
    const asked = await Promise.race([pending(yard), call.then(() => undefined)])
    if (asked) await yard.inbox.reject(asked.id, { by: 'ann' })
    await call
    return asked !== undefined
  }

  it('holds for a call that was waiting for its approval meanwhile', async () => {
    await using yard = await open()
    await yard.agents.create({ name: 'helper', toolIds: ['save'] })
    const unbound = yard.call('save', { path: 'a.txt' }, { agent: 'helper' })
    const first = await pending(yard)
    await yard.agents.update('helper', { toolIds: [] })
    await yard.inbox.approve(first.id, { by: 'ann' })
    assert.equal((await unbound).error?.code, 'tool_not_found')
    const off = yard.call('save', { path: 'a.txt' })
    const second = await pending(yard)
    await yard.catalogue.setEnabled('save', false)
    await yard.inbox.approve(second.id, { by: 'ann' })
    assert.equal((await off).status, 'held')
  })

  it('holds from the next call on', async () => {
    await using yard = await open({ policy: {} })
    assert.equal((await yard.call('save', { path: 'a.txt' })).status, 'ok')
    await yard.catalogue.setEnabled('save', false)
    assert.equal((await yard.call('save', { path: 'a.txt' })).status, 'held')
    await yard.catalogue.setEnabled('save', true)
    assert.equal((await yard.call('save', { path: 'a.txt' })).status, 'ok')
  })

  it('is not handed on to the next agent of the same name', async () => {
    await using yard = await open()
    const grantTo = async (agent: string) => {
      const call = yard.call('save', { path: 'a.txt' }, { agent })
      await yard.inbox.approve((await pending(yard)).id, { by: 'ann', scope: 'agent' })
      await call
    }
    await yard.agents.create({ name: 'helper', toolIds: ['save'] })
    await grantTo('helper')
    assert.equal(await isAsked(yard, 'helper'), false)
    await yard.agents.remove('helper')
    assert.deepEqual(await yard.inbox.grants(), [])
    await yard.agents.create({ name: 'helper', toolIds: ['save'] })
    assert.equal(await isAsked(yard, 'helper'), true)
    await grantTo('helper')
    await yard.agents.update('helper', { name: 'former' })
    await yard.agents.create({ name: 'helper', toolIds: ['save'] })
    assert.equal(await isAsked(yard, 'helper'), true)
  })

  it('counts for the version that a file gives, not for the one that it was known by', async () => {
    const workspace = await mkdtemp(join(folder, 'work-'))
    const tools = await mkdtemp(join(workspace, 'tools-'))
    await writeFile(
      join(tools, 'a.ts'),
      "import { text } from './_text.ts'\nexport default { description: text, execute: () => text }\n",
    )
    await writeFile(join(tools, '_text.ts'), "export const text = 'old'\n")
    const options = { workspace, tools: [], policy: {}, toolFolders: [tools], database: 'sqlite:yard.db' }
    {
      await using yard = await open(options)
      assert.equal(textOf(await yard.call('a')), 'old')
      await yard.catalogue.pin('a')
    }
    await writeFile(join(tools, '_text.ts'), "export const text = 'new'\n")
    await using yard = await open(options)
    assert.equal((await yard.call('a')).status, 'held')
    assert.equal((await yard.call('a')).status, 'held')
  })
})

describe('the name of an agent', () => {
  it('is not only a label once there was an agent, also without a database', async () => {
    await using yard = await createToolyard({ tools: [save] })
    await yard.agents.create({ name: 'helper' })
    const codeOf = async (agent: string) => (await yard.call('save', { path: 'a' }, { agent })).error?.code
    assert.deepEqual([await codeOf('helper'), await codeOf('Helper')], ['tool_not_found', 'agent_not_found'])
    await yard.agents.remove('helper')
    assert.equal(await codeOf('helper'), 'agent_not_found')
  })

  it('can’t be the id of another', async () => {
    await using yard = await createToolyard({ tools: [save] })
    const { id } = await yard.agents.create({ name: 'a' })
    await yard.agents.create({ name: 'b', toolIds: ['save'] })
    await assert.rejects(yard.agents.update('b', { name: id }), { code: 'name_taken' })
    await assert.rejects(yard.agents.update('b', { name: 'a' }), { code: 'name_taken' })
    assert.equal((await yard.agents.update('b', { name: 'b', prompt: 'Help.' })).prompt, 'Help.')
  })
})
