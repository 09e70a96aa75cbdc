/** Document 4, `工具执行器改造设计文档`: each name called the old way. */
import assert from 'node:assert/strict'
import {
  defineTool,
  RegisteredTool,
  StatefulToolExecutor,
  StatelessToolExecutor,
  ThreadContext,
  ThreadContextManager,
  type ToolContext,
  ToolService,
  ToolType,
} from 'toolyard'
import { calculator, type Cases, database, DatabaseTool, readFile, withYard } from './fixtures.ts'

const noContext = {} as ToolContext
const withCalculator = (use: (yard: ToolService) => unknown): Promise<unknown> =>
  withYard((yard) => {
    yard.registerStatelessTool('calculator', calculator)
    return use(yard)
  })
const withDatabase = (use: (yard: ToolService) => unknown): Promise<unknown> =>
  withYard((yard) => {
    yard.registerStatefulTool('database', { ...database, create: () => new DatabaseTool() })
    return use(yard)
  })

export const executorsAndThreads: Cases = {
  ToolService: () => withYard((yard) => assert.ok(yard instanceof ToolService)),
  'ToolService.execute': () =>
    withCalculator(async (yard) => {
      assert.equal(await yard.execute('calculator', { a: 1, b: 2 }, 't1'), '3')
      assert.equal((await yard.call('calculator', { a: 1, b: 2 }, { threadId: 't1' })).data, 3)
    }),
  registerStatelessTool: () =>
    withCalculator((yard) => {
      assert.equal(yard.registry.get('calculator')?.manifest.type, ToolType.STATELESS)
      assert.throws(
        () => yard.registerStatelessTool('broken', { ...calculator, name: 'broken', execute: 5 as never }),
        {
          code: 'invalid_definition',
        },
      )
    }),
  registerStatefulTool: () =>
    withDatabase(async (yard) => {
      assert.equal(yard.registry.get('database')?.manifest.type, ToolType.STATEFUL)
      const add = async (threadId: string): Promise<unknown> =>
        (await yard.call('database', { row: 'x' }, { threadId })).data
      assert.deepEqual([await add('a'), await add('a'), await add('b')], [1, 2, 1])
    }),
  StatelessToolExecutor: () => {
    const tool = defineTool({ name: 'a', description: 'b', execute: () => 'ran' })
    assert.equal(new StatelessToolExecutor().execute(tool, {}, noContext), 'ran')
  },
  StatefulToolExecutor: async () => {
    const tool = defineTool({ name: 'a', description: 'b', create: () => ({ execute: () => 'ran' }) })
    const threads = new ThreadContextManager()
    const executor = new StatefulToolExecutor(threads)
    const context = { threadId: 't', signal: new AbortController().signal } as ToolContext
    assert.equal(await executor.execute(tool, {}, context), 'ran')
    await threads.cleanupAll()
  },
  ThreadContext: () => withYard((yard) => assert.ok(yard.thread('t1') instanceof ThreadContext)),
  'ThreadContext.registerStatefulTool': () =>
    withYard(async (yard) => {
      yard.thread('t1').registerStatefulTool('database', { create: () => new DatabaseTool() })
      assert.ok((await yard.thread('t1').getStatefulTool('database')) instanceof DatabaseTool)
    }),
  'ThreadContext.getStatefulTool': () =>
    withDatabase(async (yard) => {
      await yard.call('database', { row: 'x' }, { threadId: 't1' })
      const instance = (await yard.thread('t1').getStatefulTool('database')) as DatabaseTool
      assert.deepEqual(instance.rows, ['x'])
      assert.equal(await yard.thread('t1').getStatefulTool('database'), instance)
      await assert.rejects(yard.thread('t1').getStatefulTool('none'), { code: 'not_found' })
    }),
  'ThreadContext.cleanupStatefulTool': () =>
    withDatabase(async (yard) => {
      await yard.call('database', { row: 'x' }, { threadId: 't1' })
      const before = DatabaseTool.disposed
      await yard.thread('t1').cleanupStatefulTool('database')
      assert.equal(DatabaseTool.disposed, before + 1)
      assert.equal((await yard.call('database', { row: 'y' }, { threadId: 't1' })).data, 1)
    }),
  'ThreadContext.cleanupAll': () =>
    withDatabase(async (yard) => {
      await yard.call('database', { row: 'x' }, { threadId: 't1' })
      const before = DatabaseTool.disposed
      await yard.thread('t1').cleanupAll()
      assert.equal(DatabaseTool.disposed, before + 1)
    }),
  ThreadContextManager: () => withYard((yard) => assert.ok(yard.threads instanceof ThreadContextManager)),
  'ThreadContextManager.getOrCreateContext': () =>
    withYard((yard) => {
      const context = yard.threads.getOrCreateContext('t1')
      assert.equal(yard.threads.getOrCreateContext('t1'), context)
      assert.notEqual(yard.threads.getOrCreateContext('t2'), context)
    }),
  'ThreadContextManager.cleanupContext': () =>
    withDatabase(async (yard) => {
      await yard.call('database', { row: 'x' }, { threadId: 't1' })
      const before = DatabaseTool.disposed
      await yard.threads.cleanupContext('t1')
      assert.deepEqual([DatabaseTool.disposed, yard.threads.has('t1')], [before + 1, false])
      await yard.threads.cleanupContext('never')
    }),
  ToolType: () => {
    for (const word of ['STATELESS', 'STATEFUL', 'REST', 'MCP'] as const) assert.equal(ToolType[word], word)
  },
  Tool: () => withCalculator((yard) => assert.ok(yard.registry.get('calculator') instanceof RegisteredTool)),
  'Tool.type': () =>
    withCalculator((yard) => assert.equal(yard.registry.get('calculator')?.manifest.type, 'STATELESS')),
  'Tool.id': () =>
    withYard(
      async (yard) => {
        await yard.syncTools()
        assert.match((await yard.history.find('read_file')).id, /^[\da-f-]{36}$/)
      },
      { tools: [readFile] },
    ),
  'Tool.metadata': () =>
    withCalculator((yard) => assert.deepEqual(yard.registry.get('calculator')?.manifest.tags, [])),
  ToolParameters: () =>
    withYard(async (yard) => {
      yard.registerStatelessTool('sum', { ...calculator, name: 'sum', parameters: { a: Number, b: Number } })
      assert.equal((await yard.call('sum', { a: 1, b: 2 })).data, 3)
    }),
  StatelessToolDefinition: () =>
    withYard(async (yard) => {
      const { name: _, ...definition } = calculator
      yard.registerStatelessTool('named_by_key', definition)
      assert.equal((await yard.call('named_by_key', { a: 1, b: 2 })).data, 3)
    }),
  StatefulToolFactory: () =>
    withYard(async (yard) => {
      const factory = { made: 0, create: () => (factory.made++, new DatabaseTool()) }
      yard.registerStatefulTool('database', { ...database, factory })
      await yard.call('database', { row: 'x' }, { threadId: 't1' })
      await yard.call('database', { row: 'x' }, { threadId: 't1' })
      assert.equal(factory.made, 1)
    }),
  StatefulToolDefinition: () =>
    withYard(async (yard) => {
      yard.registerStatefulTool('database', { ...database, factory: { create: () => new DatabaseTool() } })
      assert.equal((await yard.call('database', { row: 'x' })).data, 1)
    }),
  BuiltinToolExecutor: () =>
    withCalculator(async (yard) => assert.equal((await yard.call('calculator', { a: 1, b: 2 })).data, 3)),
  NativeToolExecutor: () =>
    withDatabase(async (yard) => assert.equal((await yard.call('database', { row: 'x' })).data, 1)),
}
