/** `toAiTools` in the AI SDK itself, with a scripted model. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { generateText, isStepCount, type ModelMessage, streamText, ToolLoopAgent } from 'ai'
import { createToolyard, defineTool, type HookSpec, textOf } from 'toolyard'
import { type AiToolOutput, toAiTools } from 'toolyard/ai'
import { z } from 'zod'
import { heard, modelThat } from './ai-model.ts'
import { openTried, pixel } from './yard.ts'

describe('tools of a yard in the AI SDK', () => {
  it('are those of the agent, with the schema of their parameters, and are called for it', async () => {
    await using tried = await openTried()
    const { yard, done } = tried
    await yard.agents.create({ name: 'worker', prompt: '', toolIds: ['measure', 'draw'] })
    const tools = await toAiTools(yard, { agent: 'worker', threadId: 't1' })
    assert.deepEqual(Object.keys(tools), ['measure', 'draw'])
    const model = modelThat([{ tool: 'measure', input: { place: 'in' }, id: 'abc' }])
    const { text, steps } = await generateText({ model, tools, prompt: '?', stopWhen: isStepCount(3) })
    assert.equal(text, 'done')
    assert.match(JSON.stringify(model.doGenerateCalls[0]?.tools), /"enum":\["in","out"\]/)
    assert.deepEqual(done, ['measure in 1'])
    assert.deepEqual((steps[0]?.toolResults[0]?.output as AiToolOutput | undefined)?.data, {
      place: 'in',
      celsius: 21,
    })
    assert.deepEqual(heard(model), [
      { type: 'content', value: [{ type: 'text', text: '{"place":"in","celsius":21}' }] },
    ])
    const [record] = await yard.calls({ limit: 1 })
    assert.deepEqual([record?.agent, record?.threadId, record?.origin], ['worker', 't1', 'ai'])
    assert.match(record?.id ?? '', /^abc\./)
  })

  it('show pictures to the model, and failures as the SDK shows them', async () => {
    await using tried = await openTried()
    const { yard } = tried
    const tools = await toAiTools(yard, { tools: ['draw', 'fail', 'measure'] })
    const model = modelThat([{ tool: 'draw' }, { tool: 'fail' }, { tool: 'measure', input: { place: 'up' } }])
    await generateText({ model, tools, prompt: '?', stopWhen: isStepCount(3) })
    const [drawn, failed, wrong] = heard(model) as { readonly type: string; readonly value: unknown }[]
    assert.deepEqual(JSON.parse(JSON.stringify(drawn?.value)), [
      { type: 'text', text: 'a dot' },
      { type: 'file', data: { type: 'data', data: pixel }, mediaType: 'image/png' },
    ])
    assert.equal(failed?.type, 'error-text')
    assert.match(String(failed.value), /the kettle is empty/)
    assert.equal(wrong?.type, 'error-text')
    assert.match(String(wrong.value), /place/)
  })

  it('stream what they yield, and end with the whole answer', async () => {
    await using tried = await openTried()
    const { yard } = tried
    const tools = await toAiTools(yard)
    const model = modelThat([{ tool: 'count' }])
    const parts: unknown[] = []
    for await (const part of streamText({ model, tools, prompt: '?', stopWhen: isStepCount(3) }).stream)
      if (part.type === 'tool-result')
        parts.push([part.preliminary ?? false, (part.output as AiToolOutput).content])
    assert.deepEqual(parts[0], [true, [{ type: 'text', text: 'one ' }]])
    assert.deepEqual(parts.at(-1), [false, [{ type: 'text', text: 'one two three' }]])
  })

  it('end with the signal of the SDK', async () => {
    await using tried = await openTried()
    const { yard, done, started } = tried
    const tools = await toAiTools(yard)
    const abort = new AbortController()
    const running = generateText({
      model: modelThat([{ tool: 'wait' }]),
      tools,
      prompt: '?',
      abortSignal: abort.signal,
      stopWhen: isStepCount(3),
    })
    await started
    abort.abort()
    await running.catch(() => undefined)
    assert.deepEqual(done, ['stopped'])
    const [record] = await yard.calls({ limit: 1 })
    assert.equal(record?.result?.status, 'cancelled')
  })

  it('ask for approval in the flow of the SDK, and run only after it', async () => {
    await using tried = await openTried()
    const { yard, done } = tried
    const agent = new ToolLoopAgent({
      model: modelThat([
        { tool: 'pay', input: { amount: 5 }, id: 'a' },
        { tool: 'pay', input: { amount: 500 }, id: 'b' },
        { tool: 'pay', input: { amount: 900 }, id: 'c' },
      ]),
      tools: await toAiTools(yard),
    })
    const first = await agent.generate({ prompt: 'pay' })
    const requests = first.content.filter((part) => part.type === 'tool-approval-request')
    assert.deepEqual(
      requests.map(({ toolCall }) => toolCall.input),
      [{ amount: 500 }, { amount: 900 }],
    )
    assert.deepEqual(done, ['pay 5'])
    const answers: ModelMessage = {
      role: 'tool',
      content: requests.map(({ approvalId }, index) => ({
        type: 'tool-approval-response',
        approvalId,
        approved: index === 0,
      })),
    }
    await agent.generate({ messages: [{ role: 'user', content: 'pay' }, ...first.responseMessages, answers] })
    assert.deepEqual(done, ['pay 5', 'pay 500'])
    const paid = (await yard.calls({ limit: 9 })).find(({ id }) => id.startsWith('b.'))
    assert.match(JSON.stringify(paid?.steps), /the person that the framework asked said approve/)
  })

  it('run once for one approval, and only with the arguments and the id that it is for', async () => {
    await using tried = await openTried()
    const { pay } = await toAiTools(tried.yard)
    const call = (toolCallId: string) => ({ toolCallId, messages: [], context: undefined })
    assert.ok(typeof pay?.needsApproval === 'function')
    assert.equal(await pay.needsApproval({ amount: 500 }, call('a')), true)
    const run = async (amount: number, id: string) => pay.execute?.({ amount }, call(id))
    await assert.rejects(run(900, 'a'), /nobody to ask/)
    await assert.rejects(run(500, 'b'), /nobody to ask/)
    await Promise.all([run(500, 'a'), run(500, 'a')])
    await run(500, 'a')
    assert.deepEqual(tried.done, ['pay 500'])
  })

  it('ask the people of the yard where that is wanted', async () => {
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
    const tools = await toAiTools(yard, { approvals: 'inbox' })
    await generateText({ model, tools, prompt: '?', stopWhen: isStepCount(3) })
    assert.equal(asked.length, 1)
    assert.deepEqual(done, [])
    assert.match(JSON.stringify(heard(model)), /Ada rejected the call/)
  })

  it('ask the people of the yard about what nobody was shown: other arguments, another tool, a question of a hook', async () => {
    const changes: Readonly<Record<string, HookSpec['handler']>> = {
      arguments: () => ({ action: 'modify', arguments: { amount: 900 } }),
      hook: () => ({ action: 'ask', message: 'Is that right?' }),
      tool: () => undefined,
    }
    for (const [change, handler] of Object.entries(changes)) {
      const asked: unknown[] = []
      await using tried = await openTried({
        hooks: [{ name: 'change', type: 'PRE_TOOL_USE', tools: ['pay'], handler }],
        approver: {
          async ask({ input, rule, manifest }) {
            asked.push([input, rule, manifest.description])
            return { decision: 'reject', by: 'Ada' }
          },
        },
      })
      const { yard, done } = tried
      const { pay } = await toAiTools(yard)
      const call = { toolCallId: 'a', messages: [], context: undefined }
      assert.ok(typeof pay?.needsApproval === 'function' && pay.execute)
      assert.equal(await pay.needsApproval({ amount: 500 }, call), true)
      if (change === 'tool') {
        yard.registry.unregister('pay')
        yard.registry.register(
          defineTool({
            name: 'pay',
            description: 'Pays twice.',
            inputSchema: z.object({ amount: z.number() }),
            confirm: true,
            execute: () => void done.push('paid twice'),
          }),
        )
      }
      await assert.rejects(async () => pay.execute?.({ amount: 500 }, call), /Ada rejected the call/)
      assert.deepEqual(done, [])
      assert.deepEqual(asked, [
        change === 'arguments'
          ? [{ amount: 900 }, 'confirm', 'Pays.']
          : [
              { amount: 500 },
              change === 'hook' ? 'hook' : 'confirm',
              change === 'tool' ? 'Pays twice.' : 'Pays.',
            ],
      ])
    }
  })

  it('ask the people of the yard about calls that an approved call makes', async () => {
    const asked: string[] = []
    const facts = { description: 'X.', confirm: true }
    await using yard = await createToolyard({
      tools: [
        defineTool({
          ...facts,
          name: 'outer',
          execute: async (_input, { call }) => textOf(await call('inner', {})),
        }),
        defineTool({ ...facts, name: 'inner', execute: () => 'ran' }),
      ],
      approver: {
        async ask({ tool }) {
          asked.push(tool)
          return { decision: 'approve', by: 'Ada' }
        },
      },
    })
    const { outer } = await toAiTools(yard)
    const call = { toolCallId: 'a', messages: [], context: undefined }
    assert.ok(typeof outer?.needsApproval === 'function')
    assert.equal(await outer.needsApproval({}, call), true)
    const answer = await outer.execute?.({}, call)
    assert.deepEqual(answer, { content: [{ type: 'text', text: 'ran' }] })
    assert.deepEqual(asked, ['inner'])
  })

  it('refuse arguments that are no JSON like other wrong ones', async () => {
    await using tried = await openTried()
    const { pay } = await toAiTools(tried.yard)
    const round: Record<string, unknown> = {}
    round['round'] = round
    const call = { toolCallId: 'a', messages: [], context: undefined }
    await assert.rejects(async () => pay?.execute?.(round, call), { name: 'ToolCallError' })
  })

  it('are not run twice where a call of a conversation is repeated, but where two calls share an id', async () => {
    await using tried = await openTried()
    const { yard, done } = tried
    const twice = [
      [{ tool: 'pay', input: { amount: 1 }, id: 'call_0' }],
      [{ tool: 'pay', input: { amount: 2 }, id: 'call_0' }],
    ]
    for (let time = 0; time < 2; time++) {
      const tools = await toAiTools(yard, { threadId: 't' })
      await generateText({ model: modelThat(...twice), tools, prompt: '?', stopWhen: isStepCount(5) })
    }
    assert.deepEqual(done, ['pay 1', 'pay 2'])
  })

  it('are refused by name where there is none, or no such agent', async () => {
    await using tried = await openTried()
    const { yard } = tried
    await yard.agents.create({ name: 'somebody', prompt: '', toolIds: [] })
    await assert.rejects(toAiTools(yard, { tools: ['nothing'] }), /there is no tool "nothing"/)
    await assert.rejects(toAiTools(yard, { agent: 'nobody' }), /nobody/)
  })
})
