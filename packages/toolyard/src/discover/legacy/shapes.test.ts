import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { legacyProject, nameOf, registryPath, restFile, restOf, toolOf } from './support.test.ts'

describe('a tool file of the flat shape', () => {
  it('becomes a tool with its name, description, category, tags and parameters', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/rest/weather.toml': `
name = "weather"
tool_type = "rest"
description = "Weather of a city."
enabled = true
api_url = "https://api.example.com/weather"
method = "get"

[parameters_schema]
type = "object"
required = ["city"]

[parameters_schema.properties]
city = { type = "string", description = "City name" }
days = { type = "integer", minimum = 1, default = 3 }

[metadata]
category = "weather"
tags = ["api", "external"]
version = 2
documentation_url = "https://example.com"
`,
    })
    assert.deepEqual([registry.problems, registry.notes], [[], []])
    const { manifest } = toolOf(registry, 'weather')
    assert.equal(manifest.type, 'REST')
    assert.equal(manifest.source, 'config')
    assert.equal(manifest.description, 'Weather of a city.')
    assert.deepEqual(
      [manifest.category, manifest.tags, manifest.version],
      ['weather', ['api', 'external'], '2'],
    )
    assert.deepEqual(manifest.inputSchema, {
      type: 'object',
      required: ['city'],
      properties: {
        city: { type: 'string', description: 'City name' },
        days: { type: 'integer', minimum: 1, default: 3 },
      },
    })
    assert.equal(restOf(registry, 'weather').method, 'GET')
  })

  it('has what slipped below another table read where it was meant', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/rest/weather.toml': restFile(
        'weather',
        `[headers]
User-Agent = "Agent/1.0"
X-Version = 2

retry_count = 2
retry_delay = 0.5

[parameters_schema]
type = "object"

[parameters_schema.properties]
q = { type = "string" }

parameters_schema.required = ["q"]`,
      ),
    })
    assert.deepEqual(registry.problems, [])
    assert.deepEqual(toolOf(registry, 'weather').manifest.inputSchema.required, ['q'])
    const { headers, retry } = restOf(registry, 'weather')
    assert.deepEqual(headers, { 'User-Agent': 'Agent/1.0', 'X-Version': '2' })
    assert.deepEqual(retry, { attempts: 3, delayMs: 500 })
    assert.deepEqual(
      registry.notes.map(({ line }) => line),
      [9, 10, 18],
    )
  })

  it('keeps a parameter that has the name of a word of JSON Schema', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/a.toml': restFile(
        'a',
        `[parameters_schema]
type = "object"
[parameters_schema.properties]
required = { type = "boolean" }
parameters_schema = { type = "object" }`,
      ),
    })
    assert.deepEqual(Object.keys(toolOf(registry, 'a').manifest.inputSchema.properties ?? {}), [
      'required',
      'parameters_schema',
    ])
  })

  it('gives its examples to the tool', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/a.toml': restFile(
        'a',
        '[[examples]]\ndescription = "One"\n[examples.parameters]\nq = "x"',
      ),
    })
    assert.deepEqual(toolOf(registry, 'a').manifest.examples, [{ title: 'One', input: { q: 'x' } }])
  })
})

describe('a tool file of the nested shape', () => {
  const nested = (tool: string, rest = ''): string => `[tool]\n${tool}\ndescription = "It."\n\n${rest}\n`
  const config = '[config]\nbaseUrl = "https://api.example.com"'

  it('is called by its name where a model can write it', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/a.toml': nested(
        'id = "0001"\nname = "lookup"\ntype = "REST"\nversion = "1.2.0"\ncategory = "web"',
        config,
      ),
    })
    const { manifest } = toolOf(registry, 'lookup')
    assert.deepEqual([manifest.version, manifest.category, manifest.title], ['1.2.0', 'web', undefined])
  })

  it('is called by its id where its name is for people, and keeps that as its title', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/a.toml': nested('id = "calculator"\nname = "计算器"\ntype = "REST"', config),
      'configs/tools/b.toml': nested('id = "weather"\nname = "Weather"\ntype = "rest"', config),
    })
    assert.equal(toolOf(registry, 'calculator').manifest.title, '计算器')
    assert.equal(toolOf(registry, 'weather').manifest.title, 'Weather')
  })

  it('takes [parameters] as JSON Schema, by parameter, or as defaults', async (t) => {
    const of = (id: string, parameters: string): string =>
      nested(`id = "${id}"\nname = "${id}"\ntype = "REST"`, `${config}\n${parameters}`)
    const registry = await legacyProject(t, {
      'configs/tools/a.toml': of(
        'a',
        '[parameters]\nrequired = ["x"]\n[parameters.properties.x]\ntype = "string"',
      ),
      'configs/tools/b.toml': of(
        'b',
        '[parameters.x]\ntype = "string"\nrequired = true\n[parameters.y]\ntype = "number"',
      ),
      'configs/tools/c.toml': of('c', '[parameters]\nprecision = 10\nallow_complex = false'),
    })
    assert.deepEqual(toolOf(registry, 'a').manifest.inputSchema, {
      type: 'object',
      required: ['x'],
      properties: { x: { type: 'string' } },
    })
    assert.deepEqual(toolOf(registry, 'b').manifest.inputSchema, {
      type: 'object',
      properties: { x: { type: 'string' }, y: { type: 'number' } },
      required: ['x'],
    })
    assert.deepEqual(toolOf(registry, 'c').manifest.inputSchema.properties, {
      precision: { type: 'integer', default: 10 },
      allow_complex: { type: 'boolean', default: false },
    })
    assert.equal(registry.notes.length, 2)
  })

  it('has metadata.customFields as its settings, and [config] over them', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/a.toml': nested(
        'id = "a"\nname = "a"\ntype = "REST"',
        `[config]
timeout = 5000

[metadata.customFields]
baseUrl = "https://api.example.com/v1"
timeout = 1000
maxRetries = 1
team = "ours"

[metadata.customFields.headers]
Accept = "application/json"`,
      ),
    })
    assert.deepEqual(registry.problems, [])
    assert.deepEqual(restOf(registry, 'a'), {
      method: 'GET',
      baseUrl: 'https://api.example.com',
      path: '/v1',
      headers: { Accept: 'application/json' },
      retry: { attempts: 2 },
      timeoutMs: 5000,
    })
  })
})

describe('every word for a kind', () => {
  it('is read in either case', async (t) => {
    const of = (name: string, kind: string): string =>
      `name = "${name}"\ntool_type = "${kind}"\ndescription = "It."\nfunction_path = "src/it.ts:it"\napi_url = "https://a.example"\nmcp_server_url = "https://m.example"\n[parameters_schema]\ntype = "object"\n`
    const kinds = ['builtin', 'NATIVE', 'rest', 'Mcp', 'STATELESS', 'stateful', 'REST', 'MCP']
    const registry = await legacyProject(t, {
      'src/it.ts': 'export const it = () => 1\n',
      ...Object.fromEntries(
        kinds.map((kind, index) => [`configs/tools/t${index}.toml`, of(`t${index}`, kind)]),
      ),
    })
    assert.deepEqual(
      registry.tools.map(({ manifest }) => manifest.type),
      ['STATELESS', 'STATEFUL', 'REST', 'MCP', 'STATELESS', 'STATEFUL', 'REST', 'MCP'],
    )
  })

  it('may come from the table of the registry in which the file stands', async (t) => {
    const registry = await legacyProject(t, {
      [registryPath]: '[tool_types.rest]\nconfig_files = ["a.toml"]\n',
      'configs/tools/rest/a.toml': 'name = "a"\ndescription = "It."\napi_url = "https://a.example"\n',
    })
    assert.deepEqual(registry.tools.map(nameOf), ['a'])
  })
})
