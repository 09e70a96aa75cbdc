import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tool as decorate } from 'toolyard/decorators'
import { defineTool } from '../define/index.ts'
import { RegisteredTool, ToolRegistry } from './index.ts'

const weather = {
  name: 'get_weather',
  description: 'Weather of a city.',
  category: 'weather',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1, default: 1 } },
    required: ['city'],
  },
  execute: () => 'sun',
}

describe('ToolRegistry', () => {
  it('registers every form of a tool and answers what it made of it', () => {
    class ReadFile {
      /** Reads a file. */
      execute(): string {
        return 'content'
      }
    }
    const registry = new ToolRegistry()
    registry.register(defineTool({ name: 'defined', description: 'Defined.', execute: () => 1 }))
    registry.register(decorate()(ReadFile))
    assert.equal(registry.register(weather).manifest.name, 'get_weather')
    registry.register({ name: 'paired', description: 'Paired.' }, () => 1)
    assert.deepEqual(registry.toolNames, ['defined', 'read_file', 'get_weather', 'paired'])
    assert.ok(registry.has('paired') && !registry.has('none'))
  })

  it('refuses a tool without a name, or without a description', () => {
    const registry = new ToolRegistry()
    assert.throws(() => registry.register(defineTool({ description: 'x', execute: () => 1 })), {
      code: 'invalid_definition',
      message: /no name/,
    })
    assert.throws(() => registry.register(defineTool({ name: 'a', execute: () => 1 })), {
      code: 'invalid_definition',
      message: /Tool "a": description is missing/,
    })
    assert.throws(() => registry.scope({ name: 's' }).register(defineTool({ name: 'a', execute: () => 1 })), {
      message: /description is missing/,
    })
    assert.deepEqual(registry.toolNames, [])
  })

  it('refuses an equal name, unless it is told to replace', () => {
    const registry = new ToolRegistry()
    registry.register(weather)
    assert.throws(() => registry.register(weather), { code: 'name_taken' })
    registry.register({ ...weather, description: 'New.' }, { replace: true })
    assert.equal(registry.get('get_weather')?.description, 'New.')
  })

  it('unregisters by name and says whether there was such a tool', () => {
    const registry = new ToolRegistry()
    registry.register(weather)
    assert.deepEqual([registry.unregister('get_weather'), registry.unregister('get_weather')], [true, false])
    assert.equal(registry.get('get_weather'), undefined)
  })

  it('lists manifests, all or by category', () => {
    const registry = new ToolRegistry()
    registry.register(weather)
    registry.register({ name: 'other', description: 'Other.', execute: () => 1 })
    assert.deepEqual(
      registry.listAll().map(({ name }) => name),
      ['get_weather', 'other'],
    )
    assert.deepEqual(
      registry.listByCategory('weather').map(({ name }) => name),
      ['get_weather'],
    )
    assert.deepEqual(registry.listByCategory('none'), [])
    assert.equal(registry.search('city weather')[0]?.manifest.name, 'get_weather')
  })

  it('gives definitions in OpenAI’s form, or in another', () => {
    const registry = new ToolRegistry()
    registry.register(weather)
    const [openai] = registry.getDefinitions()
    assert.deepEqual([openai?.type, openai?.function.name], ['function', 'get_weather'])
    const [anthropic] = registry.getDefinitions('anthropic')
    assert.equal(anthropic?.name, 'get_weather')
    assert.ok(anthropic.input_schema)
  })

  it('covers names in a scope that is disposed at the end of its block', () => {
    const registry = new ToolRegistry()
    registry.register(weather)
    {
      using scope = registry.scope({ name: 'test', override: true })
      scope.register({ ...weather, description: 'Fake weather.' })
      scope.register({ name: 'extra', description: 'Extra.', execute: () => 1 })
      assert.equal(registry.get('get_weather')?.description, 'Fake weather.')
      assert.equal(scope.unregister('extra'), true)
    }
    assert.equal(registry.get('get_weather')?.description, 'Weather of a city.')
  })

  it('runs through what it is bound to, with name, arguments and thread', async () => {
    const calls: unknown[] = []
    const registry = new ToolRegistry({
      execute: async (...call) => {
        calls.push(call)
        return 'text'
      },
    })
    registry.register(weather)
    assert.equal(await registry.execute('get_weather', { city: 'Rome' }, 't1'), 'text')
    assert.equal(await registry.getExecutor('get_weather')?.({ city: 'Paris' }), 'text')
    assert.equal(await registry.get('get_weather')?.execute({ city: 'Oslo' }, 't2'), 'text')
    assert.equal(registry.getExecutor('none'), undefined)
    assert.deepEqual(calls, [
      ['get_weather', { city: 'Rome' }, 't1'],
      ['get_weather', { city: 'Paris' }, undefined],
      ['get_weather', { city: 'Oslo' }, 't2'],
    ])
  })

  it('refuses to run without a runtime, by a rejection that says what to do', async () => {
    const registry = new ToolRegistry()
    registry.register(weather)
    await assert.rejects(registry.execute('get_weather', {}), { code: 'internal', hint: /createToolyard/ })
  })
})

describe('a registered tool', () => {
  const registry = new ToolRegistry()
  registry.register(weather)
  const tool = registry.get('get_weather')

  it('shows name, description, category, parameters and manifest', () => {
    assert.ok(tool instanceof RegisteredTool)
    assert.deepEqual(
      [tool.name, tool.description, tool.category, tool.parameters],
      ['get_weather', 'Weather of a city.', 'weather', weather.parameters],
    )
    assert.equal(tool.manifest.name, 'get_weather')
  })

  it('tells every problem of arguments, without running and without repairing', async () => {
    const cases: [unknown, readonly RegExp[]][] = [
      [{ city: 'Rome' }, []],
      [{ city: 'Rome', days: 2 }, []],
      [{ city: 5, days: 0 }, [/^city: must be string/, /^days: must be >= 1/]],
      [{}, [/lacks "city"/]],
      [{ city: 'Rome', days: '2' }, [/^days: must be integer/]],
      [{ city: 'Rome', town: 'x' }, [/^town: is not a known parameter/]],
      ['{"city":"Rome"}', [/must be an object/]],
      [null, [/must be an object/]],
      [['Rome'], [/must be an object/]],
    ]
    for (const [params, expected] of cases) {
      const problems = (await tool?.validateParams(params)) ?? ['no tool']
      assert.equal(problems.length, expected.length, JSON.stringify([params, problems]))
      for (const [index, pattern] of expected.entries()) assert.match(problems[index] ?? '', pattern)
    }
  })

  it('has a schema in OpenAI’s form', () => {
    const { type, function: inner } = (tool ?? assert.fail()).toSchema() as {
      type: string
      function: Record<string, unknown>
    }
    assert.deepEqual(
      [type, inner['name'], inner['description']],
      ['function', 'get_weather', 'Weather of a city.'],
    )
    assert.ok(inner['parameters'])
  })
})
