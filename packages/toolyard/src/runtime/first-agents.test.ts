import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defineTool } from '../define/index.ts'
import { createMemoryStore } from '../store/index.ts'
import { createToolyard } from './index.ts'

const greet = defineTool({
  name: 'greet',
  description: 'Greets.',
  permission: 'read',
  effects: 'none',
  execute: () => 'Hello!',
})

describe('agents of the configuration', () => {
  it('are made at the start, once, and stay as people change them', async () => {
    const database = createMemoryStore()
    const options = { tools: [greet], database, agents: { create: [{ name: 'host', toolIds: ['greet'] }] } }
    {
      await using yard = await createToolyard(options)
      assert.deepEqual(
        (await yard.agents.find('host')).tools.map(({ name }) => name),
        ['greet'],
      )
      await yard.agents.update('host', { prompt: 'Be kind.' })
    }
    await using yard = await createToolyard(options)
    assert.deepEqual(
      (await yard.agents.list()).map(({ name, prompt }) => [name, prompt]),
      [['host', 'Be kind.']],
    )
    assert.deepEqual(yard.problems, [])
  })

  it('that can not be made are problems, and the others are made', async () => {
    const create = [
      { name: 'a', toolIds: ['gret'] },
      { name: 'b', tool: 'x' } as never,
      null as never,
      { name: 'c' },
    ]
    await using yard = await createToolyard({ tools: [greet], agents: { create } })
    assert.deepEqual(
      (await yard.agents.list()).map(({ name }) => name),
      ['c'],
    )
    assert.match(yard.problems[0]?.reason ?? '', /agent "a": there is no tool "gret"/)
    assert.deepEqual(
      yard.problems.map(({ file }) => file),
      ['agents.create[0]', 'agents.create[1]', 'agents.create[2]'],
    )
  })

  it('are a list', async () => {
    await assert.rejects(createToolyard({ agents: { create: {} as never } }), { code: 'invalid_config' })
  })
})
