import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HookSpec } from '../../pipeline/index.ts'
import { fromHookConfig, HookRunner } from './index.ts'
import { withYard } from './support.test.ts'

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
