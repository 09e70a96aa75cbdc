/** `toLangChainTools` in an agent of LangChain, with a scripted model. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toJsonSchema } from '@langchain/core/utils/json_schema'
import { createAgent, createMiddleware } from 'langchain'
import { ToolCallError, type LangChainTool, toLangChainTools } from 'toolyard/langchain'
import { modelThat } from './langchain-model.ts'
import { openTried, pixel } from './yard.ts'

const ask = { messages: [{ role: 'user', content: '?' }] }

describe('tools of a yard in LangChain', () => {
  it('are those of the agent, with the schema of their parameters, and are called for it', async () => {
    await using tried = await openTried()
    const { yard, done } = tried
    await yard.agents.create({ name: 'worker', prompt: '', toolIds: ['measure', 'draw'] })
    const tools = await toLangChainTools(yard, { agent: 'worker', threadId: 't1' })
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['measure', 'draw'],
    )
    const model = modelThat([{ tool: 'measure', input: { place: 'in' }, id: 'abc' }])
    const { messages } = await createAgent({ model, tools }).invoke(ask)
    assert.equal(messages.at(-1)?.text, 'done')
    const [shown] = model.bound as LangChainTool[]
    assert.match(JSON.stringify(toJsonSchema(shown?.schema as never)), /"enum":\["in","out"\]/)
    assert.deepEqual(done, ['measure in 1'])
    const [heard] = model.heard
    assert.deepEqual(
      [heard?.status, heard?.content, heard?.tool_call_id],
      ['success', '{"place":"in","celsius":21}', 'abc'],
    )
    assert.deepEqual(heard?.artifact, { place: 'in', celsius: 21 })
    const [record] = await yard.calls({ limit: 1 })
    assert.deepEqual([record?.agent, record?.threadId, record?.origin], ['worker', 't1', 'langchain'])
    assert.match(record?.id ?? '', /^abc\./)
  })

  it('show pictures to the model, and failures as LangChain shows them, also inside middleware', async () => {
    await using tried = await openTried()
    const { yard } = tried
    const tools = await toLangChainTools(yard, { tools: ['draw', 'fail', 'measure'] })
    const calls = [{ tool: 'draw' }, { tool: 'fail' }, { tool: 'measure', input: { place: 'up' } }]
    const around = createMiddleware({ name: 'around', wrapToolCall: (request, handler) => handler(request) })
    for (const middleware of [[], [around]]) {
      const model = modelThat(calls)
      await createAgent({ model, tools, middleware }).invoke(ask)
      const [drawn, failed, wrong] = model.heard
      assert.deepEqual(drawn?.content, [
        { type: 'text', text: 'a dot' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${pixel}` } },
      ])
      assert.equal(failed?.status, 'error')
      assert.match(failed.text, /the kettle is empty/)
      assert.equal(wrong?.status, 'error')
      assert.match(wrong.text, /place/)
    }
    const fail = tools.find(({ name }) => name === 'fail')
    await assert.rejects(fail?.invoke({}) ?? Promise.resolve(), ToolCallError)
  })

  it('stream what they yield, and end with the whole answer', async () => {
    await using tried = await openTried()
    const { yard } = tried
    const model = modelThat([{ tool: 'count' }])
    const agent = createAgent({ model, tools: await toLangChainTools(yard) })
    const parts: unknown[] = []
    for await (const [mode, part] of await agent.stream(ask, { streamMode: ['custom', 'tools'] }))
      parts.push([mode, mode === 'custom' ? part : (part as { event: string }).event])
    const chunk = { tool: 'count', toolCallId: 'call_0', data: 'one ' }
    assert.deepEqual(parts.slice(0, 3), [
      ['tools', 'on_tool_start'],
      ['custom', chunk],
      ['tools', 'on_tool_event'],
    ])
    assert.equal(model.heard[0]?.content, 'one two three')
  })

  it('end with the signal of LangChain', async () => {
    await using tried = await openTried()
    const { yard, done, started } = tried
    const agent = createAgent({ model: modelThat([{ tool: 'wait' }]), tools: await toLangChainTools(yard) })
    const abort = new AbortController()
    const running = agent.invoke(ask, { signal: abort.signal })
    await started
    abort.abort()
    await assert.rejects(running)
    assert.deepEqual(done, ['stopped'])
    const [record] = await yard.calls({ limit: 1 })
    assert.equal(record?.result?.status, 'cancelled')
  })

  it('are not run twice where a call of a conversation is repeated, but where two calls share an id', async () => {
    await using tried = await openTried()
    const { yard, done } = tried
    const twice = [
      [{ tool: 'pay', input: { amount: 1 }, id: 'call_0' }],
      [{ tool: 'pay', input: { amount: 2 }, id: 'call_0' }],
    ]
    for (let time = 0; time < 2; time++) {
      const tools = await toLangChainTools(yard, { threadId: 't' })
      await createAgent({ model: modelThat(...twice), tools }).invoke(ask)
    }
    assert.deepEqual(done, ['pay 1', 'pay 2'])
  })

  it('are refused by name where there is none, or no such agent', async () => {
    await using tried = await openTried()
    const { yard } = tried
    await yard.agents.create({ name: 'somebody', prompt: '', toolIds: [] })
    await assert.rejects(toLangChainTools(yard, { tools: ['nothing'] }), /there is no tool "nothing"/)
    await assert.rejects(toLangChainTools(yard, { agent: 'nobody' }), /nobody/)
  })
})
