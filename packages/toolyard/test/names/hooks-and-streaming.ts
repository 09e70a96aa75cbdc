/** Document 3, `Phase 6 工具系统重构`, hooks and streaming: each name called the old way. */
import assert from 'node:assert/strict'
import {
  confirmDangerous,
  fromHookConfig,
  HookAction,
  type HookConfig,
  HookExecutor,
  HookPhase,
  HookRunner,
  HookType,
  logCalls,
  type StreamEvent,
  StreamingToolExecutor,
} from 'toolyard'
import { type Cases, glob, globManifest, tail, withGlob, withYard } from './fixtures.ts'

export const pre = (handler: HookConfig['handler'], filterNames?: string[]): HookConfig => ({
  name: 'pre',
  hookType: HookType.PRE_TOOL_USE,
  handler,
  ...(filterNames && { filterNames }),
})
const post = (handler: HookConfig['handler']): HookConfig => ({
  name: 'post',
  hookType: HookType.POST_TOOL_USE,
  handler,
})

const withTail = (use: (executor: StreamingToolExecutor) => unknown): Promise<unknown> =>
  withGlob(async (yard) => {
    const parameters = { lines: Number }
    yard.registry.register({ name: 'tail', description: '流式', parameters, is_streaming: true }, tail)
    await use(new StreamingToolExecutor(yard))
  })

const hooks: Cases = {
  HookConfig: () =>
    withGlob(
      async (yard) => assert.deepEqual((await yard.call('glob', { pattern: '*' })).data, ['a.md']),
      pre(() => ({ action: HookAction.MODIFY, modifiedArgs: { pattern: '*.md' } })),
    ),
  'HookConfig.filter_names': () =>
    withGlob(
      async (yard) => {
        yard.registry.register({ ...globManifest, name: 'other' }, glob)
        assert.equal((await yard.call('glob', { pattern: '*' })).status, 'denied')
        assert.equal((await yard.call('other', { pattern: '*' })).status, 'ok')
      },
      pre(() => ({ action: 'DENY' }), ['glob']),
    ),
  HookType: async () => {
    assert.deepEqual(Object.keys(HookType), ['PRE_TOOL_USE', 'POST_TOOL_USE', 'TOOL_ERROR', 'TOOL_SKIP'])
    const told: string[] = []
    const tell = (hookType: HookType): HookConfig => ({
      name: hookType,
      hookType,
      handler: () => void told.push(hookType),
    })
    await withGlob(
      async (yard) => {
        yard.registry.register({ name: 'fails', description: 'f' }, () => Promise.reject(new Error('x')))
        await yard.call('glob', { pattern: '*' })
        await yard.call('fails')
        yard.hooks.add(fromHookConfig(pre(() => ({ action: 'SKIP', message: 'skipped' }))))
        await yard.call('glob', { pattern: '*' })
      },
      ...Object.values(HookType).map(tell),
    )
    assert.deepEqual(told, [
      'PRE_TOOL_USE',
      'POST_TOOL_USE',
      'PRE_TOOL_USE',
      'TOOL_ERROR',
      'PRE_TOOL_USE',
      'TOOL_SKIP',
    ])
  },
  HookExecutor: () => withYard((yard) => assert.ok(yard.hooks instanceof HookExecutor)),
  'HookExecutor.pre_execute': () =>
    withGlob(
      async (yard) => {
        const runner = new HookRunner(yard)
        assert.deepEqual(await runner.preExecute('glob', { pattern: '*', deep: true }), {
          action: HookAction.ALLOW,
          modifiedArgs: { pattern: 'changed' },
        })
        yard.hooks.add(fromHookConfig(pre(() => ({ action: 'DENY', message: 'not here' }))))
        const denied = await runner.preExecute('glob', { pattern: '*' })
        assert.deepEqual(
          [denied.action, denied.message, denied.modifiedArgs],
          ['DENY', 'not here', undefined],
        )
      },
      pre(() => ({ action: HookAction.MODIFY, modifiedArgs: { pattern: 'changed' } })),
    ),
  'HookExecutor.post_execute': () =>
    withGlob(
      async (yard) =>
        assert.deepEqual(await new HookRunner(yard).postExecute('glob', { pattern: '*' }, ['a', 'b']), {
          action: HookAction.CONTINUE,
          modifiedResult: ['a'],
        }),
      post(({ result }) => ({
        action: HookAction.MODIFY_RESULT,
        modifiedResult: (result as string[]).slice(0, 1),
      })),
    ),
  HookContext: () => contextOf(({ callId, principal }) => [typeof callId, principal], ['string', 'local']),
  'HookContext.tool_name': () => contextOf(({ toolName, tool }) => [toolName, tool], ['glob', 'glob']),
  'HookContext.arguments': () => contextOf((context) => context.arguments, { pattern: '*' }),
  'HookContext.result': () => contextOf(({ result }) => result, ['a'], HookType.POST_TOOL_USE),
  'HookContext.phase': () => contextOf(({ phase }) => phase, HookPhase.PRE),
  HookPhase: () => contextOf(({ phase }) => phase, HookPhase.POST, HookType.POST_TOOL_USE),
  HookResult: () =>
    withGlob(
      async (yard) => assert.deepEqual((await yard.call('glob', { pattern: '*' })).data, ['a.md']),
      pre(() => ({ action: 'modify', arguments: { pattern: '*.md' } })),
    ),
  'HookResult.action': () =>
    withGlob(
      async (yard) => assert.equal((await yard.call('glob', { pattern: '*' })).error?.code, 'denied_by_hook'),
      pre(() => ({ action: HookAction.DENY })),
    ),
  'HookResult.message': () =>
    withGlob(
      async (yard) =>
        assert.match((await yard.call('glob', { pattern: '*' })).error?.message ?? '', /not here/),
      pre(() => ({ action: 'DENY', message: 'not here' })),
    ),
  'HookResult.modified_args': () =>
    withYard(async (yard) => {
      yard.registry.register(globManifest, glob)
      yard.hooks.add({
        name: 'm',
        hook_type: 'PRE_TOOL_USE',
        handler: () => ({ action: 'MODIFY', modified_args: { pattern: '*.md' } }),
      })
      assert.deepEqual((await yard.call('glob', { pattern: '*' })).data, ['a.md'])
    }),
  'HookResult.modified_result': () =>
    withYard(async (yard) => {
      yard.registry.register(globManifest, glob)
      yard.hooks.add({
        name: 'm',
        type: 'POST_TOOL_USE',
        handler: () => ({ action: 'MODIFY_RESULT', modified_result: 'hidden' }),
      })
      assert.equal(await yard.execute('glob', { pattern: '*' }), 'hidden')
    }),
  HookAction: () => {
    for (const word of ['ALLOW', 'DENY', 'MODIFY', 'MODIFY_RESULT', 'CONTINUE'] as const)
      assert.equal(HookAction[word], word)
  },
  'confirm dangerous operations (built-in hook)': () =>
    withYard(
      async (yard) =>
        assert.match((await yard.call('sh', { command: 'rm -rf /' })).error?.message ?? '', /destructive/),
      {
        hooks: [confirmDangerous()],
        tools: [
          {
            name: 'sh',
            description: 'Runs.',
            parameters: { command: String },
            execute: () => assert.fail('it ran'),
          },
        ],
      },
    ),
  'logging (built-in hook)': async () => {
    const lines: string[] = []
    await withGlob(async (yard) => {
      for (const hook of logCalls((line) => lines.push(line))) yard.hooks.add(hook)
      await yard.call('glob', { pattern: '*' })
    })
    assert.match(lines.join('\n'), /^glob · ok/)
  },
}

const streaming: Cases = {
  StreamingToolExecutor: () => withTail((executor) => assert.ok(executor instanceof StreamingToolExecutor)),
  'StreamingToolExecutor.execute_streaming': () =>
    withTail(async (executor) => {
      const events: StreamEvent[] = []
      const chunks: unknown[] = []
      const callback = async (event: StreamEvent): Promise<void> => void events.push(event)
      for await (const chunk of executor.executeStreaming('tail', { lines: 2 }, callback)) chunks.push(chunk)
      assert.equal(chunks.join(''), 'line 1\nline 2\n')
      assert.deepEqual(events.at(-1), { type: 'done', tool: 'tail' })
      assert.deepEqual(
        events.slice(0, -1),
        chunks.map((data) => ({ type: 'chunk', data })),
      )
      await assert.rejects(
        executor.executeStreaming('glob', { pattern: '*' }, callback).next(),
        /Tool glob does not support streaming/,
      )
      await assert.rejects(executor.executeStreaming('none', {}, callback).next(), { code: 'tool_not_found' })
    }),
}

export const hooksAndStreaming: Cases = { ...hooks, ...streaming }

/** What a hook sees while `glob` is called with `{ pattern: '*' }`. */
function contextOf(
  read: (context: Parameters<HookConfig['handler']>[0]) => unknown,
  expected: unknown,
  hookType: HookType = HookType.PRE_TOOL_USE,
): Promise<unknown> {
  const seen: unknown[] = []
  return withGlob(
    async (yard) => {
      await yard.call('glob', { pattern: '*' })
      assert.deepEqual(seen, [expected])
    },
    { name: 'look', hookType, handler: (context) => void seen.push(read(context)) },
  )
}
