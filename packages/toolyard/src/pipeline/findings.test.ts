/** Faults that were found once and must not come back. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, defineTool } from '../index.ts'

const echo = defineTool({
  name: 'echo',
  description: 'Says it again.',
  inputSchema: { text: String },
  permission: 'read',
  effects: 'none',
  execute: ({ text }) => text,
})

const counter = (label: string) => ({
  name: 'counter',
  description: 'Counts.',
  parameters: { type: 'object', properties: {} },
  create: () => {
    let count = 0
    return { execute: () => `${label} ${++count}` }
  },
})

describe('the pipeline', () => {
  it('never loses the answer of a hook that is a program, however busy the machine is', async () => {
    await using yard = await createToolyard({
      tools: [echo],
      hooks: [{ name: 'no', type: 'PRE_TOOL_USE', handler: { command: `printf '{"action":"deny"}'` } }],
    })
    const results = await Promise.all(Array.from({ length: 40 }, () => yard.call('echo', { text: 'hi' })))
    assert.deepEqual([...new Set(results.map(({ error }) => error?.code))], ['denied_by_hook'])
  })

  it('counts the size of arguments also where they are many short texts', async () => {
    const rows = defineTool({
      name: 'rows',
      description: 'Takes rows.',
      inputSchema: {
        type: 'object',
        properties: {
          rows: {
            type: 'array',
            items: {
              type: 'object',
              properties: { cells: { type: 'array', items: { type: 'string' } } },
              additionalProperties: false,
            },
          },
        },
        additionalProperties: false,
      },
      permission: 'read',
      effects: 'none',
      execute: () => 'taken',
    })
    await using yard = await createToolyard({ tools: [rows] })
    const cells = Array.from({ length: 250 }, () => 'x'.repeat(100))
    const result = await yard.call('rows', { rows: Array.from({ length: 250 }, () => ({ cells })) })
    assert.equal(result.error?.code, 'invalid_arguments')
    assert.match(result.error.message, /larger than/)
  })

  it('gives a stateful tool that replaces another of its name an object of its own', async () => {
    await using yard = await createToolyard()
    const call = async (): Promise<unknown> => (await yard.call('counter', {}, { threadId: 't' })).data
    yard.registerStatefulTool('counter', counter('old'))
    assert.equal(await call(), 'old 1')
    yard.registry.unregister('counter')
    yard.registerStatefulTool('counter', counter('new'))
    assert.equal(await call(), 'new 1')
  })

  it('lets a tool take the parts of its context apart', async () => {
    const streams = defineTool({
      name: 'streams',
      description: 'Sends and calls.',
      inputSchema: {},
      permission: 'read',
      effects: 'none',
      async execute(_input, { emit, progress, call }) {
        progress({ done: 1, total: 2 })
        await emit('one')
        return (await call('echo', { text: 'two' })).data
      },
    })
    await using yard = await createToolyard({ tools: [echo, streams] })
    const events: string[] = []
    for await (const event of yard.stream('streams'))
      events.push(event.type === 'chunk' ? `chunk ${String(event.data)}` : event.type)
    assert.deepEqual(events, ['started', 'progress', 'chunk one', 'result'])
    assert.equal((await yard.call('streams')).data, 'two')
  })

  it('writes down which tool a whole denial was about, and by which rule', async () => {
    await using yard = await createToolyard({ tools: [echo], policy: { deny: ['echo'] } })
    await yard.call('echo', { text: 'hi' })
    const [row] = await yard.calls()
    assert.equal(row?.decision, 'echo: deny')
    assert.equal(row.fingerprint, echo.manifest.fingerprint)
  })

  it('tells hooks of a refusal, and keeps them from lifting it', async () => {
    const told: unknown[] = []
    await using yard = await createToolyard({
      tools: [echo],
      policy: { deny: ['echo'] },
      hooks: [
        {
          name: 'lift',
          type: 'TOOL_ERROR',
          handler({ result }) {
            told.push(result?.status)
            return { action: 'modify', output: 'lifted' }
          },
        },
      ],
    })
    const { status } = await yard.call('echo', { text: 'hi' })
    assert.deepEqual([status, told], ['denied', ['denied']])
  })

  it('closes although an object of a thread never finishes being disposed', async () => {
    const yard = await createToolyard()
    yard.registerStatefulTool('stuck', {
      description: 'Never lets go.',
      parameters: { type: 'object', properties: {} },
      create: () => ({ execute: () => 'held', dispose: () => new Promise(() => {}) }),
    })
    await yard.call('stuck', {}, { threadId: 't' })
    await yard.close()
    assert.equal(yard.threads.size, 0)
  })
})
