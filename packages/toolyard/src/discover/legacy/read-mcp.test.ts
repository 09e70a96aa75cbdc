import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { legacyProject, nameOf, onlyProblem, registryPath, toolOf } from './support.test.ts'

const schema =
  '[parameters_schema]\ntype = "object"\n[parameters_schema.properties]\nquery = { type = "string" }'
const mcpFile = (name: string, more: string): string =>
  `name = "${name}"\ntool_type = "mcp"\ndescription = "Does ${name}."\n${more}\n`

describe('a legacy MCP tool', () => {
  it('is described by its file and reached at its server', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/query.toml': mcpFile(
        'query',
        `mcp_server_url = "http://localhost:8080/mcp"\ntimeout = 20\n${schema}`,
      ),
    })
    assert.deepEqual([registry.problems, registry.notes], [[], []])
    const { manifest, implementation } = toolOf(registry, 'query')
    assert.deepEqual(implementation, { kind: 'mcp', mcp: { server: 'localhost_8080', name: 'query' } })
    assert.deepEqual([manifest.type, manifest.timeoutMs], ['MCP', 20_000])
    assert.deepEqual(registry.mcpServers, {
      localhost_8080: { url: 'http://localhost:8080/mcp', tools: { include: [] } },
    })
  })

  it('shares a server with those that have the same address', async (t) => {
    const at = (url: string): string => `mcp_server_url = "${url}"\n${schema}`
    const { mcpServers } = await legacyProject(t, {
      'configs/tools/a.toml': mcpFile('a', at('http://localhost:8080/mcp')),
      'configs/tools/b.toml': mcpFile('b', at('http://localhost:8080/mcp')),
      'configs/tools/c.toml': mcpFile('c', at('http://localhost:8080/other')),
    })
    assert.deepEqual(
      Object.entries(mcpServers).map(([name, { url }]) => [name, url]),
      [
        ['localhost_8080', 'http://localhost:8080/mcp'],
        ['localhost_8080_2', 'http://localhost:8080/other'],
      ],
    )
  })

  it('is described by its server where its schema is dynamic, or missing', async (t) => {
    const registry = await legacyProject(t, {
      [registryPath]: '[auto_discovery]\n[tool_sets.data]\ntools = ["a", "b"]\n',
      'configs/tools/a.toml': mcpFile(
        'a',
        `mcp_server_url = "\${DOCS_URL}"\ndynamic_schema = true\nrefresh_interval = 300\n${schema}`,
      ),
      'configs/tools/b.toml': mcpFile('b', 'mcp_server_url = "${DOCS_URL}"'),
    })
    assert.deepEqual(registry.tools, [])
    assert.deepEqual(registry.mcpServers, {
      docs_url: { url: '${DOCS_URL}', tools: { include: ['a', 'b'] } },
    })
    assert.deepEqual(registry.toolSets['data']?.tools, ['docs_url__a', 'docs_url__b'])
    assert.match(registry.notes[0]?.reason ?? '', /^line 6: refresh_interval is not needed/)
  })

  it('names its server, and the tool there, in [config] or metadata.customFields', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/a.toml': mcpFile(
        'a',
        `[metadata.customFields]\nserverName = "postgres-server"\nserverUrl = "http://localhost:3000"\ntoolName = "run_query"\ntimeout = 5000\n${schema}`,
      ),
      'configs/tools/b.toml': mcpFile('b', `[config]\nserverName = "elsewhere"\n${schema}`),
    })
    assert.deepEqual(toolOf(registry, 'a').implementation, {
      kind: 'mcp',
      mcp: { server: 'postgres-server', name: 'run_query' },
    })
    assert.equal(toolOf(registry, 'a').manifest.timeoutMs, 5000)
    assert.deepEqual(toolOf(registry, 'b').implementation, {
      kind: 'mcp',
      mcp: { server: 'elsewhere', name: 'b' },
    })
    assert.deepEqual(Object.keys(registry.mcpServers), ['postgres-server'])
  })

  it('sends its headers to the server, whose secrets are told', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/a.toml': mcpFile(
        'a',
        `mcp_server_url = "https://mcp.example.com"\n[headers]\nAuthorization = "Bearer abc123"\nX-Team = "\${TEAM}"`,
      ),
    })
    assert.deepEqual(registry.mcpServers['mcp_example_com']?.headers, {
      Authorization: 'Bearer abc123',
      'X-Team': '${TEAM}',
    })
    assert.deepEqual(registry.secrets, ['abc123'])
  })

  it('is refused without a server, and where one name has two addresses', async (t) => {
    assert.match(
      onlyProblem(await legacyProject(t, { 'configs/tools/a.toml': mcpFile('a', schema) })).reason,
      /needs a server: mcp_server_url, or serverName in \[config\]/,
    )
    const registry = await legacyProject(t, {
      'configs/tools/a.toml': mcpFile(
        'a',
        `[config]\nserverName = "s"\nserverUrl = "http://a.example"\n${schema}`,
      ),
      'configs/tools/b.toml': mcpFile(
        'b',
        `[config]\nserverName = "s"\nserverUrl = "http://b.example"\n${schema}`,
      ),
    })
    assert.match(onlyProblem(registry).reason, /^line 6: the server "s" has the address http:\/\/a\.example/)
    assert.deepEqual(registry.tools.map(nameOf), ['a'])
  })

  it('that is switched off leaves its server alone', async (t) => {
    const registry = await legacyProject(t, {
      'configs/tools/a.toml': mcpFile('a', 'enabled = false\nmcp_server_url = "http://a.example"'),
    })
    assert.deepEqual([registry.mcpServers, registry.problems], [{}, []])
    assert.deepEqual(
      registry.disabled.map(({ name, reason }) => [name, reason]),
      [['a_example__a', 'it is switched off in its file']],
    )
  })
})
