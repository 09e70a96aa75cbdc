/** Servers that people use, from npm, as they are. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { type Approver, textOf, type ToolEvent } from '../../src/index.ts'
import { open, published } from './support.ts'

const everything = published('@modelcontextprotocol/server-everything/dist/index.js', 'stdio')

describe('@modelcontextprotocol/server-everything', () => {
  it('gives its tools, and what they answer is kept', async () => {
    await using place = await open({ everything })
    const { yard } = place
    assert.ok(yard.registry.toolNames.length >= 12)
    assert.deepEqual(yard.problems, [])
    assert.equal(textOf(await yard.call('everything__echo', { message: 'hello' })), 'Echo: hello')
    assert.match(textOf(await yard.call('everything__get-sum', { a: 2, b: 3 })), /5/)
    const image = await yard.call('everything__get-tiny-image', {})
    assert.ok(image.content.some((block) => block.type === 'image' && block.mimeType === 'image/png'))
    const weather = await yard.call('everything__get-structured-content', { location: 'Chicago' })
    assert.deepEqual(Object.keys(weather.data as object).toSorted(), [
      'conditions',
      'humidity',
      'temperature',
    ])
    const text = await yard.call('everything__get-resource-reference', {
      resourceType: 'Text',
      resourceId: 1,
    })
    const documents = text.content.filter((block) => block.type === 'resource')
    assert.equal(documents[0]?.resource.uri, 'demo://resource/dynamic/text/1')
    const bytes = await yard.call('everything__get-resource-reference', {
      resourceType: 'Blob',
      resourceId: 1,
    })
    assert.ok(bytes.content.some((block) => block.type === 'resource' && 'blob' in block.resource))
    const links = await yard.call('everything__get-resource-links', { count: 3 })
    assert.equal(links.content.filter(({ type }) => type === 'resource_link').length, 3)
  })

  it('tells its progress', async () => {
    await using place = await open({ everything })
    const events: ToolEvent[] = []
    for await (const event of place.yard.stream('everything__trigger-long-running-operation', {
      duration: 1,
      steps: 4,
    }))
      events.push(event)
    assert.ok(events.some((event) => event.type === 'progress' && event.total === 4))
    const last = events.at(-1)
    assert.equal(last?.type === 'result' && last.result.status, 'ok')
  })

  it('asks a person, and a model', async () => {
    const approver: Approver = {
      ask: () => Promise.resolve({ decision: 'approve', by: 'tester' }),
      question: ({ form }) => {
        assert.equal(Object.keys(form?.properties ?? {}).length, 13)
        return Promise.resolve({ text: '', values: { name: 'Ada', integer: 7 }, by: 'tester' })
      },
    }
    await using place = await open(
      { everything },
      {
        approver,
        approvals: 'wait',
        sampling: () =>
          Promise.resolve({
            role: 'assistant',
            model: 'm',
            content: { type: 'text', text: 'A model spoke.' },
          }),
      },
    )
    const { yard } = place
    const asked = textOf(await yard.call('everything__trigger-elicitation-request', {}))
    assert.match(asked, /"action": "accept"/)
    assert.match(asked, /Ada[^]*Favorite Integer: 7[^]*"titledMultipleSelectEnum": \[\s*"fish-1"\s*\]/)
    const sampled = await yard.call('everything__trigger-sampling-request', {
      prompt: 'Say something',
      maxTokens: 20,
    })
    assert.match(textOf(sampled), /A model spoke/)
    assert.match(textOf(await yard.call('everything__get-roots-list', {})), new RegExp(place.folder))
  })

  it('has resources and prompts', async () => {
    await using place = await open({ everything })
    const { mcp } = place.yard
    const { signal } = new AbortController()
    assert.ok(mcp)
    const resources = await mcp.resources('everything', signal)
    const document = resources.find(({ uri }) => uri.endsWith('.md'))
    assert.ok(resources.some(({ isTemplate }) => isTemplate))
    const [block] = await mcp.read('everything', document?.uri ?? '', signal)
    assert.ok(block?.type === 'resource' || block?.type === 'text')
    const prompts = await mcp.prompts('everything', signal)
    assert.ok(prompts.some(({ name }) => name === 'args-prompt'))
    const [message] = await mcp.prompt(
      'everything',
      { name: 'args-prompt', arguments: { city: 'Rome' } },
      signal,
    )
    assert.match(textOf(message ?? { content: [] }), /Rome/)
    await assert.rejects(mcp.read('everything', 'demo://no/such', signal), { code: 'tool_failed' })
    await assert.rejects(mcp.resources('everithing', signal), {
      code: 'not_found',
      message: /Did you mean "everything"/,
    })
  })
})

describe('@modelcontextprotocol/server-filesystem', () => {
  it('works in the folder that it is given', async () => {
    const files = published('@modelcontextprotocol/server-filesystem/dist/index.js', '${workspaceFolder}')
    await using place = await open({ files })
    const { yard, folder } = place
    await writeFile(join(folder, 'a.txt'), 'some words')
    assert.match(
      textOf(await yard.call('files__read_text_file', { path: join(folder, 'a.txt') })),
      /some words/,
    )
    const outside = await yard.call('files__read_text_file', { path: '/etc/passwd' })
    assert.deepEqual([outside.status, outside.error?.code], ['error', 'tool_failed'])
  })

  it('works in folders outside the workspace, as its arguments or its roots say', async () => {
    const data = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-data-')))
    try {
      await writeFile(join(data, 'b.txt'), 'other words')
      const server = '@modelcontextprotocol/server-filesystem/dist/index.js'
      await using place = await open({
        named: published(server, data),
        listed: { ...published(server, data), roots: [data] },
        silent: { ...published(server, data), roots: false },
      })
      const { yard, folder } = place
      await writeFile(join(folder, 'a.txt'), 'some words')
      const read = async (tool: string, path: string): Promise<string> =>
        textOf(await yard.call(`${tool}__read_text_file`, { path }))
      for (const tool of ['named', 'listed', 'silent'])
        assert.match(await read(tool, join(data, 'b.txt')), /other words/, tool)
      assert.match(await read('named', join(folder, 'a.txt')), /some words/)
      for (const tool of ['listed', 'silent'])
        assert.match(await read(tool, join(folder, 'a.txt')), /denied/, tool)
    } finally {
      await rm(data, { recursive: true })
    }
  })
})

describe('@modelcontextprotocol/server-memory', () => {
  it('remembers between calls', async () => {
    const memory = {
      ...published('@modelcontextprotocol/server-memory/dist/index.js'),
      env: { MEMORY_FILE_PATH: '${workspaceFolder}/memory.json' },
    }
    await using place = await open({ memory })
    const { yard } = place
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }]
    assert.equal((await yard.call('memory__create_entities', { entities })).status, 'ok')
    const graph = (await yard.call('memory__read_graph', {})).data as { entities: { name: string }[] }
    assert.deepEqual(
      graph.entities.map(({ name }) => name),
      ['Ada'],
    )
  })
})

describe('@playwright/mcp', () => {
  const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path)) ?? ''

  it('opens a page in the browser of the machine', async () => {
    assert.notEqual(chromium, '', 'Chromium is not installed: apt-get install chromium')
    const server = createServer((_request, response) =>
      response.end('<title>Hello</title><h1>A heading</h1>'),
    )
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const { port } = server.address() as AddressInfo
    const browser = published(
      '@playwright/mcp/cli.js',
      '--headless',
      '--isolated',
      '--no-sandbox',
      '--executable-path',
      chromium,
    )
    await using place = await open({ browser: { ...browser, env: { HOME: '${workspaceFolder}' } } })
    const { yard } = place
    assert.ok(yard.registry.toolNames.length > 15)
    assert.deepEqual(yard.problems, [])
    const opened = await yard.call('browser__browser_navigate', { url: `http://127.0.0.1:${port}/` })
    assert.equal(opened.status, 'ok', textOf(opened))
    const seen = await yard.call('browser__browser_snapshot', {})
    assert.match(textOf(opened) + textOf(seen), /A heading/)
    server.close()
  })
})
