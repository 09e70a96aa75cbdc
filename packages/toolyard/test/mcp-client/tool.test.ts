import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textOf, type ToolService } from '../../src/index.ts'
import mcpClient from '../../src/tools/mcp-client.ts'
import { serveSdk } from './http-place.ts'
import { open, published, raw } from './support.ts'

const everything = published('@modelcontextprotocol/server-everything/dist/index.js', 'stdio')
const ask = (yard: ToolService, input: object) => yard.call('mcp_client', input)

describe('mcp_client', () => {
  it('shows the servers and how they stand', async () => {
    await using place = await open({ docs: raw(), bad: raw('crash') }, { tools: [mcpClient] })
    const { servers } = (await ask(place.yard, { action: 'servers' })).data as {
      servers: { name: string; state: string }[]
    }
    assert.deepEqual(
      servers.map(({ name, state }) => [name, state]),
      [
        ['docs', 'ready'],
        ['bad', 'failed'],
      ],
    )
  })

  it('lists and calls tools by the names that the server gives them', async () => {
    await using place = await open({ everything }, { tools: [mcpClient] })
    const { yard } = place
    const { tools } = (await ask(yard, { action: 'tools', server: 'everything' })).data as {
      tools: { original: string; name: string }[]
    }
    assert.ok(tools.some(({ original, name }) => original === 'echo' && name === 'everything__echo'))
    const called = await ask(yard, {
      action: 'call',
      server: 'everything',
      name: 'echo',
      arguments: { message: 'hi' },
    })
    assert.equal(textOf(called), 'Echo: hi')
    const weather = await ask(yard, {
      action: 'call',
      server: 'everything',
      name: 'get-structured-content',
      arguments: { location: 'Chicago' },
    })
    assert.ok('temperature' in (weather.data as { readonly result: object }).result)
    const image = await ask(yard, { action: 'call', server: 'everything', name: 'get-tiny-image' })
    assert.ok(image.content.some(({ type }) => type === 'image'))
  })

  it('shows and reads nothing of a server that is held, denied, or of no use to the agent', async () => {
    const asked = [
      { action: 'resources' },
      { action: 'read', name: 'demo://resource/dynamic/text/1' },
      { action: 'prompts' },
      { action: 'prompt', name: 'simple-prompt' },
    ]
    const refused = async (yard: ToolService, options = {}): Promise<void> => {
      for (const one of asked) {
        const result = await yard.call('mcp_client', { ...one, server: 'everything' }, options)
        assert.equal(result.error?.code, 'held', JSON.stringify(one))
      }
    }
    await using held = await open({ everything }, { tools: [mcpClient], isHeld: true })
    await refused(held.yard)
    const told = await held.yard.call('mcp_client', { action: 'tools', server: 'everything' })
    assert.match(JSON.stringify(told), /not accepted/)
    assert.doesNotMatch(JSON.stringify(told), /Echoes back/)
    const policy = { mode: 'bypass', deny: ['everything__*'] } as const
    await using denied = await open({ everything }, { tools: [mcpClient], policy })
    await refused(denied.yard)
    await using bound = await open({ everything }, { tools: [mcpClient] })
    await bound.yard.agents.create({ name: 'other', toolIds: ['mcp_client'] })
    await refused(bound.yard, { agent: 'other' })
    const one = { mode: 'bypass', deny: ['everything__resources.read(demo://resource/static/**)'] } as const
    await using some = await open({ everything }, { tools: [mcpClient], policy: one })
    const read = (name: string) =>
      some.yard.call('mcp_client', { action: 'read', server: 'everything', name })
    assert.equal((await read('demo://resource/dynamic/text/1')).status, 'ok')
    assert.equal((await read('demo://resource/static/document/features.md')).error?.code, 'held')
  })

  it('reads resources and fills in prompts', async () => {
    await using place = await open({ everything }, { tools: [mcpClient] })
    const { yard } = place
    const { resources } = (await ask(yard, { action: 'resources', server: 'everything' })).data as {
      resources: { uri: string }[]
    }
    const uri = resources.find((resource) => resource.uri.endsWith('.md'))?.uri
    assert.ok(textOf(await ask(yard, { action: 'read', server: 'everything', name: uri })).length > 100)
    const { prompts } = (await ask(yard, { action: 'prompts', server: 'everything' })).data as {
      prompts: { name: string }[]
    }
    assert.ok(prompts.some(({ name }) => name === 'args-prompt'))
    const filled = await ask(yard, {
      action: 'prompt',
      server: 'everything',
      name: 'args-prompt',
      arguments: { city: 'Rome' },
    })
    assert.match(textOf(filled), /^user: .*Rome/)
  })

  it('is no way around holds, rules and the journal', async () => {
    await using held = await open({ docs: raw() }, { tools: [mcpClient], isHeld: true })
    const call = { action: 'call', server: 'docs', name: 'echo', arguments: { text: 'x' } }
    assert.equal((await ask(held.yard, call)).error?.code, 'held')
    const policy = { mode: 'bypass', deny: ['docs__echo'] } as const
    await using place = await open({ docs: raw() }, { tools: [mcpClient], policy })
    const { yard } = place
    const denied = await ask(yard, call)
    assert.notEqual(denied.status, 'ok')
    assert.notEqual((await ask(yard, { ...call, name: 'docs__echo' })).status, 'ok')
    assert.equal((await ask(yard, { ...call, name: 'pid' })).status, 'ok')
    const rows = await yard.calls({ tool: 'docs__pid' })
    assert.equal(rows[0]?.status, 'ok')
    assert.ok(rows[0]?.parentId !== undefined)
    await yard.agents.create({ name: 'helper', toolIds: ['mcp_client', 'docs__pid'] })
    assert.equal((await yard.call('mcp_client', { ...call, name: 'pid' }, { agent: 'helper' })).status, 'ok')
    const unbound = await yard.call('mcp_client', { ...call, name: 'roots' }, { agent: 'helper' })
    assert.equal(unbound.error?.code, 'tool_not_found', 'an agent calls what it has, and nothing else')
  })

  it('says what is missing or wrong', async () => {
    await using place = await open({ docs: raw() }, { tools: [mcpClient] })
    const { yard } = place
    const failure = async (input: object) => (await ask(yard, input)).error
    assert.match((await failure({ action: 'tools' }))?.message ?? '', /server: is needed/)
    assert.match((await failure({ action: 'call', server: 'docs' }))?.message ?? '', /name: is needed/)
    assert.match((await failure({ action: 'tools', server: 'dosc' }))?.message ?? '', /Did you mean "docs"/)
    const unknown = await failure({ action: 'call', server: 'docs', name: 'ecko' })
    assert.deepEqual([unknown?.code, /echo/.test(unknown?.hint ?? '')], ['tool_not_found', true])
    assert.equal(
      (await failure({ action: 'call', server: 'docs', name: 'failure' }))?.message,
      'no such city',
    )
    await using none = await open({}, { tools: [mcpClient] })
    assert.match(
      (await ask(none.yard, { action: 'tools', server: 'x' })).error?.message ?? '',
      /there is no MCP server named "x"/,
    )
  })
})

describe('a tool that the application describes itself', () => {
  it('runs on a server of the configuration, and nobody has to accept it', async () => {
    await using place = await open({ docs: raw() }, { isHeld: true })
    const { yard } = place
    yard.registerMcpTool('echo', {
      description: 'Echoes.',
      parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      config: { serverName: 'docs', timeout: 5000 },
    })
    assert.equal(textOf(await yard.call('echo', { text: 'x' })), 'echo x')
    assert.equal((await yard.call('docs__echo', { text: 'x' })).error?.code, 'held')
  })

  it('runs on a server that it names by its address', async () => {
    await using server = await serveSdk()
    await using place = await open({}, { network: { allow: [server.target] } })
    const { yard } = place
    yard.registerMcpTool('echo', {
      description: 'Echoes.',
      parameters: { type: 'object', properties: { text: { type: 'string' } } },
      config: { serverName: 'remote', serverUrl: server.url },
    })
    assert.equal(textOf(await yard.call('echo', { text: 'x' })), 'echo x')
    assert.deepEqual(yard.registry.toolNames, ['echo'], 'nothing else of it is taken')
  })

  it('is told where its server is not known', async () => {
    await using place = await open({ docs: raw() })
    place.yard.registerMcpTool('echo', { description: 'Echoes.', config: { serverName: 'dosc' } })
    assert.match((await place.yard.call('echo', {})).error?.message ?? '', /Did you mean "docs"/)
  })
})
