/** The document from its first line to its last: a registry, the default tools, a tool of one's own. */
/* oxlint-disable no-console -- this example talks to a person */
import { rm } from 'node:fs/promises'
import { createToolyard } from 'toolyard'
import { MyCustomTool } from './my-custom-tool.ts'
import { probeTool, wrongParams } from './probe-tool.ts'

await using yard = await createToolyard({ policy: { explanation: 'off' } })
const { registry } = yard

console.log('# 添加自定义工具')
registry.register(new MyCustomTool())
console.log(await registry.execute('my_custom_tool', { input: 'x' }))
console.log(registry.has('my_custom_tool'), registry.has('none'), registry.toolNames)
const tool = registry.get('my_custom_tool')
console.log(tool?.name, tool?.description, JSON.stringify(tool?.parameters))
console.log(await tool?.validateParams({ input: 'x' }), (await tool?.validateParams({}))?.length)
console.log(registry.getDefinitions().length, JSON.stringify(tool?.toSchema()).includes('"my_custom_tool"'))

console.log('# 参数验证')
registry.register(probeTool)
const probe = registry.get('probe')
console.log(await probe?.validateParams({ text: 'abc', count: 2, mode: 'a', inner: { id: 'x' } }))
for (const params of wrongParams)
  console.log(JSON.stringify(params), '→', (await probe?.validateParams(params))?.[0])
registry.unregister('probe')
console.log(registry.has('probe'))

console.log('# 内置工具')
await rm('made', { recursive: true, force: true })
await using agent = await createToolyard({
  tools: { builtins: ['files', 'shell', 'system', 'collab'] },
  policy: { mode: 'accept-edits', allow: ['bash'] },
})
const execute = (name: string, params: object): Promise<string> => agent.registry.execute(name, params)
console.log((await execute('write_file', { content: '一\n二\n一\n', filePath: 'made/a.txt' })).split('\n')[0])
console.log(await execute('read_file', { filePath: 'made/a.txt', offset: 2, limit: 1 }))
console.log(
  (await execute('edit_file', { filePath: 'made/a.txt', oldString: '一', newString: '三' })).split(':')[0],
)
const edit = { filePath: 'made/a.txt', oldString: '一', newString: '三', replaceAll: true }
console.log((await agent.call('edit_file', edit)).status)
console.log(await execute('exec', { command: 'cat made/a.txt', timeout: 120_000 }))
console.log((await execute('list_dir', { path: 'made' })).startsWith('a.txt'))

console.log('# 安全考虑')
console.log((await execute('read_file', { filePath: '../../outside.txt' })).split(':')[0])
console.log((await execute('exec', { command: 'sleep 60', timeout: 300 })).split(':')[0])
console.log((await execute('exec', { command: 'true', wrong: 1 })).split(':')[0])

console.log('# 错误处理')
console.log((await execute('no_such_tool', {})).split(':')[0])
console.log((await execute('exec', { command: 'exit 3' })).includes('exit code 3'))

console.log('# 异步执行')
const both = ['x', 'y'].map((input) => ({ tool: 'my_custom_tool', input: { input } }))
console.log((await yard.callMany(both)).map(({ data }) => data))

console.log('# SpawnTool')
await agent.agents.create({
  name: 'helper',
  prompt: 'You help.',
  model: 'scripted/scripts/parent.json',
  toolIds: ['spawn'],
})
const run = await agent.runs.start({ agent: 'helper', prompt: '后台执行' })
for await (const event of run.events) {
  if (event.type === 'tool_call') console.log('calls', event.tool, JSON.stringify(event.input))
  if (event.type === 'done') console.log('says', event.text)
}
await rm('made', { recursive: true })
