/** `getSdkToolsForAgent` with the SDK's own server and the client of MCP 1.x. */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { createToolyard, defineTool, getSdkToolsForAgent, textOf } from 'toolyard'
import { fromMcpServer } from 'toolyard/mcp'
import { z } from 'zod'
import { installClaudeSdk } from './install-sdk.ts'

interface SdkModule {
  createSdkMcpServer(given: { name: string; tools: readonly object[] }): {
    instance: { connect(transport: InMemoryTransport): Promise<void> }
  }
  tool(
    name: string,
    description: string,
    shape: Readonly<Record<string, z.ZodType>>,
    handler: (input: Readonly<Record<string, unknown>>) => Promise<object>,
  ): object
}

describe('the tools of an agent for the Claude Agent SDK', () => {
  it('are listed and called by its own server, through the pipeline, with the binding of the agent', async () => {
    await using yard = await createToolyard({
      tools: [
        defineTool({
          name: 'measure',
          description: 'Measures.',
          inputSchema: {
            type: 'object',
            properties: { place: { type: 'string', enum: ['in', 'out'] }, times: { type: 'integer' } },
            required: ['place'],
          },
          execute: ({ place }: { place: string }) => ({ place, celsius: 21 }),
        }),
        defineTool({ name: 'other', description: 'Other.', inputSchema: {}, execute: () => 'other' }),
      ],
    })
    await yard.agents.create({ name: 'worker', prompt: '', toolIds: ['measure'] })
    const tools = await getSdkToolsForAgent(yard, 'worker', { threadId: 't1' })
    const client = await connect(tools)
    const listed = (await client.listTools()).tools
    assert.deepEqual(
      listed.map(({ name }) => name),
      ['measure'],
    )
    const schema = listed[0]?.inputSchema
    assert.deepEqual(schema?.required, ['place'])
    assert.match(JSON.stringify(schema?.properties), /"enum":\["in","out"\]/)
    const answer = await client.callTool({ name: 'measure', arguments: { place: 'in' } })
    assert.equal(answer['structuredContent'], undefined)
    assert.match(JSON.stringify(answer['content']), /celsius/)
    const [record] = await yard.calls({ limit: 1 })
    assert.deepEqual([record?.tool, record?.agent, record?.threadId], ['measure', 'worker', 't1'])
    await yard.agents.update('worker', { toolIds: [] })
    const refused = await client.callTool({ name: 'measure', arguments: { place: 'in' } })
    assert.equal(refused['isError'], true)
    await client.close()
  })

  it('are those of the given names', async () => {
    await using yard = await createToolyard({
      tools: [defineTool({ name: 'one', description: 'One.', inputSchema: {}, execute: () => 'first' })],
    })
    const tools = await getSdkToolsForAgent(yard, ['one', 'none'])
    assert.equal(tools.length, 1)
    assert.deepEqual(await tools[0]?.handler({}), { content: [{ type: 'text', text: 'first' }] })
  })

  it('that were written with its own tool() run in a yard', async () => {
    const sdk = await sdkModule()
    const add = sdk.tool('add', 'Adds.', { a: z.number(), b: z.number() }, async ({ a, b }) => ({
      content: [{ type: 'text', text: String(Number(a) + Number(b)) }],
    }))
    const { instance } = sdk.createSdkMcpServer({ name: 'mine', tools: [add] })
    await using yard = await createToolyard({ tools: await fromMcpServer(instance) })
    assert.equal(textOf(await yard.call('add', { a: 1, b: 2 })), '3')
  })
})

async function connect(tools: readonly object[]): Promise<Client> {
  const sdk = await sdkModule()
  const { instance } = sdk.createSdkMcpServer({ name: 'mine', tools })
  const [here, there] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1' })
  await Promise.all([instance.connect(there), client.connect(here)])
  return client
}

async function sdkModule(): Promise<SdkModule> {
  const file = createRequire(join(installClaudeSdk(), 'package.json')).resolve(
    '@anthropic-ai/claude-agent-sdk',
  )
  return (await import(pathToFileURL(file).href)) as SdkModule
}
