/** Document 4, `工具执行器改造设计文档`: each name called the old way. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createToolyard,
  defineTool,
  RegisteredTool,
  type RestToolDefinition,
  StatefulToolExecutor,
  StatelessToolExecutor,
  ThreadContext,
  ThreadContextManager,
  type ToolContext,
  ToolService,
  ToolType,
} from 'toolyard'
import { McpToolExecutor, RestToolExecutor } from 'toolyard/executors'
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

const query = {
  name: 'database',
  description: '数据库操作',
  parameters: { type: 'object', properties: { sql: { type: 'string' } } },
  config: { serverName: 'postgres-server', serverUrl: 'http://localhost:3000' },
}

/** An endpoint that answers what it was asked, and with which key. */
async function withWeather(
  use: (yard: ToolService, definition: RestToolDefinition) => unknown,
): Promise<unknown> {
  const server = createServer((request, response) => {
    const city = new URL(request.url ?? '', 'http://localhost').searchParams.get('city')
    const answer = { city, key: request.headers.authorization }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const definition = {
    name: 'weather',
    description: '天气查询',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
    config: { baseUrl: `http://127.0.0.1:${port}`, headers: { Authorization: 'Bearer xxx' } },
  }
  await using yard = await createToolyard({ network: { allow: [`127.0.0.1:${port}`] } })
  try {
    yard.registerRestTool('weather', definition)
    return await use(yard, definition)
  } finally {
    server.close()
  }
}

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
  registerRestTool: () =>
    withWeather(async (yard) => {
      assert.equal(yard.registry.get('weather')?.manifest.type, ToolType.REST)
      assert.deepEqual((await yard.call('weather', { city: 'Rome' })).data, {
        city: 'Rome',
        key: 'Bearer xxx',
      })
    }),
  RestToolDefinition: () =>
    withWeather((yard, definition) =>
      assert.throws(() => yard.registerRestTool('other', definition), { code: 'invalid_definition' }),
    ),
  RestToolConfig: () =>
    withWeather((yard, { config, ...definition }) => {
      yard.registerRestTool('slow', { ...definition, name: 'slow', config: { ...config, timeout: 500 } })
      assert.equal(yard.registry.get('slow')?.manifest.type, ToolType.REST)
    }),
  RestToolExecutor: () => assert.equal(typeof new RestToolExecutor().execute, 'function'),
  'Tool.config': () =>
    withWeather((yard) => assert.match(yard.registry.get('weather')?.manifest.via?.text ?? '', /^GET http/)),
  registerMcpTool: () =>
    withYard(async (yard) => {
      yard.registerMcpTool('database', query)
      assert.equal(yard.registry.get('database')?.manifest.type, ToolType.MCP)
      const { error } = await yard.call('database', { sql: 'select 1' })
      assert.match(error?.message ?? '', /localhost:3000/)
    }),
  McpToolDefinition: () =>
    withYard((yard) => {
      yard.registerMcpTool('database', query)
      assert.match(yard.registry.get('database')?.manifest.via?.text ?? '', /postgres-server/)
    }),
  McpToolConfig: () =>
    withYard((yard) =>
      assert.throws(() => yard.registerMcpTool('database', { ...query, config: {} as never }), {
        code: 'invalid_definition',
      }),
    ),
  McpToolExecutor: () => assert.equal(McpToolExecutor.length, 1),
  '__registry__.toml': async () => {
    await using yard = await createToolyard({ toolRegistry: 'no/such/__registry__.toml' })
    assert.match(yard.problems[0]?.file ?? '', /__registry__\.toml/)
  },
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
