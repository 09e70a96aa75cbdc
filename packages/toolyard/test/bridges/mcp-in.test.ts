/** MCP servers that are objects of this process, in a yard: those of both SDKs. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { McpServer as FirstServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ListToolsRequestSchema, type ListToolsResult } from '@modelcontextprotocol/sdk/types.js'
import { McpServer } from '@modelcontextprotocol/server'
import { createToolyard, textOf, type ToolEvent } from 'toolyard'
import { fromMcpServer } from 'toolyard/mcp'
import { z } from 'zod'
import { pixel } from './yard.ts'

const sum = { a: z.number(), b: z.number() }
const info = { name: 'test', version: '1' }

/** The part of both that is the same. */
type AnyServer = Pick<FirstServer, 'connect' | 'close'>

const servers: Readonly<Record<string, () => { server: AnyServer; stopped: Promise<void> }>> = {
  'SDK 1': () => {
    const server = new FirstServer(info)
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
    const about = { description: 'Adds.', annotations: { readOnlyHint: true } }
    server.registerTool(
      'add',
      { ...about, inputSchema: sum, outputSchema: { sum: z.number() } },
      ({ a, b }) => ({ content: [{ type: 'text', text: `${a + b}` }], structuredContent: { sum: a + b } }),
    )
    server.registerTool('draw', { description: 'Draws.' }, () => ({
      content: [
        { type: 'text', text: 'a dot' },
        { type: 'image', data: pixel, mimeType: 'image/png' },
      ],
    }))
    server.registerTool('fail', { description: 'Fails.' }, () => {
      throw new Error('the kettle is empty')
    })
    server.registerTool('name', { description: 'Asks for a name.' }, async () => {
      const answer = await server.server.elicitInput({
        message: 'Who?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      })
      return { content: [{ type: 'text', text: JSON.stringify(answer) }] }
    })
    server.registerTool(
      'wait',
      { description: 'Waits.' },
      async ({ signal, sendNotification, _meta: meta }) => {
        const progressToken = meta?.progressToken ?? 0
        await sendNotification({ method: 'notifications/progress', params: { progressToken, progress: 1 } })
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        stop()
        return { content: [] }
      },
    )
    return { server, stopped }
  },
  'SDK 2': () => {
    const server = new McpServer(info)
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
    const about = { description: 'Adds.', annotations: { readOnlyHint: true } }
    server.registerTool(
      'add',
      { ...about, inputSchema: z.object(sum), outputSchema: z.object({ sum: z.number() }) },
      ({ a, b }) => ({ content: [{ type: 'text', text: `${a + b}` }], structuredContent: { sum: a + b } }),
    )
    server.registerTool('draw', { description: 'Draws.' }, () => ({
      content: [
        { type: 'text', text: 'a dot' },
        { type: 'image', data: pixel, mimeType: 'image/png' },
      ],
    }))
    server.registerTool('fail', { description: 'Fails.' }, () => {
      throw new Error('the kettle is empty')
    })
    server.registerTool('name', { description: 'Asks for a name.' }, async (context) => {
      const answer = await context.mcpReq.elicitInput({
        message: 'Who?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      })
      return { content: [{ type: 'text', text: JSON.stringify(answer) }] }
    })
    server.registerTool('wait', { description: 'Waits.' }, async ({ mcpReq }) => {
      const { _meta: meta } = mcpReq
      const progressToken = meta?.progressToken ?? 0
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1 } })
      await new Promise<void>((resolve) => mcpReq.signal.addEventListener('abort', () => resolve()))
      stop()
      return { content: [] }
    })
    return { server, stopped }
  },
}

for (const [sdk, open] of Object.entries(servers))
  describe(`an MCP server of ${sdk} in this process`, () => {
    it('gives its tools with their schemas, data, pictures and failures', async () => {
      const tools = await fromMcpServer(open().server, { prefix: 'my_' })
      await using yard = await createToolyard({ tools })
      const added = await yard.call('my_add', { a: 1, b: 2 })
      assert.deepEqual(added.data, { sum: 3 })
      assert.equal(yard.registry.get('my_add')?.manifest.permission, 'read')
      assert.equal((await yard.call('my_add', { a: 'x' })).error?.code, 'invalid_arguments')
      assert.deepEqual((await yard.call('my_draw')).content, [
        { type: 'text', text: 'a dot' },
        { type: 'image', data: pixel, mimeType: 'image/png' },
      ])
      const failed = await yard.call('my_fail')
      assert.equal(failed.status, 'error')
      assert.match(textOf(failed), /the kettle is empty/)
    })

    it('tells how far it is, and is stopped by the signal of a call', async () => {
      const { server, stopped } = open()
      await using yard = await createToolyard({ tools: await fromMcpServer(server) })
      const abort = new AbortController()
      const events: ToolEvent[] = []
      for await (const event of yard.stream('wait', {}, { signal: abort.signal })) {
        events.push(event)
        if (event.type === 'progress') abort.abort()
      }
      await stopped
      const last = events.at(-1)
      assert.equal(last?.type === 'result' && last.result.status, 'cancelled')
    })

    it('says that it was closed, and whether a call may have been made', async () => {
      const { server } = open()
      await using yard = await createToolyard({ tools: await fromMcpServer(server) })
      for await (const event of yard.stream('wait')) {
        if (event.type === 'progress') await server.close()
        if (event.type === 'result')
          assert.match(textOf(event.result), /closed in the middle of the call of "wait"\n.*is not known/)
      }
      assert.match(textOf(await yard.call('draw')), /the MCP server of "draw" is closed\nNothing was run/)
    })

    it('asks a person through the call', async () => {
      const asked: string[] = []
      await using yard = await createToolyard({
        tools: await fromMcpServer(open().server),
        approvals: 'wait',
        approver: {
          ask: async () => ({ decision: 'reject', by: 'test' }),
          async question({ text }) {
            asked.push(text)
            return { text: '', values: { name: 'Ada' }, by: 'test' }
          },
        },
      })
      assert.match(textOf(await yard.call('name')), /Ada/)
      assert.match(asked[0] ?? '', /Who\?/)
    })
  })

describe('an MCP server in this process that lists its tools wrongly', () => {
  it('is refused, and can be taken again', async () => {
    const server = new Server(info, { capabilities: { tools: {} } })
    const lists: ListToolsResult[] = [
      { tools: [], nextCursor: 'again' },
      { tools: [], nextCursor: 'again' },
      { tools: [{ name: '1', inputSchema: { type: 'object' } }] },
      { tools: [{ name: 'one', inputSchema: { type: 'object' } }] },
    ]
    server.setRequestHandler(ListToolsRequestSchema, () => lists.shift() ?? { tools: [] })
    await assert.rejects(fromMcpServer(server), /the MCP server sends the same page of tools again and again/)
    await assert.rejects(fromMcpServer(server), /name "1" is not a tool name/)
    const [tool] = await fromMcpServer(server)
    assert.equal(tool?.manifest.name, 'one')
  })
})
