/** Prompts, resources, templates and completions of servers behind, as clients in front get them: real servers, real clients. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { named } from '../cli/project.ts'
import { type McpHttp, serveMcp } from '../helpers/mcp-http.ts'
import { acceptAll } from '../mcp-client/support.ts'
import { everything } from './front.ts'
import { Ground, until, ways } from './ground.ts'

/** What both clients can do that are tried here. */
type AnyClient = Pick<
  Client,
  'listPrompts' | 'getPrompt' | 'listResources' | 'listResourceTemplates' | 'readResource' | 'complete'
>

async function readsEverything(client: AnyClient): Promise<void> {
  await until(async () => (await client.listPrompts()).prompts.length > 0, 'the server is there')
  const { prompts } = await client.listPrompts()
  const prompt = prompts.find(({ name }) => name === 'everything__args-prompt')
  assert.equal(prompt?.title, 'Arguments Prompt')
  assert.deepEqual(
    prompt.arguments?.map(({ name, required }) => [name, required]),
    [
      ['city', true],
      ['state', false],
    ],
  )
  const weather = await client.getPrompt({ name: 'everything__args-prompt', arguments: { city: 'Rome' } })
  assert.deepEqual(weather.messages, [
    { role: 'user', content: { type: 'text', text: "What's weather in Rome?" } },
  ])
  const { resources } = await client.listResources()
  const document = 'demo://resource/static/document/features.md'
  assert.ok(resources.some(({ uri, mimeType }) => uri === document && mimeType === 'text/markdown'))
  const [read] = (await client.readResource({ uri: document })).contents
  assert.ok(read && 'text' in read && read.text.startsWith('# Everything Server'))
  const { resourceTemplates } = await client.listResourceTemplates()
  const uri = 'demo://resource/dynamic/text/{resourceId}'
  assert.ok(resourceTemplates.some(({ uriTemplate }) => uriTemplate === uri))
  const [made] = (await client.readResource({ uri: 'demo://resource/dynamic/text/7' })).contents
  assert.ok(made && 'text' in made && made.text.startsWith('Resource 7'))
  const [bytes] = (await client.readResource({ uri: 'demo://resource/dynamic/blob/7' })).contents
  assert.ok(bytes && 'blob' in bytes && Buffer.from(bytes.blob, 'base64').toString().startsWith('Resource 7'))
  const ref = { type: 'ref/prompt', name: 'everything__completable-prompt' } as const
  const words = await client.complete({ ref, argument: { name: 'department', value: 'E' } })
  assert.deepEqual(words.completion.values, ['Engineering'])
  const narrowed = await client.complete({
    ref,
    argument: { name: 'name', value: '' },
    context: { arguments: { department: 'Engineering' } },
  })
  assert.deepEqual(narrowed.completion.values, ['Alice', 'Bob', 'Charlie'])
  const ids = await client.complete({
    ref: { type: 'ref/resource', uri },
    argument: { name: 'resourceId', value: '5' },
  })
  assert.deepEqual(ids.completion.values, ['5'])
}

describe('what @modelcontextprotocol/server-everything offers', () => {
  let ground: Ground
  let http: McpHttp
  before(async () => {
    ground = await Ground.make({
      files: {
        'toolyard.config.ts': `import { defineConfig } from 'toolyard'
export default defineConfig({ mcpFile: 'mcp.json', policy: { mode: 'bypass' } })
`,
        'mcp.json': JSON.stringify({ mcpServers: { everything } }),
      },
    })
    await ground.yard.settled()
    await acceptAll(ground.yard)
    http = await serveMcp(ground.yard)
  })
  after(async () => {
    await http[Symbol.asyncDispose]()
    await ground[Symbol.asyncDispose]()
  })

  for (const way of ways)
    it(`reaches a client ${way.name}`, async () => {
      await using connection = await ground.connect(way)
      await readsEverything(connection.client)
    })

  it('reaches a client of the first SDK, over stdio and over HTTP', async () => {
    const { command, args, ...process } = ground.project.command([...named, '--trust-changes', 'mcp'])
    const stdio = new StdioClientTransport({ command, args, ...process, stderr: 'ignore' } as never)
    for (const transport of [stdio, new StreamableHTTPClientTransport(http.url)]) {
      const client = new FirstClient({ name: 'first', version: '1' })
      await client.connect(transport)
      await readsEverything(client)
      await client.close()
    }
  })
})
