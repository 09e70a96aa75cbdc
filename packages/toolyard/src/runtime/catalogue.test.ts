import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { defineTool, textOf, withFacts } from '../define/index.ts'
import { createToolyard } from './index.ts'

const read = (name: string, more: object = {}) =>
  defineTool({
    name,
    description: `Tool ${name}.`,
    permission: 'read',
    effects: 'none',
    execute: () => name,
    ...more,
  })

describe('an agent of the catalogue', () => {
  it('has its tools and no others, in definitions and in calls', async () => {
    await using yard = await createToolyard({ tools: [read('one'), read('two'), read('three')] })
    const agent = await yard.agents.create({ name: 'helper', prompt: 'Help.', toolIds: ['two', 'one'] })
    assert.deepEqual(
      agent.tools.map(({ name, state }) => [name, state]),
      [
        ['two', 'active'],
        ['one', 'active'],
      ],
    )
    const shown = (await yard.definitionsFor('helper', 'anthropic')) as { name: string }[]
    assert.deepEqual(
      shown.map(({ name }) => name),
      ['two', 'one'],
    )
    assert.equal((await yard.call('one', {}, { agent: 'helper' })).status, 'ok')
    assert.equal((await yard.call('one', {}, { agent: agent.id })).status, 'ok')
    assert.deepEqual(
      (await yard.calls({ tool: 'one' })).map((row) => row.agent),
      ['helper', 'helper'],
      'one caller, by name or by id',
    )
    const foreign = await yard.call('three', {}, { agent: 'helper' })
    assert.deepEqual([foreign.status, foreign.error?.code], ['error', 'tool_not_found'])
    assert.match(textOf(foreign), /agent "helper" has no tool named "three"/)
    assert.equal((await yard.call('three', {})).status, 'ok')
  })

  it('is refused by name where a tool is not known or named twice, and nothing is saved', async () => {
    await using yard = await createToolyard({ tools: [read('one')] })
    await assert.rejects(yard.agents.create({ name: 'a', toolIds: ['onee'] }), {
      code: 'tool_not_found',
      message: /agent "a": there is no tool "onee"/,
      hint: /"one"/,
    })
    await assert.rejects(yard.agents.create({ name: 'a', toolIds: ['one', 'one'] }), {
      message: /named twice/,
    })
    await assert.rejects(yard.agents.create({ name: '' }), { code: 'invalid_arguments' })
    await assert.rejects(yard.agents.create({ name: 'a', toolId: ['one'] } as never), { message: /toolId/ })
    assert.deepEqual(await yard.agents.list(), [])
    await yard.agents.create({ name: 'a' })
    await assert.rejects(yard.agents.create({ name: 'a' }), { code: 'name_taken' })
    await assert.rejects(yard.agents.find('b'), { code: 'agent_not_found', hint: /"a"/ })
  })

  it('shows a binding whose tool is gone, marked, and takes it up when the tool is back', async () => {
    await using yard = await createToolyard({ tools: [read('one'), read('two')] })
    await yard.agents.create({ name: 'helper', toolIds: ['one', 'two'] })
    yard.registry.unregister('one')
    await yard.syncTools()
    const states = async () => (await yard.agents.find('helper')).tools.map(({ state }) => state)
    assert.deepEqual(await states(), ['removed', 'active'])
    assert.equal((await yard.call('one', {}, { agent: 'helper' })).error?.code, 'tool_not_found')
    yard.registry.register(read('one'))
    await yard.syncTools()
    assert.deepEqual(await states(), ['active', 'active'])
    assert.equal((await yard.call('one', {}, { agent: 'helper' })).status, 'ok')
  })

  it('stays with the versions that it is pinned to', async () => {
    await using yard = await createToolyard({ tools: [read('one')] })
    await yard.agents.create({ name: 'helper', toolIds: ['one'], pinned: true })
    yard.registry.unregister('one')
    yard.registry.register(read('one', { description: 'Does something else now.' }))
    await yard.syncTools()
    assert.equal((await yard.call('one', {}, { agent: 'helper' })).status, 'held')
    assert.deepEqual(await yard.definitionsFor('helper'), [])
    assert.equal((await yard.call('one', {})).status, 'ok')
    await yard.agents.update('helper', { pinned: true })
    assert.equal((await yard.call('one', {}, { agent: 'helper' })).status, 'ok')
  })

  it('is only a label where there is no database and nobody made it', async () => {
    await using yard = await createToolyard({ tools: [read('one')] })
    assert.equal((await yard.call('one', {}, { agent: 'whoever' })).status, 'ok')
  })
})

describe('a tool that is held', () => {
  it('runs for nobody and is shown to nobody before it is accepted', async () => {
    const foreign = withFacts(read('srv__one'), { source: 'mcp' })
    await using yard = await createToolyard({ tools: [foreign], policy: { mode: 'bypass' } })
    await yard.syncTools()
    const refused = await yard.call('srv__one')
    assert.deepEqual([refused.status, refused.error?.code], ['held', 'held'])
    assert.deepEqual(yard.definitions(), [])
    await yard.history.accept('srv__one')
    assert.equal(yard.definitions().length, 1)
    assert.equal(yard.reports('openai').length, 1)
    assert.equal((await yard.call('srv__one')).status, 'ok')
    await yard.history.setEnabled('srv__one', false)
    assert.deepEqual(yard.definitions(), [])
    assert.match(textOf(await yard.call('srv__one')), /switched off/)
    assert.deepEqual(yard.definitions(), [])
  })
})

describe('a tool that another process accepts', () => {
  it('is shown as soon as it is asked for', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-store-'))
    const foreign = withFacts(read('srv__one'), { source: 'mcp' })
    const open = () => createToolyard({ database: 'sqlite:yard.db', workspace: folder, tools: [foreign] })
    try {
      await using yard = await open()
      await using other = await open()
      assert.deepEqual(yard.definitions(), [])
      await other.history.accept('srv__one')
      await yard.settled()
      assert.equal(yard.definitions().length, 1)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('with a database', () => {
  it('keeps tools, agents and calls from one start to the next, under the same ids', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-store-'))
    const open = () => createToolyard({ database: 'sqlite:yard.db', workspace: folder, tools: [read('one')] })
    try {
      let id = ''
      {
        await using yard = await open()
        const agent = await yard.agents.create({ name: 'helper', toolIds: ['one'] })
        id = agent.toolIds[0] ?? ''
        await yard.call('one', {}, { agent: 'helper', callId: 'c' })
      }
      await using yard = await open()
      assert.deepEqual((await yard.agents.find('helper')).toolIds, [id])
      assert.deepEqual(
        (await yard.calls()).map((row) => [row.id, row.agent]),
        [['c', 'helper']],
      )
      const stranger = await yard.call('one', {}, { agent: 'stranger' })
      assert.equal(stranger.error?.code, 'agent_not_found')
      await assert.rejects(yard.definitionsFor('stranger'), { code: 'agent_not_found' })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('the report of the sync at the start', () => {
  it('is kept', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-sync-'))
    try {
      const options = { workspace: folder, database: 'sqlite:tools.db' }
      const start = async (...names: string[]): Promise<unknown> => {
        await using yard = await createToolyard({ ...options, tools: names.map((name) => read(name)) })
        await yard.syncTools()
        const { created, unchanged, removed } = yard.syncReport ?? assert.fail('there is none')
        return { created, unchanged, removed }
      }
      assert.deepEqual(await start('one'), { created: ['one'], unchanged: [], removed: [] })
      assert.deepEqual(await start('one', 'two'), { created: ['two'], unchanged: ['one'], removed: [] })
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('is not there without a database', async () => {
    await using yard = await createToolyard({ tools: [read('one')] })
    assert.equal(yard.syncReport, undefined)
  })
})

describe('a built-in tool', () => {
  it('can be unregistered', async () => {
    await using yard = await createToolyard({ builtins: ['files'] })
    assert.equal(yard.registry.unregister('glob'), true)
    assert.equal(yard.registry.has('glob'), false)
    assert.equal((await yard.call('Glob', { pattern: '*' })).error?.code, 'tool_not_found')
    assert.equal(yard.registry.unregister('glob'), false)
  })

  it('comes back when the tool of its name goes, and goes next', async () => {
    await using yard = await createToolyard({ builtins: ['files'], tools: [read('glob')] })
    assert.equal(yard.registry.unregister('glob'), true)
    assert.equal(yard.registry.get('glob')?.manifest.source, 'builtin')
    assert.equal(yard.registry.unregister('glob'), true)
    assert.equal(yard.registry.has('glob'), false)
  })
})
