/** `toMastraTools` in an agent of Mastra, with a scripted model. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import type { MockLanguageModelV4 } from 'ai/test'
import { type MastraTool, type MastraToolOutput, ToolCallError, toMastraTools } from 'toolyard/mastra'
import { heard, modelThat } from './ai-model.ts'
import { openTried, pixel } from './yard.ts'

function agentOf(
  model: MockLanguageModelV4,
  tools: Record<string, MastraTool>,
  storage = new InMemoryStore(),
): Agent {
  const agent = new Agent({ id: 'a', name: 'a', instructions: '', model: model as never, tools })
  const mastra = new Mastra({ agents: { a: agent }, storage, logger: false })
  return mastra.getAgent('a')
}

describe('tools of a yard in Mastra', () => {
  it('are those of the agent, with the schema of their parameters, and are called for it', async () => {
    await using tried = await openTried()
    const { yard, done } = tried
    await yard.agents.create({ name: 'worker', prompt: '', toolIds: ['measure', 'draw'] })
    const tools = await toMastraTools(yard, { agent: 'worker', threadId: 't1' })
    assert.deepEqual(Object.keys(tools), ['measure', 'draw'])
    const model = modelThat([{ tool: 'measure', input: { place: 'in' }, id: 'abc' }])
    const { text, toolResults } = await agentOf(model, tools).generate('?')
    assert.equal(text, 'done')
    const [first] = model.doGenerateCalls.length > 0 ? model.doGenerateCalls : model.doStreamCalls
    assert.match(JSON.stringify(first?.tools), /"enum":\["in","out"\]/)
    assert.deepEqual(done, ['measure in 1'])
    const output = toolResults[0]?.payload.result as MastraToolOutput | undefined
    assert.deepEqual(output?.data, { place: 'in', celsius: 21 })
    assert.deepEqual(heard(model), [
      { type: 'content', value: [{ type: 'text', text: '{"place":"in","celsius":21}' }] },
    ])
    const [record] = await yard.calls({ limit: 1 })
    assert.deepEqual([record?.agent, record?.threadId, record?.origin], ['worker', 't1', 'mastra'])
    assert.match(record?.id ?? '', /^abc\./)
  })

  it('show pictures to the model, and failures as Mastra shows them', async () => {
    await using tried = await openTried()
    const { yard } = tried
    const tools = await toMastraTools(yard, { tools: ['draw', 'fail', 'measure'] })
    const model = modelThat([{ tool: 'draw' }, { tool: 'fail' }, { tool: 'measure', input: { place: 'up' } }])
    await agentOf(model, tools).generate('?')
    const [drawn, failed, wrong] = heard(model) as { readonly type: string; readonly value: unknown }[]
    assert.deepEqual(JSON.parse(JSON.stringify(drawn?.value)), [
      { type: 'text', text: 'a dot' },
      { type: 'file', data: { type: 'data', data: pixel }, mediaType: 'image/png' },
    ])
    assert.match(String(failed?.type), /^error-/)
    assert.match(JSON.stringify(failed?.value), /the kettle is empty/)
    assert.match(String(wrong?.type), /^error-/)
    assert.match(JSON.stringify(wrong?.value), /place/)
    await assert.rejects(async () => tools['fail']?.execute?.({}, {} as never), ToolCallError)
  })

  it('stream what they yield, and end with the whole answer', async () => {
    await using tried = await openTried()
    const { yard } = tried
    const model = modelThat([{ tool: 'count' }])
    const { fullStream } = await agentOf(model, await toMastraTools(yard)).stream('?')
    const parts: unknown[] = []
    for await (const part of fullStream) {
      if (part.type === 'tool-output') parts.push(part.payload.output)
      if (part.type === 'tool-result') parts.push((part.payload.result as MastraToolOutput).content)
    }
    assert.equal(parts[0], 'one ')
    assert.deepEqual(parts.at(-1), [{ type: 'text', text: 'one two three' }])
  })

  it('end with the signal of Mastra', async () => {
    await using tried = await openTried()
    const { yard, done, started } = tried
    const abort = new AbortController()
    const agent = agentOf(modelThat([{ tool: 'wait' }]), await toMastraTools(yard))
    const running = agent.generate('?', { abortSignal: abort.signal })
    await started
    abort.abort()
    await running.catch(() => undefined)
    assert.deepEqual(done, ['stopped'])
    const [record] = await yard.calls({ limit: 1 })
    assert.equal(record?.result?.status, 'cancelled')
  })

  it('ask for approval in the flow of Mastra, and run only after it', async () => {
    await using tried = await openTried()
    const { yard, done } = tried
    const model = modelThat([
      { tool: 'pay', input: { amount: 5 }, id: 'a' },
      { tool: 'pay', input: { amount: 500 }, id: 'b' },
      { tool: 'pay', input: { amount: 900 }, id: 'c' },
    ])
    const storage = new InMemoryStore()
    const agent = async () => agentOf(model, await toMastraTools(yard), storage)
    const first = await (await agent()).generate('pay')
    assert.equal(first.finishReason, 'suspended')
    assert.deepEqual((first.suspendPayload as { readonly args: unknown }).args, { amount: 500 })
    assert.deepEqual(done, ['pay 5'])
    // As after a restart: nothing is known of the calls but what is in the store.
    const runId = first.runId ?? ''
    const second = await (await agent()).approveToolCallGenerate({ runId, toolCallId: 'b' })
    assert.equal(second.finishReason, 'suspended')
    assert.deepEqual(done, ['pay 5', 'pay 500'])
    const third = await (
      await agent()
    ).declineToolCallGenerate({ runId, toolCallId: 'c', reason: 'too much' })
    assert.equal(third.text, 'done')
    assert.deepEqual(done, ['pay 5', 'pay 500'])
    assert.match(JSON.stringify(heard(model)), /too much/)
    const paid = (await yard.calls({ limit: 9 })).find(({ id }) => id.startsWith('b.'))
    assert.match(JSON.stringify(paid?.steps), /the person that the framework asked said approve/)
  })

  it('ask the people of the yard where that is wanted, and where Mastra asks nobody', async () => {
    const asked: string[] = []
    await using tried = await openTried({
      approver: {
        async ask({ text }) {
          asked.push(text)
          return { decision: 'reject', by: 'Ada' }
        },
      },
    })
    const { yard, done } = tried
    const model = modelThat([{ tool: 'pay', input: { amount: 500 } }])
    await agentOf(model, await toMastraTools(yard, { approvals: 'inbox' })).generate('?')
    assert.equal(asked.length, 1)
    assert.match(JSON.stringify(heard(model)), /Ada rejected the call/)
    const { pay } = await toMastraTools(yard)
    const agent = agentOf(modelThat([{ tool: 'pay', input: { amount: 500 }, id: 'x' }]), {
      pay: pay as MastraTool,
    })
    assert.equal((await agent.generate('?')).finishReason, 'suspended')
    for (const context of [{}, { agent: { toolCallId: 'y', messages: [] } }])
      await assert.rejects(
        async () => pay?.execute?.({ amount: 500 }, context as never),
        /Ada rejected the call/,
      )
    assert.deepEqual(done, [])
  })

  it('are not run twice where a call of a conversation is repeated, but where two calls share an id', async () => {
    await using tried = await openTried()
    const { yard, done } = tried
    const twice = [
      [{ tool: 'pay', input: { amount: 1 }, id: 'call_0' }],
      [{ tool: 'pay', input: { amount: 2 }, id: 'call_0' }],
    ]
    for (let time = 0; time < 2; time++) {
      const tools = await toMastraTools(yard, { threadId: 't' })
      await agentOf(modelThat(...twice), tools).generate('?')
    }
    assert.deepEqual(done, ['pay 1', 'pay 2'])
  })

  it('are refused by name where there is none, or no such agent', async () => {
    await using tried = await openTried()
    const { yard } = tried
    await yard.agents.create({ name: 'somebody', prompt: '', toolIds: [] })
    await assert.rejects(toMastraTools(yard, { tools: ['nothing'] }), /there is no tool "nothing"/)
    await assert.rejects(toMastraTools(yard, { agent: 'nobody' }), /nobody/)
  })
})
