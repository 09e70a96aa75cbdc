/** Approvals of calls in LangChain and LangGraph: interrupts of a graph, in the form of LangChain's own middleware. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { AIMessage, ToolMessage } from '@langchain/core/messages'
import {
  Annotation,
  Command,
  END,
  INTERRUPT,
  isGraphInterrupt,
  isInterrupted,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from '@langchain/langgraph'
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt'
import { createAgent, type HITLRequest } from 'langchain'
import { createToolyard, defineTool } from 'toolyard'
import { type LangChainTool, toLangChainTools } from 'toolyard/langchain'
import { z } from 'zod'
import { modelThat, type ScriptedModel } from './langchain-model.ts'
import { openTried } from './yard.ts'

const ask = { messages: [{ role: 'user', content: '?' }] }

async function askedOf(agent: { invoke(input: never, config: never): Promise<unknown> }, input: unknown) {
  const config = { configurable: { thread_id: 'g' } }
  const state = await agent.invoke(input as never, config as never)
  return isInterrupted<HITLRequest>(state) ? state[INTERRUPT] : []
}

/** The loop as LangGraph's guide writes it: all calls of a message run in one step. */
function graphOf(model: ScriptedModel, tools: LangChainTool[]) {
  return new StateGraph(MessagesAnnotation)
    .addNode('model', async ({ messages }) => ({ messages: [await model.bindTools(tools).invoke(messages)] }))
    .addNode('tools', new ToolNode(tools))
    .addEdge(START, 'model')
    .addConditionalEdges('model', toolsCondition, ['tools', END])
    .addEdge('tools', 'model')
    .compile({ checkpointer: new MemorySaver() })
}

function rethrowInterrupt(error: unknown): void {
  if (isGraphInterrupt(error)) throw error
}

describe('tools of a yard that need approval, in LangChain', () => {
  it('interrupt the graph of an agent for approval, and run only after it', async () => {
    await using tried = await openTried()
    const { yard, done } = tried
    const model = modelThat([
      { tool: 'pay', input: { amount: 5 }, id: 'a' },
      { tool: 'pay', input: { amount: 500 }, id: 'b' },
      { tool: 'pay', input: { amount: 900 }, id: 'c' },
    ])
    const tools = await toLangChainTools(yard)
    const agent = createAgent({ model, tools, checkpointer: new MemorySaver() })
    const asked = await askedOf(agent, ask)
    assert.deepEqual(
      asked.map(({ value }) => value?.actionRequests.map(({ args }) => args)),
      [[{ amount: 500 }], [{ amount: 900 }]],
    )
    assert.deepEqual(asked[0]?.value?.reviewConfigs, [
      { actionName: 'pay', allowedDecisions: ['approve', 'reject'] },
    ])
    assert.deepEqual(done, ['pay 5'])
    const answers = asked.map(({ id }, index) => [
      id,
      { decisions: [index === 0 ? { type: 'approve' } : { type: 'reject', message: 'too much' }] },
    ])
    assert.deepEqual(await askedOf(agent, new Command({ resume: Object.fromEntries(answers) })), [])
    assert.deepEqual(done, ['pay 5', 'pay 500'])
    const refused = model.heard.find((message) => message.tool_call_id === 'c')
    assert.equal(refused?.status, 'error')
    assert.match(refused.text, /rejected the call of "pay": too much/)
    const paid = (await yard.calls({ limit: 9 })).find(({ id }) => id.startsWith('b.'))
    assert.match(JSON.stringify(paid?.steps), /the person that the framework asked said approve/)
  })

  it('ask together where calls run in one step, so that no call takes the answer to another', async () => {
    await using tried = await openTried()
    const { yard, done } = tried
    const model = modelThat([
      { tool: 'pay', input: { amount: 500 }, id: 'a' },
      { tool: 'pay', input: { amount: 5 }, id: 'b' },
      { tool: 'pay', input: { amount: 900 }, id: 'c' },
    ])
    const graph = graphOf(model, await toLangChainTools(yard))
    const asked = await askedOf(graph, ask)
    assert.deepEqual(
      asked.map(({ value }) => value?.actionRequests.map(({ args }) => args)),
      [[{ amount: 500 }, { amount: 900 }]],
    )
    const decisions = [{ type: 'reject' }, { type: 'approve' }]
    assert.deepEqual(await askedOf(graph, new Command({ resume: { decisions } })), [])
    assert.deepEqual(done, ['pay 5', 'pay 900'])
    assert.deepEqual(
      model.heard.map(({ tool_call_id: id, status }) => [id, status]),
      [
        ['a', 'error'],
        ['b', 'success'],
        ['c', 'success'],
      ],
    )
  })

  it('keep each answer to its call, however long it takes to see whether to ask', async () => {
    const done: number[] = []
    let round = 0
    await using yard = await createToolyard({
      tools: [
        defineTool({
          name: 'pay',
          description: 'Pays.',
          inputSchema: z.object({ amount: z.number() }),
          confirm: async ({ amount }) => {
            await setTimeout((amount === 500) === (round === 0) ? 0 : 30)
            return true
          },
          execute: ({ amount }) => void done.push(amount),
        }),
      ],
    })
    const tools = await toLangChainTools(yard)
    const [pay] = tools
    const calls = [500, 900].map((amount) => ({
      type: 'tool_call' as const,
      name: 'pay',
      args: { amount },
      id: `c${amount}`,
    }))
    // The calls are not in the state of this graph, so the tools can't see that there are two.
    const graph = new StateGraph(Annotation.Root({ said: Annotation<unknown> }))
      .addNode('pay', async () => ({ said: await Promise.all(calls.map(async (call) => pay?.invoke(call))) }))
      .addEdge(START, 'pay')
      .compile({ checkpointer: new MemorySaver() })
    const amounts = (asked: Awaited<ReturnType<typeof askedOf>>) =>
      asked.map(({ value }) => value?.actionRequests.map(({ args }) => args['amount']))
    assert.deepEqual(amounts(await askedOf(graph, {})), [[500]])
    round = 1
    const reject = new Command({ resume: { decisions: [{ type: 'reject' }] } })
    assert.deepEqual(amounts(await askedOf(graph, reject)), [[900]])
    const approve = new Command({ resume: { decisions: [{ type: 'approve' }] } })
    assert.deepEqual(amounts(await askedOf(graph, approve)), [])
    assert.deepEqual(done, [900])
  })

  it('do not ask about calls of a step that were answered before', async () => {
    await using tried = await openTried()
    const { yard, done } = tried
    const calls = [500, 900].map((amount) => ({ name: 'pay', args: { amount }, id: `c${amount}` }))
    const messages = [
      new AIMessage({ content: '', tool_calls: calls }),
      new ToolMessage({ content: 'no', tool_call_id: 'c500' }),
    ]
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('tools', new ToolNode(await toLangChainTools(yard)))
      .addEdge(START, 'tools')
      .compile({ checkpointer: new MemorySaver() })
    const asked = await askedOf(graph, { messages })
    assert.deepEqual(
      asked.map(({ value }) => value?.actionRequests.map(({ args }) => args)),
      [[{ amount: 900 }]],
    )
    await askedOf(graph, new Command({ resume: { decisions: [{ type: 'approve' }] } }))
    assert.deepEqual(done, ['pay 900'])
  })

  it('are not run after an answer that approves nothing', async () => {
    for (const resume of [true, 'approve', { decisions: [] }, { decisions: [{ type: 'edit' }] }]) {
      await using tried = await openTried()
      const { yard, done } = tried
      const model = modelThat([{ tool: 'pay', input: { amount: 500 } }])
      const graph = graphOf(model, await toLangChainTools(yard))
      assert.equal((await askedOf(graph, ask)).length, 1)
      await askedOf(graph, new Command({ resume }))
      assert.deepEqual(done, [])
      assert.match(model.heard[0]?.text ?? '', /without a decision/)
    }
  })

  it('ask the people of the yard where that is wanted, and where there is no graph to resume', async () => {
    for (const approvals of ['inbox', 'framework'] as const) {
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
      const tools = await toLangChainTools(yard, { approvals })
      const checkpointer = approvals === 'inbox' ? { checkpointer: new MemorySaver() } : {}
      const agent = createAgent({ model, tools, ...checkpointer })
      assert.deepEqual(await askedOf(agent, ask), [])
      assert.equal(asked.length, 1)
      assert.deepEqual(done, [])
      assert.match(model.heard[0]?.text ?? '', /Ada rejected the call/)
      const pay = tools.find(({ name }) => name === 'pay')
      await assert.rejects(pay?.invoke({ amount: 500 }) ?? Promise.resolve(), /Ada rejected the call/)
    }
  })

  it('interrupt a node that calls them itself', async () => {
    await using tried = await openTried()
    const { yard, done } = tried
    const [pay] = await toLangChainTools(yard, { tools: ['pay'] })
    const graph = new StateGraph(Annotation.Root({ said: Annotation<unknown> }))
      .addNode('pay', async () => ({ said: await pay?.invoke({ amount: 500 }) }))
      .addEdge(START, 'pay')
      .compile({ checkpointer: new MemorySaver() })
    assert.equal((await askedOf(graph, {})).length, 1)
    assert.deepEqual(done, [])
    await askedOf(graph, new Command({ resume: { decisions: [{ type: 'approve' }] } }))
    assert.deepEqual(done, ['pay 500'])
  })

  it('ask again about an equal call of a node that calls them itself, and run none twice', async () => {
    await using tried = await openTried()
    const { yard, done } = tried
    const [pay] = await toLangChainTools(yard, { tools: ['pay'] })
    const graph = new StateGraph(Annotation.Root({ said: Annotation<unknown> }))
      .addNode('pay', async () => {
        await pay?.invoke({ amount: 500 }).catch(rethrowInterrupt)
        await pay?.invoke({ amount: 500 })
        return { said: await pay?.invoke({ amount: 900 }) }
      })
      .addEdge(START, 'pay')
      .compile({ checkpointer: new MemorySaver() })
    assert.equal((await askedOf(graph, {})).length, 1)
    for (const type of ['reject', 'approve'])
      assert.equal((await askedOf(graph, new Command({ resume: { decisions: [{ type }] } }))).length, 1)
    assert.deepEqual(done, ['pay 500'])
    await askedOf(graph, new Command({ resume: { decisions: [{ type: 'approve' }] } }))
    assert.deepEqual(done, ['pay 500', 'pay 900'])
  })
})
