/** Tools that were written for LangChain, in a yard: their schemas, signals, artifacts, streams and reviews hold. */
import assert from 'node:assert/strict'
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { ToolMessage } from '@langchain/core/messages'
import { RunnableLambda } from '@langchain/core/runnables'
import { DynamicTool, StructuredTool, tool } from '@langchain/core/tools'
import { Annotation, Command, interrupt, MemorySaver, START, StateGraph } from '@langchain/langgraph'
import { createToolyard, type ToolEvent, type ToolResult, textOf } from 'toolyard'
import { type AnyLangChainTool, fromLangChainTools, type FromLangChainOptions } from 'toolyard/langchain'
import { z } from 'zod'
import * as z3 from 'zod/v3'
import { pixel, refusing } from './yard.ts'

async function callIn(
  one: AnyLangChainTool,
  input: unknown = {},
  options: FromLangChainOptions = {},
): Promise<ToolResult> {
  const tools = fromLangChainTools([one], options)
  await using yard = await createToolyard({ tools, approver: refusing })
  return await yard.call(one.name, input)
}

describe('tools of LangChain in a yard', () => {
  it('run with what LangChain gives them', async () => {
    const seen: unknown[] = []
    const weather = tool(
      async ({ city }, config) => {
        const { toolCall, signal, configurable, tags } = config
        seen.push(city, typeof toolCall?.id, signal instanceof AbortSignal, configurable?.['user'], tags)
        return { celsius: 21 }
      },
      { name: 'weather', description: 'Tells the weather.', schema: z.object({ city: z.string() }) },
    )
    const config = { configurable: { user: 'ada' }, tags: ['mine'] }
    const result = await callIn(weather, { city: 'Rome' }, { config })
    assert.deepEqual(result.data, { celsius: 21 })
    assert.deepEqual(seen, ['Rome', 'string', true, 'ada', ['mine']])
    assert.equal((await callIn(weather, { city: 7 })).error?.code, 'invalid_arguments')
  })

  it('take every kind of schema, and check by their own', async () => {
    const even = z
      .object({ n: z.string().transform(Number) })
      .refine(({ n }) => n % 2 === 0, 'n must be even')
    const four = tool(({ n }: { n: number }) => n + 1, {
      name: 'four',
      description: '4.',
      schema: even as never,
    })
    assert.equal(textOf(await callIn(four, { n: '4' })), '5')
    const odd = await callIn(four, { n: '5' })
    assert.equal(odd.error?.code, 'invalid_arguments')
    assert.match(textOf(odd), /n must be even/)
    const three = tool(({ n }: { n: number }) => `${n}!`, {
      name: 'three',
      description: '3.',
      schema: z3.object({ n: z3.number().default(3) }) as never,
    })
    assert.equal(textOf(await callIn(three)), '3!')
    const json = tool((input) => input, {
      name: 'json',
      description: 'J.',
      schema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
    })
    assert.deepEqual((await callIn(json, { n: 1 })).data, { n: 1 })
    assert.equal((await callIn(json, {})).error?.code, 'invalid_arguments')
    const plain = new DynamicTool({
      name: 'plain',
      description: 'P.',
      func: async (text) => text.toUpperCase(),
    })
    assert.equal(textOf(await callIn(plain, { input: 'hi' })), 'HI')
    const runnable = RunnableLambda.from(({ n }: { n: number }) => ({ twice: n * 2 }))
    const like = runnable.asTool({ name: 'like', description: 'L.', schema: z.object({ n: z.number() }) })
    assert.deepEqual((await callIn(like, { n: 2 })).data, { twice: 4 })
  })

  it('are confirmed as the middleware of LangChain was told', async () => {
    const pay = tool(({ amount }) => `paid ${amount}`, {
      name: 'pay',
      description: 'Pays.',
      schema: z.object({ amount: z.number() }),
    })
    const ended = async (amount: number, interruptOn: FromLangChainOptions['interruptOn']) =>
      (await callIn(pay, { amount }, interruptOn && { interruptOn })).error?.code ?? 'ok'
    const when = async ({ toolCall }: { toolCall: { args: { amount: number } } }) =>
      toolCall.args.amount > 100
    const some = { pay: { allowedDecisions: ['approve', 'reject'], when } }
    assert.equal(await ended(5, { pay: true }), 'rejected')
    assert.equal(await ended(500, some), 'rejected')
    assert.equal(await ended(5, some), 'ok')
    assert.equal(await ended(5, { pay: false }), 'ok')
    await assert.rejects(ended(5, { pya: true }), /interruptOn names "pya"/)
    await assert.rejects(ended(5, { pay: { allowedDecisions: ['edit'] } }), /may not be approved/)
  })

  it('show the model their content, and programs their artifact', async () => {
    const draw = tool(
      () => [
        [
          { type: 'text', text: 'width 1' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${pixel}` } },
          { type: 'image', mimeType: 'image/png', data: pixel },
          { type: 'image', source_type: 'url', url: 'https://example.com/a.png' },
        ],
        { width: 1 },
      ],
      {
        name: 'draw',
        description: 'Draws.',
        schema: z.object({}),
        responseFormat: 'content_and_artifact',
      },
    )
    const result = await callIn(draw)
    assert.deepEqual(result.data, { width: 1 })
    assert.deepEqual(result.content, [
      { type: 'text', text: 'width 1' },
      { type: 'image', data: pixel, mimeType: 'image/png' },
      { type: 'image', data: pixel, mimeType: 'image/png' },
      {
        type: 'resource_link',
        uri: 'https://example.com/a.png',
        name: 'https://example.com/a.png',
        mimeType: 'image/png',
      },
    ])
  })

  it('answer their messages, and the messages of a Command', async () => {
    const sorry = tool(
      (_input, config) =>
        new ToolMessage({
          status: 'error',
          content: 'it did not work',
          tool_call_id: config.toolCall?.id ?? '',
        }),
      { name: 'sorry', description: 'S.', schema: z.object({}) },
    )
    const failed = await callIn(sorry)
    assert.equal(failed.status, 'error')
    assert.match(textOf(failed), /it did not work/)
    const hand = tool(
      (_input, config) =>
        new Command({
          goto: 'other',
          update: {
            messages: [new ToolMessage({ content: 'sent', tool_call_id: config.toolCall?.id ?? '' })],
          },
        }),
      { name: 'hand', description: 'H.', schema: z.object({}) },
    )
    const handed = await callIn(hand)
    assert.equal(handed.status, 'ok')
    assert.match(textOf(handed), /^sent\n.*There is no graph here/)
  })

  it('tell what they yield, and answer what they return', async () => {
    const search = tool(
      async function* () {
        yield { state: 'looking' }
        return { hits: 3 }
      },
      { name: 'search', description: 'Searches.', schema: z.object({}) },
    )
    await using yard = await createToolyard({ tools: fromLangChainTools([search]) })
    const events: ToolEvent[] = []
    for await (const event of yard.stream('search')) events.push(event)
    const chunks = events.flatMap((event) => (event.type === 'chunk' ? [event.data] : []))
    assert.deepEqual(chunks, [{ state: 'looking' }])
    const last = events.at(-1)
    assert.deepEqual(last?.type === 'result' && last.result.data, { hits: 3 })
  })

  it('are stopped by their signal', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const seen: string[] = []
    class Wait extends StructuredTool {
      name = 'wait'
      description = 'Waits.'
      schema = z.object({})
      protected _call(_input: unknown, _run: unknown, config?: { signal?: AbortSignal }): Promise<string> {
        return new Promise<string>((_resolve, reject) => {
          config?.signal?.addEventListener('abort', () => {
            seen.push('stopped')
            reject(new Error('stopped'))
          })
          start()
        })
      }
    }
    await using yard = await createToolyard({ tools: fromLangChainTools([new Wait()]) })
    const abort = new AbortController()
    const running = yard.call('wait', {}, { signal: abort.signal })
    await started
    abort.abort()
    assert.equal((await running).status, 'cancelled')
    assert.deepEqual(seen, ['stopped'])
  })

  it('fail where they interrupt a graph, because there is none', async () => {
    const seen: string[] = []
    const buy = tool(
      () => {
        interrupt('really?')
        seen.push('bought')
        return 'bought'
      },
      { name: 'buy', description: 'B.', schema: z.object({}) },
    )
    const result = await callIn(buy)
    assert.equal(result.status, 'error')
    assert.match(textOf(result), /there is no graph to interrupt/)
    await using yard = await createToolyard({ tools: fromLangChainTools([buy]) })
    const graph = new StateGraph(Annotation.Root({ said: Annotation<string> }))
      .addNode('sure', async () => ({ said: String(interrupt('sure?')) }))
      .addNode('buy', async () => ({ said: textOf(await yard.call('buy')) }))
      .addEdge(START, 'sure')
      .addEdge('sure', 'buy')
      .compile({ checkpointer: new MemorySaver() })
    const config = { configurable: { thread_id: 'g' } }
    await graph.invoke({}, config)
    assert.match((await graph.invoke(new Command({ resume: 'yes' }), config)).said, /no graph to interrupt/)
    assert.deepEqual(seen, [])
  })

  it('are refused where something of them would be lost', () => {
    const at = (given: object): (() => unknown) => {
      const fields = { name: 'x', description: 'X.', schema: z.object({}) }
      return () => fromLangChainTools([tool(() => 1, { ...fields, ...given })])
    }
    assert.throws(at({ metadata: { requiresApproval: true } }), /"x" of LangChain has "requiresApproval"/)
    assert.throws(at({ extras: { needs_confirmation: 'yes' } }), /has "needs_confirmation"/)
    assert.throws(at({ schema: z.object({ at: z.date() }) }), /schema without a JSON form/)
    const server = { name: 'web', description: 'W.', schema: z.object({}), type: 'web_search' }
    assert.throws(() => fromLangChainTools([server as never]), /"web" of LangChain has no invoke/)
  })

  it('are found in a folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolyard-langchain-'))
    symlinkSync(resolve(import.meta.dirname, '../../../../node_modules'), join(folder, 'node_modules'))
    writeFileSync(
      join(folder, 'set.ts'),
      `import { tool } from '@langchain/core/tools'
import { fromLangChainTools } from 'toolyard/langchain'
import { z } from 'zod'
const one = (name: string) => tool(() => name, { name, description: name + '.', schema: z.object({}) })
export default fromLangChainTools([one('first'), one('second')])
`,
    )
    await using yard = await createToolyard({ toolFolders: [folder] })
    assert.deepEqual(yard.problems, [])
    for (const name of ['first', 'second']) assert.equal(textOf(await yard.call(name)), name)
  })
})
