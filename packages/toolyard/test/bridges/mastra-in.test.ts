/** Tools that were written for Mastra, in a yard: what they say of consent, signals, views and streams holds. */
import assert from 'node:assert/strict'
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { RequestContext } from '@mastra/core/request-context'
import { createTool } from '@mastra/core/tools'
import { createToolyard, type ToolEvent, type ToolResult, textOf } from 'toolyard'
import { type AnyMastraTool, fromMastraTools, type FromMastraOptions } from 'toolyard/mastra'
import { z } from 'zod'
import { pixel, refusing } from './yard.ts'

async function callIn(
  one: AnyMastraTool,
  input: unknown = {},
  options: FromMastraOptions = {},
): Promise<ToolResult> {
  const tools = fromMastraTools([one], options)
  await using yard = await createToolyard({ tools, approver: refusing })
  return await yard.call(one.id, input)
}

describe('tools of Mastra in a yard', () => {
  it('run with what an agent of Mastra gives them', async () => {
    const seen: unknown[] = []
    const weather = createTool({
      id: 'get-weather',
      description: 'Tells the weather.',
      inputSchema: z.object({ city: z.string() }),
      outputSchema: z.object({ celsius: z.number() }),
      execute: async ({ city }, { requestContext, abortSignal, agent, observe }) => {
        seen.push(
          city,
          requestContext.get('user'),
          abortSignal instanceof AbortSignal,
          typeof agent?.toolCallId,
        )
        return await observe.span('look', () => ({ celsius: 21 }))
      },
    })
    const requestContext = new RequestContext([['user', 'ada']])
    const result = await callIn(weather, { city: 'Rome' }, { requestContext })
    assert.deepEqual(result.data, { celsius: 21 })
    assert.deepEqual(seen, ['Rome', 'ada', true, 'string'])
    assert.equal((await callIn(weather, { city: 7 })).error?.code, 'invalid_arguments')
    await using yard = await createToolyard({ tools: fromMastraTools({ weather }) })
    assert.deepEqual((await yard.call('weather', { city: 'Rome' })).data, { celsius: 21 })
  })

  it('check by their own schemas, once', async () => {
    const seen: unknown[] = []
    const even = createTool({
      id: 'even',
      description: 'E.',
      inputSchema: z
        .object({ n: z.string().transform(Number) })
        .refine(({ n }) => n % 2 === 0, 'n must be even'),
      outputSchema: z.object({ half: z.number() }),
      execute: async ({ n }) => {
        seen.push(n)
        return n === 8 ? ({ half: 'four' } as never) : { half: n / 2 }
      },
    })
    assert.deepEqual((await callIn(even, { n: '4' })).data, { half: 2 })
    const odd = await callIn(even, { n: '5' })
    assert.equal(odd.error?.code, 'invalid_arguments')
    assert.match(textOf(odd), /n must be even/)
    const strange = await callIn(even, { n: '8' })
    assert.deepEqual(seen, [4, 8])
    assert.equal(strange.status, 'ok')
    assert.match(textOf(strange), /returned invalid output[^]*four/)
  })

  it('keep what they say of approval, for all calls or some', async () => {
    const always = createTool({
      id: 'always',
      description: 'A.',
      requireApproval: true,
      execute: async () => 1,
    })
    const some = createTool({
      id: 'some',
      description: 'S.',
      inputSchema: z.object({ amount: z.number() }),
      requireApproval: async ({ amount }, context) =>
        amount > 100 && context?.requestContext?.['user'] === 'ada',
      execute: async ({ amount }) => amount,
    })
    const requestContext = new RequestContext([['user', 'ada']])
    assert.equal((await callIn(always)).error?.code, 'rejected')
    assert.equal((await callIn(some, { amount: 500 }, { requestContext })).error?.code, 'rejected')
    assert.equal((await callIn(some, { amount: 5 }, { requestContext })).status, 'ok')
    always.needsApprovalFn = () => false
    assert.equal((await callIn(always)).status, 'ok')
  })

  it('show the model what toModelOutput says, and programs what they returned', async () => {
    const draw = createTool({
      id: 'draw',
      description: 'Draws.',
      execute: async () => ({ width: 1 }),
      toModelOutput: (output) => ({
        type: 'content',
        value: [
          { type: 'text', text: `width ${(output as { width: number }).width}` },
          { type: 'media', data: pixel, mediaType: 'image/png' },
        ],
      }),
    })
    const result = await callIn(draw)
    assert.deepEqual(result.data, { width: 1 })
    assert.deepEqual(result.content, [
      { type: 'text', text: 'width 1' },
      { type: 'image', data: pixel, mimeType: 'image/png' },
    ])
  })

  it('say that they ran where toModelOutput fails', async () => {
    const secret = createTool({
      id: 'secret',
      description: 'S.',
      execute: async () => ({ key: 'k-123' }),
      toModelOutput: () => {
        throw new Error('no view')
      },
    })
    const result = await callIn(secret)
    assert.equal(result.status, 'ok')
    assert.match(
      textOf(result),
      /The tool ran, but its answer can not be shown: toModelOutput failed \(no view\)/,
    )
    assert.doesNotMatch(textOf(result), /k-123/)
  })

  it('tell what they write, and answer what they return', async () => {
    const search = createTool({
      id: 'search',
      description: 'Searches.',
      execute: async (_input, { writer }) => {
        await writer?.write({ state: 'looking' })
        await writer?.custom({ type: 'data-state', data: 'found' })
        return { hits: 3 }
      },
    })
    await using yard = await createToolyard({ tools: fromMastraTools({ search }) })
    const events: ToolEvent[] = []
    for await (const event of yard.stream('search')) events.push(event)
    const chunks = events.flatMap((event) => (event.type === 'chunk' ? [event.data] : []))
    assert.deepEqual(chunks, [{ state: 'looking' }, { type: 'data-state', data: 'found' }])
    const last = events.at(-1)
    assert.deepEqual(last?.type === 'result' && last.result.data, { hits: 3 })
  })

  it('are stopped by their signal', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const seen: string[] = []
    const wait = createTool({
      id: 'wait',
      description: 'Waits.',
      execute: (_input, { abortSignal }) =>
        new Promise<string>((_resolve, reject) => {
          abortSignal?.addEventListener('abort', () => {
            seen.push('stopped')
            reject(new Error('stopped'))
          })
          start()
        }),
    })
    await using yard = await createToolyard({ tools: fromMastraTools({ wait }) })
    const abort = new AbortController()
    const running = yard.call('wait', {}, { signal: abort.signal })
    await started
    abort.abort()
    assert.equal((await running).status, 'cancelled')
    assert.deepEqual(seen, ['stopped'])
  })

  it('fail where they suspend, because no run is kept', async () => {
    const seen: string[] = []
    const buy = createTool({
      id: 'buy',
      description: 'B.',
      execute: async (_input, { agent }) => {
        await agent?.suspend({ really: true })
        seen.push('bought')
      },
    })
    const result = await callIn(buy)
    assert.equal(result.status, 'error')
    assert.match(textOf(result), /suspends its run/)
    assert.deepEqual(seen, [])
  })

  it('are refused where something of them would be lost', () => {
    const at = (given: object): (() => unknown) => {
      const whole = { id: 'x', description: 'X.', execute: async () => 1, ...given }
      return () => fromMastraTools({ x: createTool(whole) })
    }
    assert.throws(at({ execute: undefined }), /"x" of Mastra has no execute/)
    assert.throws(at({ suspendSchema: z.object({}) }), /suspends its run/)
    assert.throws(at({ resumeSchema: z.object({}) }), /suspends its run/)
    assert.throws(at({ requestContextSchema: z.object({}) }), /needs a request context/)
    assert.throws(at({ transform: { display: {} } }), /hides parts of its payloads/)
    const plain = { id: 'plain', description: 'P.', inputSchema: z.object({}), execute: async () => 1 }
    assert.throws(() => fromMastraTools({ plain }), /"plain" of Mastra was not made by createTool/)
    const odd = Object.assign(createTool({ id: 'odd', description: 'O.', execute: async () => 1 }), {
      askFirst: true,
    })
    assert.throws(() => fromMastraTools({ odd }), /has "askFirst"/)
  })

  it('are found in a folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolyard-mastra-'))
    symlinkSync(resolve(import.meta.dirname, '../../../../node_modules'), join(folder, 'node_modules'))
    writeFileSync(
      join(folder, 'set.ts'),
      `import { createTool } from '@mastra/core/tools'
import { fromMastraTools } from 'toolyard/mastra'
const one = (id: string) => createTool({ id, description: id + '.', execute: async () => id })
export default fromMastraTools({ first: one('first'), second: one('second') })
`,
    )
    await using yard = await createToolyard({ toolFolders: [folder] })
    assert.deepEqual(yard.problems, [])
    for (const name of ['first', 'second']) assert.equal(textOf(await yard.call(name)), name)
  })
})
