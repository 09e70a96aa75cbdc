import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StreamingToolExecutor } from './index.ts'
import { withYard } from './support.test.ts'

describe('a tool that says it does not stream', () => {
  it('answers the whole at its end, and is refused by executeStreaming', () =>
    withYard(async (yard) => {
      const manifest = { name: 'whole', description: 'Answers.', is_streaming: false }
      yard.registry.register(manifest, async function* () {
        yield 'a'
        yield 'b'
      })
      const events: string[] = []
      for await (const event of yard.stream('whole')) {
        events.push(event.type)
        if (event.type === 'result') assert.equal(event.result.data, 'ab')
      }
      assert.deepEqual(events, ['started', 'result'])
      const chunks = new StreamingToolExecutor(yard).executeStreaming('whole', {})
      await assert.rejects(chunks.next(), /does not support streaming/)
    }))
})

describe('executeStreaming', () => {
  it('waits for the callback before it goes on', () =>
    withYard(async (yard) => {
      const steps: string[] = []
      const callback = async (event: { type: string }): Promise<void> => {
        steps.push(`${event.type} in`)
        await new Promise((resolve) => setTimeout(resolve, 5))
        steps.push(`${event.type} out`)
      }
      for await (const chunk of new StreamingToolExecutor(yard).executeStreaming(
        'count',
        { to: 2 },
        callback,
      ))
        steps.push(`yield ${(chunk as { at: number }).at}`)
      const [one, two] = ['yield 1', 'yield 2'].map((last) => ['chunk in', 'chunk out', last])
      assert.deepEqual(steps, [...(one ?? []), ...(two ?? []), 'done in', 'done out'])
    }))

  it('throws what the tool failed with after the chunks that came, and does not say done', () =>
    withYard(async (yard) => {
      const events: unknown[] = []
      const stream = new StreamingToolExecutor(yard).executeStreaming('count', { to: 10 }, (event) =>
        events.push(event.type),
      )
      await assert.rejects(
        async () => {
          for await (const _ of stream);
        },
        { code: 'tool_failed', message: /too far/ },
      )
      assert.deepEqual(new Set(events), new Set(['chunk']))
      assert.equal(events.length, 10)
    }))

  it('cancels the call where the reader leaves', () =>
    withYard(async (yard) => {
      for await (const _ of new StreamingToolExecutor(yard).executeStreaming('count', { to: 5 })) break
      const [call] = await yard.calls({ tool: 'count' })
      assert.equal(call?.status, 'cancelled')
    }))
})
