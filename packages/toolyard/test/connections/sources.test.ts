/**
 * Every source beside every other: what one can't give is told, and takes nothing else with it.
 */
import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createToolyard, defineTool, textOf, type ToolyardOptions } from '../../src/index.ts'

const everything = join(
  import.meta.dirname,
  '../../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
)

const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets/{id}': {
      get: {
        operationId: 'getPet',
        description: 'One pet.',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'ok' } },
      },
    },
  },
}

describe('sources', () => {
  let folder = ''
  let server: Server
  let address = ''

  const write = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
    return path
  }

  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-sources-')))
    server = createServer((request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ asked: request.url }))
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    address = `127.0.0.1:${(server.address() as AddressInfo).port}`
    await write('pets.json', JSON.stringify({ ...document, servers: [{ url: `http://${address}` }] }))
    await write('broken.yaml', 'openapi: [')
    await write(
      'tools/greet.mjs',
      `/** Greets. */\nexport default { inputSchema: { who: String }, permission: 'read', effects: 'none', execute: ({ who }) => 'Hello, ' + who }`,
    )
    await write('tools/broken.mjs', 'export default {')
    await write(
      'programs/shout.tool.toml',
      'description = "Shouts."\nmode = "plain"\npermission = "read"\neffects = "none"\ncommand = ["./shout.sh", "{text}"]\n[parameters]\ntext = "string"\n',
    )
    const script = await write('programs/shout.sh', '#!/bin/sh\nprintf %s "$1" | tr a-z A-Z\n')
    await chmod(script, 0o755)
    await write('programs/bad.tool.toml', 'description = ')
    await write(
      'mcp.json',
      JSON.stringify({
        mcpServers: {
          all: { command: process.execPath, args: [everything] },
          gone: { command: 'no-such-program' },
          wrong: { comand: 'x' },
        },
      }),
    )
  })
  after(async () => {
    server.close()
    await rm(folder, { recursive: true, force: true })
  })

  const open = (more: ToolyardOptions = {}) =>
    createToolyard({
      workspace: folder,
      environment: { ...process.env, XDG_STATE_HOME: join(folder, 'state') },
      toolIndex: false,
      toolFolders: ['tools'],
      programs: ['programs'],
      rest: [
        {
          name: 'ask',
          description: 'Asks.',
          parameters: { type: 'object', properties: { q: { type: 'string' } } },
          config: { baseUrl: `http://${address}/ask` },
        },
        { name: 'bad_rest', description: 'Wrong.', config: { baseUrl: 'ftp://example.com' } },
      ],
      openapi: [{ document: 'pets.json' }, { document: 'broken.yaml' }, { document: 'missing.yaml' }],
      mcpFile: 'mcp.json',
      network: { allow: [address] },
      policy: { mode: 'bypass' },
      ...more,
    })

  it('give their tools side by side, and tell what they could not give', async () => {
    await using yard = await open()
    await yard.settled()
    const names = yard.registry.toolNames
    for (const name of ['greet', 'shout', 'ask', 'getPet', 'all__echo']) assert.ok(names.includes(name), name)
    assert.equal(textOf(await yard.call('greet', { who: 'Ann' })), 'Hello, Ann')
    assert.equal(textOf(await yard.call('shout', { text: 'hi' })), 'HI')
    assert.deepEqual((await yard.call('ask', { q: 'x' })).data, { asked: '/ask?q=x' })
    assert.deepEqual((await yard.call('getPet', { id: 'a/b' })).data, { asked: '/pets/a%2Fb' })
    const told = yard.problems.map(({ file, reason }) => `${file}: ${reason}`).join('\n')
    for (const word of [
      'broken.mjs',
      'bad.tool.toml',
      'bad_rest',
      'broken.yaml',
      'missing.yaml',
      '#gone',
      'mcpServers.wrong',
    ])
      assert.ok(told.includes(word), `${word} in\n${told}`)
  })

  it('hold a server’s tools until somebody accepts them', async () => {
    await using yard = await open({ database: 'sqlite:held.db' })
    await yard.settled()
    await yard.syncTools()
    assert.equal((await yard.call('all__echo', { message: 'x' })).status, 'held')
    await yard.history.accept('all__echo')
    assert.match(textOf(await yard.call('all__echo', { message: 'x' })), /Echo: x/)
  })

  it('leave out what is disabled, wherever it comes from', async () => {
    await using yard = await open({
      builtins: ['files', 'shell'],
      disable: ['greet', 'getPet', 'all__echo', 'read_file', 'group:shell'],
    })
    await yard.settled()
    const names = yard.registry.toolNames
    for (const name of ['greet', 'getPet', 'all__echo', 'read_file', 'bash'])
      assert.ok(!names.includes(name), name)
    assert.ok(names.includes('write_file') && names.includes('all__get-sum'))
    assert.equal((await yard.call('Read', { path: 'x' })).error?.code, 'tool_not_found')
  })

  it('may cover a built-in tool, and never what the application has in code', async () => {
    const mine = defineTool({
      name: 'getPet',
      description: 'Mine.',
      permission: 'read',
      effects: 'none',
      execute: () => 'mine',
    })
    await using yard = await open({ tools: [mine] })
    assert.equal(textOf(await yard.call('getPet')), 'mine')
    assert.ok(
      yard.problems.some(({ file, reason }) => file === 'pets.json' && /already registered/.test(reason)),
    )
  })

  it('are kept from being written by tools', async () => {
    await using yard = await open({ builtins: ['files'] })
    for (const path of ['mcp.json', 'pets.json', 'programs/shout.sh', 'tools/new.mjs']) {
      const written = await yard.call('write_file', { path, content: 'x', mode: 'create' })
      assert.equal(written.error?.code, 'protected_path', path)
    }
  })
})
