import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HookSpec } from '../pipeline/index.ts'
import {
  createToolyard,
  fromHookConfig,
  HookRunner,
  registerTool,
  StreamingToolExecutor,
  ToolFactory,
  type ToolService,
} from './index.ts'

const echo = registerTool('echo', 'Answers its arguments.', {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
})((args: object) => args)
const count = registerTool('count', 'Counts.', { to: Number })(async function* ({ to }: { to: number }) {
  for (let at = 1; at <= to; at++) yield { at }
  if (to > 9) throw new Error('too far')
})

async function withYard(use: (yard: ToolService) => Promise<void>): Promise<void> {
  await using yard = await createToolyard({ tools: [echo, count] })
  await use(yard)
}
const pre = (name: string, handler: HookSpec['handler']): HookSpec => ({
  name,
  type: 'PRE_TOOL_USE',
  handler,
})

describe('a hook in older words', () => {
  it('replaces all arguments by those that it answers', () =>
    withYard(async (yard) => {
      const answer = { action: 'MODIFY', modifiedArgs: { a: 2 } }
      yard.hooks.add(fromHookConfig({ name: 'old', hookType: 'PRE_TOOL_USE', handler: () => answer }))
      assert.deepEqual((await yard.call('echo', { a: 1, b: 1 })).data, { a: 2 })
    }))

  it('looks at all tools where it names none', () => {
    const { tools } = fromHookConfig({
      name: 'x',
      hookType: 'PRE_TOOL_USE',
      handler: () => 1,
      filterNames: null,
    })
    assert.equal(tools, undefined)
  })

  it('sees what the tool returned, not the result around it', () =>
    withYard(async (yard) => {
      const seen: unknown[] = []
      const handler = ({ result, phase }: { result?: unknown; phase: string }) =>
        void seen.push(phase, result)
      yard.hooks.add(fromHookConfig({ name: 'old', hookType: 'POST_TOOL_USE', handler }))
      await yard.call('echo', { a: 1 })
      assert.deepEqual(seen, ['POST', { a: 1 }])
    }))

  it('that throws before a call denies it', () =>
    withYard(async (yard) => {
      const broken = { name: 'old', hookType: 'PRE_TOOL_USE', handler: () => assert.fail('broken') } as const
      yard.hooks.add(fromHookConfig(broken))
      assert.equal((await yard.call('echo', {})).error?.code, 'denied_by_hook')
    }))
})

describe('asking hooks outside a call', () => {
  it('merges the changes of one hook after the other, and runs in order', () =>
    withYard(async (yard) => {
      yard.hooks.add({
        ...pre('second', ({ arguments: { a } }) => ({ action: 'modify', arguments: { b: Number(a) + 1 } })),
        order: 2,
      })
      yard.hooks.add({
        ...pre('first', () => ({ action: 'modify', arguments: { a: 5, c: undefined } })),
        order: 1,
      })
      assert.deepEqual(await new HookRunner(yard).preExecute('echo', { a: 1, c: 1 }), {
        action: 'ALLOW',
        modifiedArgs: { a: 5, b: 6 },
      })
    }))

  it('stops at the first that denies, asks or skips', () =>
    withYard(async (yard) => {
      const runner = new HookRunner(yard)
      const remove = yard.hooks.add(pre('ask', () => ({ action: 'ask', message: 'sure?' })))
      yard.hooks.add(pre('never', () => assert.fail('it was asked')))
      assert.deepEqual(await runner.preExecute('echo', {}), {
        action: 'ASK',
        message: 'sure?',
        modifiedArgs: {},
      })
      remove()
      const skip = yard.hooks.add({ ...pre('skip', () => ({ action: 'skip', output: 'cached' })), order: -1 })
      const skipped = await runner.preExecute('echo', {})
      assert.deepEqual([skipped.action, skipped.modifiedResult], ['SKIP', 'cached'])
      skip()
      assert.equal((await runner.preExecute('echo', {})).action, 'DENY')
    }))

  it('lets hooks after a call withhold the result, and asks for tools that nobody registered', () =>
    withYard(async (yard) => {
      const runner = new HookRunner(yard)
      assert.deepEqual(await runner.postExecute('unknown', {}, 'x'), {
        action: 'CONTINUE',
        modifiedResult: 'x',
      })
      yard.hooks.add({
        name: 'no',
        type: 'POST_TOOL_USE',
        handler: () => ({ action: 'deny', message: 'secret' }),
      })
      assert.deepEqual(await runner.postExecute('echo', {}, 'x'), { action: 'DENY', message: 'secret' })
    }))

  it('leaves the caller’s arguments as they were', () =>
    withYard(async (yard) => {
      yard.hooks.add(pre('change', () => ({ action: 'modify', arguments: { a: 2 } })))
      const args = { a: 1 }
      await new HookRunner(yard).preExecute('echo', args)
      assert.deepEqual(args, { a: 1 })
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

describe('ToolFactory', () => {
  it('tells a fault of any kind in error and never throws', () =>
    withYard(async (yard) => {
      const factory = new ToolFactory(yard)
      for (const [name, args] of [
        ['none', {}],
        ['echo', { a: 'x' }],
        ['count', { to: 'y' }],
      ] as const) {
        const result = await factory.runTool(undefined, name, args)
        assert.equal(result.name, name)
        assert.ok(result.error && !('output' in result))
      }
    }))

  it('gives the text of a result that has no data', () =>
    withYard(async (yard) => {
      yard.registry.register({ name: 'nothing', description: 'n', execute: () => undefined })
      assert.deepEqual(await new ToolFactory(yard).runTool(undefined, 'nothing'), {
        name: 'nothing',
        output: '',
      })
    }))
})
