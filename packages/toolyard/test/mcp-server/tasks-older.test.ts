/** Tasks as the revision of 2025-11-25 has them: the client asks for one, and fetches its result. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Client, ClientOptions } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { Ground, until, ways } from './ground.ts'

const files = {
  'tools/brew.ts': `/** Brews tea, in the background if that is wished. */
import { setTimeout as sleep } from 'node:timers/promises'
import { defineTool } from 'toolyard'

export default defineTool({
  inputSchema: { ms: Number },
  permission: 'read',
  effects: 'none',
  taskSupport: 'optional',
  async execute({ ms }, { signal }) {
    await sleep(ms, undefined, { signal })
    return 'tea'
  },
})
`,
  'tools/order.ts': `/** Orders, after a question, and only in the background. */
import { defineTool } from 'toolyard'

export default defineTool({
  inputSchema: {},
  permission: 'read',
  effects: 'none',
  taskSupport: 'required',
  execute: async (_input, { ask }) => 'ordered ' + (await ask({ question: 'What would you like?' })),
})
`,
}

const any = z.looseObject({})
const taskShape = z.looseObject({
  taskId: z.string(),
  status: z.string(),
  createdAt: z.string(),
  lastUpdatedAt: z.string(),
  ttl: z.number().nullable(),
  pollInterval: z.number(),
})
const created = z.looseObject({ task: taskShape })
const listed = z.looseObject({ tasks: z.array(taskShape) })

const showsForms: ClientOptions = { capabilities: { elicitation: {} } }

/** Every task is asked to be kept for a minute. */
async function start(client: Client, name: string, input: object) {
  const request = { method: 'tools/call', params: { name, arguments: input, task: { ttl: 60_000 } } }
  return (await client.request(request as never, created)).task
}

const refusedWith = (code: number) => (error: unknown) => (error as { code?: unknown }).code === code

for (const way of ways.filter(({ era }) => era === 'legacy'))
  describe(`tasks ${way.name}`, () => {
    it('are asked for by the client, told, and their results are waited for', async () => {
      await using ground = await Ground.make({ files })
      await using connection = await ground.connect(way)
      const { client } = connection
      assert.ok(client.getServerCapabilities()?.tasks?.requests?.tools?.call)
      const { tools } = await client.listTools()
      const support = tools.map(({ name, execution }) => [name, execution?.taskSupport] as const)
      assert.deepEqual(
        support.filter(([, one]) => one !== undefined),
        [
          ['brew', 'optional'],
          ['order', 'required'],
        ],
      )
      const { taskId, status } = await start(client, 'brew', { ms: 1500 })
      assert.equal(status, 'working')
      const { tasks } = await client.request({ method: 'tasks/list' } as never, listed)
      assert.deepEqual(
        tasks.map((task) => task.taskId),
        [taskId],
      )
      const result = await client.request({ method: 'tasks/result', params: { taskId } } as never, any)
      assert.deepEqual(result['content'], [{ type: 'text', text: 'tea' }])
      assert.deepEqual(result['_meta'], { 'io.modelcontextprotocol/related-task': { taskId } })
      const ended = await client.request({ method: 'tasks/get', params: { taskId } } as never, taskShape)
      assert.equal(ended.status, 'completed')
      assert.ok((ended.ttl ?? 0) >= 60_000, `kept for ${ended.ttl} ms`)
    })

    it('ask the client while it waits for the result', async () => {
      await using ground = await Ground.make({ files })
      await using connection = await ground.connect(way, showsForms)
      const { client } = connection
      const asked: unknown[] = []
      client.setRequestHandler('elicitation/create', ({ params }) => {
        const { _meta: meta } = params
        asked.push(meta?.['io.modelcontextprotocol/related-task'])
        return { action: 'accept', content: { answer: 'cake' } }
      })
      const { taskId } = await start(client, 'order', {})
      const result = await client.request({ method: 'tasks/result', params: { taskId } } as never, any)
      assert.deepEqual(result['content'], [{ type: 'text', text: 'ordered cake' }])
      assert.deepEqual(asked, [{ taskId }])
    })

    it('are cancelled once, and end so', async () => {
      await using ground = await Ground.make({ files })
      await using connection = await ground.connect(way)
      const { client } = connection
      const { taskId } = await start(client, 'brew', { ms: 600_000 })
      const told = { method: 'tasks/cancel', params: { taskId } } as never
      assert.equal((await client.request(told, taskShape)).status, 'cancelled')
      const get = { method: 'tasks/get', params: { taskId } } as never
      await until(async () => (await client.request(get, taskShape)).status === 'cancelled', 'it has ended')
      await assert.rejects(client.request(told, taskShape), refusedWith(-32_602))
    })

    it('are refused for a tool that has none, and required by one that has nothing else', async () => {
      await using ground = await Ground.make({ files })
      await using connection = await ground.connect(way)
      const { client } = connection
      await assert.rejects(start(client, 'echo', {}), refusedWith(-32_601))
      await assert.rejects(client.callTool({ name: 'order', arguments: {} }), refusedWith(-32_601))
      assert.equal(await connection.text('brew', { ms: 1 }), 'tea')
      const unknown = { method: 'tasks/get', params: { taskId: 'call_never' } } as never
      await assert.rejects(client.request(unknown, taskShape), refusedWith(-32_602))
    })
  })
