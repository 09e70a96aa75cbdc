/** `toOpenAIAgentsTools` in the runner of the OpenAI Agents SDK, with its scripted model. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Agent, Runner, RunState } from '@openai/agents-core'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents-core/testing'
import { toOpenAIAgentsTools } from 'toolyard/openai-agents'
import { openTried } from './yard.ts'

interface Asked {
  readonly tool: string
  readonly input?: Record<string, unknown>
  readonly id?: string
}

function modelThat(...turns: readonly (readonly Asked[])[]): ScriptedModel {
  return new ScriptedModel([
    ...turns.map((calls) =>
      calls.map(({ tool, input = {}, id }, index) =>
        functionCall(tool, input, { callId: id ?? `call_${index}` }),
      ),
    ),
    [assistantMessage('done')],
  ])
}

const runner = new Runner({ tracingDisabled: true })

/** What the model read of its calls in its last turn. */
function heard(model: ScriptedModel): unknown[] {
  const { input } = model.calls.at(-1)?.request ?? { input: [] }
  const items = typeof input === 'string' ? [] : input
  return items.flatMap((item) => (item.type === 'function_call_result' ? [item.output] : []))
}

describe('tools of a yard in the OpenAI Agents SDK', () => {
  it('are those of the agent, with the schema of their parameters, and are called for it', async () => {
    await using tried = await openTried()
    const { yard, done } = tried
    await yard.agents.create({ name: 'worker', prompt: '', toolIds: ['measure', 'draw'] })
    const tools = await toOpenAIAgentsTools(yard, { agent: 'worker', threadId: 't1' })
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['measure', 'draw'],
    )
    const model = modelThat([{ tool: 'measure', input: { place: 'in', times: null }, id: 'abc' }])
    const { finalOutput } = await runner.run(new Agent({ name: 'a', model, tools }), '?')
    assert.equal(finalOutput, 'done')
    assert.match(JSON.stringify(model.calls[0]?.request.tools), /"enum":\["in","out"\]/)
    assert.deepEqual(done, ['measure in 1'])
    assert.match(JSON.stringify(heard(model)), /celsius.*21/)
    const [record] = await yard.calls({ limit: 1 })
    assert.deepEqual([record?.agent, record?.threadId, record?.origin], ['worker', 't1', 'openai-agents'])
    assert.match(record?.id ?? '', /^abc\./)
  })

  it('show pictures and failures to the model', async () => {
    await using tried = await openTried()
    const tools = await toOpenAIAgentsTools(tried.yard)
    const model = modelThat([{ tool: 'draw' }, { tool: 'fail' }, { tool: 'measure', input: { place: 'up' } }])
    await runner.run(new Agent({ name: 'a', model, tools }), '?')
    const [drawn, failed, wrong] = heard(model).map((output) => JSON.stringify(output))
    assert.match(drawn ?? '', /a dot.*iVBORw0KGgo/)
    assert.match(failed ?? '', /the kettle is empty/)
    assert.match(wrong ?? '', /place/)
  })

  it('end with the signal of the run', async () => {
    await using tried = await openTried()
    const { yard, done, started } = tried
    const tools = await toOpenAIAgentsTools(yard)
    const abort = new AbortController()
    const agent = new Agent({ name: 'a', model: modelThat([{ tool: 'wait' }]), tools })
    const running = runner.run(agent, '?', { signal: abort.signal })
    await started
    abort.abort()
    await running.catch(() => undefined)
    assert.deepEqual(done, ['stopped'])
  })

  it('ask for approval in the flow of the SDK, also when the run is taken up by another process', async () => {
    await using tried = await openTried()
    const { yard, done } = tried
    const model = modelThat([
      { tool: 'pay', input: { amount: 5 }, id: 'a' },
      { tool: 'pay', input: { amount: 500 }, id: 'b' },
      { tool: 'pay', input: { amount: 900 }, id: 'c' },
    ])
    const agentNow = async () =>
      new Agent({ name: 'a', model, tools: await toOpenAIAgentsTools(yard, { threadId: 't' }) })
    const first = await runner.run(await agentNow(), 'pay')
    assert.deepEqual(done, ['pay 5'])
    const [small, large] = first.interruptions
    assert.match(JSON.stringify(small?.rawItem), /500/)
    const later = await agentNow()
    const state = await RunState.fromString(later, first.state.toString())
    const [again, other] = state.getInterruptions()
    assert.ok(again && other && large)
    state.approve(again)
    state.reject(other)
    await runner.run(later, state)
    assert.deepEqual(done, ['pay 5', 'pay 500'])
  })

  it('ask the people of the yard where that is wanted', async () => {
    await using tried = await openTried({
      approver: { ask: async () => ({ decision: 'reject', by: 'Ada' }) },
    })
    const model = modelThat([{ tool: 'pay', input: { amount: 500 } }])
    const tools = await toOpenAIAgentsTools(tried.yard, { approvals: 'inbox' })
    await runner.run(new Agent({ name: 'a', model, tools }), '?')
    assert.deepEqual(tried.done, [])
    assert.match(JSON.stringify(heard(model)), /Ada rejected the call/)
  })
})
