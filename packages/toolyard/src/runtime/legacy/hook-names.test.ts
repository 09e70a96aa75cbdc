import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HookSpec } from '../../define/index.ts'
import { fromHookConfig } from '../../pipeline/index.ts'
import { createToolyard } from '../create-toolyard.ts'
import { HookRunner } from './index.ts'
import { withYard } from './support.test.ts'

const pre = (name: string, handler: HookSpec['handler']): HookSpec => ({
  name,
  type: 'PRE_TOOL_USE',
  handler,
})

describe('a hook in older words', () => {
  for (const key of ['modifiedArgs', 'modified_args'])
    it(`replaces all arguments by its ${key}`, () =>
      withYard(async (yard) => {
        const answer = { action: 'MODIFY', [key]: { a: 2 } }
        yard.hooks.add(fromHookConfig({ name: 'old', hookType: 'PRE_TOOL_USE', handler: () => answer }))
        assert.deepEqual((await yard.call('echo', { a: 1, b: 1 })).data, { a: 2 })
        const { modifiedArgs } = await new HookRunner(yard).preExecute('echo', { a: 1, b: 1 })
        assert.deepEqual(modifiedArgs, { a: 2 })
      }))

  it('may be written in snake_case, and added as it is', () =>
    withYard(async (yard) => {
      const seen: unknown[] = []
      yard.hooks.add({
        name: 'old',
        hook_type: 'PRE_TOOL_USE',
        filter_names: ['echo'],
        handler: ({ tool_name, phase }) => void seen.push(tool_name, phase),
      })
      await yard.call('echo', {})
      await yard.call('count', { to: 1 })
      assert.deepEqual(seen, ['echo', 'PRE'])
    }))

  it('is refused with a key that no hook has', () =>
    withYard(async (yard) => {
      const handler = (): undefined => undefined
      const old = { name: 'old', hook_type: 'PRE_TOOL_USE', handler, filter_name: ['echo'] } as const
      assert.throws(() => yard.hooks.add(old), /Hook "old": "filter_name".*Did you mean "filter_names"/)
      const ours = { name: 'ours', type: 'PRE_TOOL_USE', handler, onFaillure: 'deny' } as const
      assert.throws(() => yard.hooks.add(ours), /Hook "ours": "onFaillure".*Did you mean "onFailure"/)
    }))

  it('keeps what the application provides when it replaces the arguments', async () => {
    const inputSchema = { user: String, a: Number }
    const tool = { name: 'who', description: 'w', inputSchema, provided: ['user'], execute: (x: object) => x }
    await using yard = await createToolyard({ tools: [tool], provide: () => ({ user: 'ada' }) })
    const handler = (): object => ({ action: 'MODIFY', modified_args: { a: 2 } })
    yard.hooks.add({ name: 'old', hook_type: 'PRE_TOOL_USE', handler })
    assert.deepEqual((await yard.call('who', { a: 1 })).data, { user: 'ada', a: 2 })
  })

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

describe('hooks registered with a tool', () => {
  const manifest = { name: 'own', description: 'Answers.', parameters: {} }
  const deny = { name: 'no', hook_type: 'PRE_TOOL_USE', handler: () => ({ action: 'DENY' }) } as const

  it('look at that tool alone, and go with it', () =>
    withYard(async (yard) => {
      yard.registry.register(manifest, () => 1, [deny])
      assert.equal((await yard.call('own')).status, 'denied')
      assert.equal((await yard.call('echo', {})).status, 'ok')
      assert.equal(yard.registry.unregister('own'), true)
      yard.registry.register(manifest, () => 1)
      assert.equal((await yard.call('own')).status, 'ok')
    }))

  it('are replaced together with it', () =>
    withYard(async (yard) => {
      const tool = { ...manifest, execute: () => 1 }
      yard.registry.register(tool, { hooks: [deny] })
      yard.registry.register(manifest, () => 2, { replace: true })
      assert.equal((await yard.call('own')).data, 2)
      yard.registry.register(manifest, () => 3, { replace: true, hooks: [deny] })
      assert.equal((await yard.call('own')).status, 'denied')
    }))

  it('keep the tool out where one is written wrongly', () =>
    withYard(async (yard) => {
      const wrong = { ...deny, hook_type: 'PRE_TOOL' } as unknown as typeof deny
      assert.throws(() => yard.registry.register(manifest, () => 1, [deny, wrong]), {
        code: 'invalid_config',
      })
      assert.equal(yard.registry.has('own'), false)
      yard.registry.register(manifest, () => 1)
      assert.equal((await yard.call('own')).status, 'ok')
    }))

  it('stay where another tool of the name is refused', () =>
    withYard(async (yard) => {
      yard.registry.register(manifest, () => 1, [deny])
      assert.throws(() => yard.registry.register(manifest, () => 2), { code: 'name_taken' })
      assert.equal((await yard.call('own')).status, 'denied')
    }))
})
