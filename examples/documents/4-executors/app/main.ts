/** The document from its first line to its last: four types of tools, threads, and what was there before. */
/* oxlint-disable no-console -- this example talks to a person */
import { createToolyard } from 'toolyard'
import { ToolType } from 'toolyard/legacy'
import { DatabaseTool } from './database-tool.ts'
import { startDatabaseServer, startWeather } from './servers.ts'

await using weather = await startWeather()
await using postgres = await startDatabaseServer()
// Servers on this machine are private targets: a program names those that its tools may reach.
await using service = await createToolyard({
  network: { allow: [weather.target] },
  policy: { allow: ['*'] },
})

console.log('# 1. STATELESS')
service.registerStatelessTool('calculator', {
  name: 'calculator',
  description: '计算器工具',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
  execute: async (params: { a: number; b: number }) => params.a + params.b,
})
console.log(await service.execute('calculator', { a: 1, b: 2 }, 'thread-1'))
console.log((await service.call('calculator', { a: 1, b: 2 }, { threadId: 'thread-1' })).data)

console.log('# 2. STATEFUL')
service.registerStatefulTool('database', {
  name: 'database',
  description: '数据库工具',
  parameters: { type: 'object', properties: { row: { type: 'string' } }, required: ['row'] },
  create: () => new DatabaseTool(),
})
console.log(await service.execute('database', { row: '一' }, 'thread-1'))
console.log(await service.execute('database', { row: '二' }, 'thread-1'))
console.log(await service.execute('database', { row: '三' }, 'thread-2'))

console.log('# 3. REST')
service.registerRestTool('weather', {
  name: 'weather',
  description: '天气查询',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  config: { baseUrl: `http://${weather.target}`, headers: { Authorization: 'Bearer xxx' } },
})
console.log((await service.call('weather', { city: '罗马' })).data)

console.log('# 4. MCP')
await using remote = await createToolyard({
  network: { allow: [postgres.target] },
  policy: { allow: ['*'] },
})
remote.registerMcpTool('database', {
  name: 'database',
  description: '数据库操作',
  parameters: { type: 'object', properties: { sql: { type: 'string' } }, required: ['sql'] },
  config: { serverName: 'postgres-server', serverUrl: `http://${postgres.target}` },
})
console.log(await remote.execute('database', { sql: 'select 1' }))

console.log('# ToolType')
for (const { name, type } of [...service.registry.listAll(), ...remote.registry.listAll()])
  console.log(name, type === ToolType[type] && type)

console.log('# ThreadContext')
const context = service.threads.getOrCreateContext('thread-3')
context.registerStatefulTool('notes', { create: () => ({ made: 'once' }) })
const notes = await context.getStatefulTool('notes')
console.log(notes, notes === (await context.getStatefulTool('notes')))
await context.cleanupStatefulTool('notes')
console.log(notes === (await context.getStatefulTool('notes')))
await service.threads.cleanupContext('thread-1')
console.log(await service.execute('database', { row: '四' }, 'thread-1'))
await context.cleanupAll()

console.log('# 向后兼容')
await using old = await createToolyard({
  tools: { registry: 'configs/tools/__registry__.toml' },
  policy: { allow: ['*'] },
})
console.log(
  old.problems.length,
  old.registry.listAll().map(({ name, type }) => `${name} ${type}`),
)
console.log(await old.execute('sum', { a: 1, b: 2 }))
console.log(
  await old.execute('counter', { by: 2 }, 'thread-1'),
  await old.execute('counter', { by: 2 }, 'thread-1'),
)
