/** Tools that were written for the OpenAI Agents SDK, in a yard. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type RunContext, shellTool, tool, type Tool as AgentsTool } from '@openai/agents-core'
import { createToolyard, textOf, type ToolResult } from 'toolyard'
import { fromOpenAIAgentsTools } from 'toolyard/openai-agents'
import { z } from 'zod'
import { pixel, refusing } from './yard.ts'

async function callIn(given: AgentsTool, input: unknown = {}): Promise<ToolResult> {
  const tools = fromOpenAIAgentsTools([given], { context: { user: 'ada' } })
  await using yard = await createToolyard({ tools, approver: refusing })
  return await yard.call(given.name, input)
}

describe('tools of the OpenAI Agents SDK in a yard', () => {
  it('run with the context, the id and the signal that the SDK gives them', async () => {
    const seen: unknown[] = []
    const weather = tool({
      name: 'weather',
      description: 'Tells the weather.',
      parameters: z.object({ city: z.string() }),
      execute: ({ city }, context, details) => {
        seen.push(context?.context, typeof details?.toolCall?.callId, details?.signal instanceof AbortSignal)
        return { city, celsius: 21 }
      },
    })
    const result = await callIn(weather, { city: 'Rome' })
    assert.deepEqual(result.data, { city: 'Rome', celsius: 21 })
    assert.deepEqual(seen, [{ user: 'ada' }, 'string', true])
    assert.equal((await callIn(weather, { city: 7 })).error?.code, 'invalid_arguments')
  })

  it('keep what they say of approval, for all calls or some', async () => {
    const facts = { description: 'P.', parameters: z.object({ amount: z.number() }) }
    const execute = ({ amount }: { amount: number }): string => `paid ${amount}`
    const always = tool({ ...facts, name: 'always', needsApproval: true, execute })
    const some = tool({
      ...facts,
      name: 'some',
      needsApproval: async (_, { amount }) => amount > 100,
      execute,
    })
    const never = tool({ ...facts, name: 'never', execute })
    assert.equal((await callIn(always, { amount: 1 })).error?.code, 'rejected')
    assert.equal((await callIn(some, { amount: 500 })).error?.code, 'rejected')
    assert.equal(textOf(await callIn(some, { amount: 5 })), 'paid 5')
    assert.equal(textOf(await callIn(never, { amount: 500 })), 'paid 500')
  })

  it('answer pictures, and failures as failures', async () => {
    const parameters = z.object({})
    const draw = tool({
      name: 'draw',
      description: 'Draws.',
      parameters,
      execute: () => [
        { type: 'text', text: 'a dot' },
        { type: 'image', image: { data: pixel, mediaType: 'image/png' } },
      ],
    })
    assert.deepEqual((await callIn(draw)).content, [
      { type: 'text', text: 'a dot' },
      { type: 'image', data: pixel, mimeType: 'image/png' },
    ])
    const execute = (): never => {
      throw new Error('the kettle is empty')
    }
    const fail = tool({ name: 'fail', description: 'Fails.', parameters, execute })
    const tell = tool({ name: 'tell', description: 'Fails.', parameters, execute, errorFunction: null })
    assert.equal((await callIn(fail)).status, 'error')
    assert.match(textOf(await callIn(tell)), /the kettle is empty/)
  })

  it('take the context that they are written for, and end in time', async () => {
    const greet = tool({
      name: 'greet',
      description: 'Greets.',
      parameters: z.object({}),
      timeoutMs: 200,
      execute: (_input, run?: RunContext<{ user: string }>) =>
        run?.context.user === 'ada' ? 'Hello' : new Promise<string>(() => {}),
    })
    for (const [user, status] of [
      ['ada', 'ok'],
      ['bob', 'timeout'],
    ] as const) {
      const tools = fromOpenAIAgentsTools([greet], { context: { user } })
      await using yard = await createToolyard({ tools })
      assert.equal((await yard.call('greet')).status, status)
    }
  })

  it('are not run where they are switched off', async () => {
    const off = tool({
      name: 'off',
      description: 'O.',
      parameters: z.object({}),
      isEnabled: false,
      execute: () => 1,
    })
    assert.match(textOf(await callIn(off)), /switched off/)
  })

  it('are refused where only the runner of the SDK could keep their word', () => {
    const shell = shellTool({ shell: { run: async () => ({ output: [] }) } })
    assert.throws(() => fromOpenAIAgentsTools([shell]), /"shell" of the OpenAI Agents SDK is of type "shell"/)
    const guarded = tool({
      name: 'guarded',
      description: 'G.',
      parameters: z.object({}),
      inputGuardrails: [{ name: 'g', run: async () => ({ behavior: { type: 'allow' } }) }],
      execute: () => 1,
    })
    assert.throws(() => fromOpenAIAgentsTools([guarded]), /has guardrails/)
  })
})
