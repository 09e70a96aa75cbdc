/** The document from its first line to its last: find the tools, look at them, run them. */
/* oxlint-disable no-console -- this example talks to a person */
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { executeTool } from './agent/tool-executor.ts'
import { makeBuiltinFactory, makeToolFactory } from './tool-factory.ts'

const toolFactory = await makeToolFactory()
const toolContext = { threadId: 'thread-1' }
const explanation = '我要读取文件，以便了解它的内容'

console.log('# 4.2 initialize, auto_discover_tools')
console.log('工具数量', await toolFactory.initialize())
for (const { file, reason } of await toolFactory.autoDiscoverTools())
  console.log('失败', basename(file), reason.split('\n')[0])

console.log('# 4.2 get_tool, get_all_tools')
const info = toolFactory.getTool('read_file')
console.log(info?.name, JSON.stringify(info?.description))
console.log(Object.keys(info?.parameters.properties ?? {}))
console.log(Object.keys(toolFactory.getAllTools()))

console.log('# 4.2 get_tool_instance, get_all_tool_instances')
console.log(toolFactory.getToolInstance('word_count').name)
console.log(toolFactory.getAllToolInstances().map(({ name }) => name))
try {
  toolFactory.getToolInstance('no_such_tool')
} catch (error) {
  console.log((error as Error).message)
}

console.log('# 4.2 register_tool')
class Undecorated {
  execute(): string {
    return 'never registered'
  }
}
console.log('未装饰的类', toolFactory.registerTool(Undecorated))

console.log('# 5.1, 5.2 execute_tool')
const run = (name: string, args: object): Promise<unknown> =>
  executeTool(toolFactory, name, { toolContext, ...args })
console.log(await run('read_file', { explanation, target_file: 'notes.txt', offset: 1, limit: 1 }))
console.log(await run('read_file', { explanation, target_file: 'notes.txt', should_read_entire_file: true }))
console.log(await run('read_file', { explanation, target_file: 'none.txt' }))
console.log(await run('word_count', { explanation, text: '工具架构' }))

console.log('# 4.1.1 explanation')
console.log(await run('word_count', { text: '工具架构' }))
await toolFactory.yard.close()

console.log('# 2.2 the other tools')
await rm('made', { recursive: true, force: true })
const builtins = await makeBuiltinFactory()
const use = (name: string, args: object): Promise<unknown> =>
  executeTool(builtins, name, { toolContext, ...args })
console.log(await use('write_to_file', { target_file: 'made/a.txt', content: '一二三\n' }))
console.log(await use('grep_search', { query: '二', path: 'made' }))
console.log(await use('read_file', { target_file: 'made/a.txt', offset: 0, limit: 100 }))
console.log((await builtins.yard.execute('list_dir', { path: 'made' })).startsWith('a.txt'))
await rm('made', { recursive: true })
await builtins.yard.close()
