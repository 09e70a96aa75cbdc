/** Tools that were written for the AI SDK, in a yard: what they say of consent, signals, views and streams holds. */
import assert from 'node:assert/strict'
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { tool, type ToolSet } from 'ai'
import { type AnyTool, createToolyard, type ToolEvent, type ToolResult, textOf } from 'toolyard'
import { fromAiTools } from 'toolyard/ai'
import { z } from 'zod'
import { pixel, refusing } from './yard.ts'

async function callIn(tools: ToolSet, name: string, input: unknown = {}): Promise<ToolResult> {
  await using yard = await createToolyard({ tools: fromAiTools(tools), approver: refusing })
  return await yard.call(name, input)
}

describe('tools of the AI SDK in a yard', () => {
  it('run with what the SDK gives them', async () => {
    const seen: unknown[] = []
    const weather = tool({
      description: 'Tells the weather.',
      inputSchema: z.object({ city: z.string() }),
      outputSchema: z.object({ celsius: z.number() }),
      execute: async ({ city }, { toolCallId, messages, abortSignal }) => {
        seen.push(city, typeof toolCallId, messages, abortSignal instanceof AbortSignal)
        return { celsius: 21 }
      },
    })
    const result = await callIn({ weather }, 'weather', { city: 'Rome' })
    assert.deepEqual(result.data, { celsius: 21 })
    assert.deepEqual(seen, ['Rome', 'string', [], true])
    assert.equal((await callIn({ weather }, 'weather', { city: 7 })).error?.code, 'invalid_arguments')
  })

  it('keep what they say of approval, for all calls or some', async () => {
    const always = tool({
      description: 'A.',
      inputSchema: z.object({}),
      needsApproval: true,
      execute: () => 1,
    })
    const some = tool({
      description: 'S.',
      inputSchema: z.object({ amount: z.number() }),
      needsApproval: async ({ amount }, { toolCallId }) => amount > 100 && toolCallId.length > 0,
      execute: ({ amount }) => amount,
    })
    assert.equal((await callIn({ always }, 'always')).error?.code, 'rejected')
    assert.equal((await callIn({ some }, 'some', { amount: 500 })).error?.code, 'rejected')
    assert.equal((await callIn({ some }, 'some', { amount: 5 })).status, 'ok')
  })

  it('show the model what toModelOutput says, and programs what they returned', async () => {
    const draw = tool({
      description: 'Draws.',
      inputSchema: z.object({}),
      execute: () => ({ width: 1 }),
      toModelOutput: async ({ output }) => ({
        type: 'content',
        value: [
          { type: 'text', text: `width ${output.width}` },
          { type: 'file', data: { type: 'data', data: pixel }, mediaType: 'image/png' },
        ],
      }),
    })
    const result = await callIn({ draw }, 'draw')
    assert.deepEqual(result.data, { width: 1 })
    assert.deepEqual(result.content, [
      { type: 'text', text: 'width 1' },
      { type: 'image', data: pixel, mimeType: 'image/png' },
    ])
    const sorry = tool({
      description: 'S.',
      inputSchema: z.object({}),
      execute: () => 'x',
      toModelOutput: () => ({ type: 'error-text', value: 'it did not work' }),
    })
    const failed = await callIn({ sorry }, 'sorry')
    assert.equal(failed.status, 'error')
    assert.match(textOf(failed), /it did not work/)
  })

  it('have run where toModelOutput fails: this is told, and what it may hide is not shown', async () => {
    const views: readonly (() => unknown)[] = [
      () => {
        throw new Error('no words')
      },
      async () => undefined,
      () => ({ type: 'content', value: 'text' }),
      () => ({ type: 'content', value: [null] }),
      () => ({ type: 'poem', value: 'x' }),
    ]
    for (const view of views) {
      const pay = tool({
        description: 'Pays.',
        inputSchema: z.object({}),
        execute: () => ({ receipt: 7 }),
        toModelOutput: view as () => never,
      })
      const result = await callIn({ pay }, 'pay')
      assert.equal(result.status, 'ok')
      assert.deepEqual(result.data, { receipt: 7 })
      assert.match(textOf(result), /^The tool ran, but its answer can not be shown: toModelOutput failed/)
      assert.doesNotMatch(textOf(result), /receipt/)
    }
  })

  it('answer the last value of a stream, and tell the ones before', async () => {
    const search = tool({
      description: 'Searches.',
      inputSchema: z.object({}),
      async *execute() {
        yield { state: 'looking' }
        yield { state: 'found', hits: 3 }
      },
    })
    await using yard = await createToolyard({ tools: fromAiTools({ search }) })
    const events: ToolEvent[] = []
    for await (const event of yard.stream('search')) events.push(event)
    const chunks = events.flatMap((event) => (event.type === 'chunk' ? [event.data] : []))
    assert.deepEqual(chunks, [{ state: 'looking' }])
    const last = events.at(-1)
    assert.deepEqual(last?.type === 'result' && last.result.data, { state: 'found', hits: 3 })
  })

  it('are stopped by their signal', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const seen: string[] = []
    const wait = tool({
      description: 'Waits.',
      inputSchema: z.object({}),
      execute: (_input, { abortSignal }) =>
        new Promise<string>((_resolve, reject) => {
          abortSignal?.addEventListener('abort', () => {
            seen.push('stopped')
            reject(new Error('stopped'))
          })
          start()
        }),
    })
    await using yard = await createToolyard({ tools: fromAiTools({ wait }) })
    const abort = new AbortController()
    const running = yard.call('wait', {}, { signal: abort.signal })
    await started
    abort.abort()
    assert.equal((await running).status, 'cancelled')
    assert.deepEqual(seen, ['stopped'])
  })

  it('keep all that as they are, under a name', async () => {
    const plain = tool({
      description: 'P.',
      inputSchema: z.object({}),
      needsApproval: true,
      execute: () => 'ran',
    })
    await using yard = await createToolyard({
      tools: [{ name: 'plain', ...plain } as unknown as AnyTool],
      approver: refusing,
    })
    assert.equal((await yard.call('plain')).error?.code, 'rejected')
  })

  it('are refused where they could not run', () => {
    const at = (given: object): (() => unknown) => {
      return () => fromAiTools({ x: { description: 'X.', inputSchema: z.object({}), ...given } })
    }
    assert.throws(at({}), /"x" of the AI SDK has no execute/)
    assert.throws(at({ execute: () => 1, isProviderExecuted: true }), /is run by the provider/)
    assert.throws(at({ execute: () => 1, contextSchema: z.object({}) }), /needs a context/)
    assert.throws(at({ execute: () => 1, requiresConsent: true }), /has "requiresConsent"/)
  })

  it('are found in a folder, as a set or one by one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolyard-ai-'))
    symlinkSync(resolve(import.meta.dirname, '../../../../node_modules'), join(folder, 'node_modules'))
    const head = `import { tool } from 'ai'\nimport { z } from 'zod'\n`
    const one = (name: string): string =>
      `tool({ description: '${name}.', inputSchema: z.object({}), needsApproval: false, execute: () => '${name}' })`
    writeFileSync(
      join(folder, 'set.ts'),
      `${head}import { fromAiTools } from 'toolyard/ai'\nexport default fromAiTools({ first: ${one('first')}, second: ${one('second')} })\n`,
    )
    writeFileSync(join(folder, 'third.ts'), `${head}export default ${one('third')}\n`)
    writeFileSync(join(folder, 'late.ts'), `export default Promise.resolve([])\n`)
    await using yard = await createToolyard({ toolFolders: [folder] })
    assert.deepEqual(
      yard.problems.map(({ hint }) => hint),
      ['An export is a promise: wait for it, as in `export default await fromMcpServer(server)`.'],
    )
    for (const name of ['first', 'second', 'third']) assert.equal(textOf(await yard.call(name)), name)
  })
})
