/** The document from its first line to its last: register, sync, give an agent its tools, run it. */
/* oxlint-disable no-console -- this example talks to a person */
import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { getSdkToolsForAgent, registerTool } from 'toolyard/legacy'
import { startServer } from './api.ts'
import { SDKExecutor } from './sdk-executor.ts'
import { start } from './sync.ts'

const workspace = process.cwd()
await rm('notes.txt', { force: true })

console.log('# 2.3, 2.4 sync at the start')
const first = await start(workspace)
console.log('Tools synced:', first.result)
await first.yard.close()
const { yard, result } = await start(workspace)
console.log('Tools synced:', result)

// Before, a tool of this name had another description.
const store = 'sqlite:older.db'
const older = registerTool('read_file', '读取文件', { path: String })(() => '')
await (await start(workspace, { store, tools: [older] })).yard.close()
const changed = await start(workspace, { store })
console.log('Tools synced:', changed.result)
await changed.yard.close()

console.log('# 2.1 the registry')
for (const { name, description, inputSchema } of yard.registry.listAll())
  console.log(name, description, JSON.stringify(inputSchema))

console.log('# 2.2 the tools')
console.log(await yard.execute('write_file', { path: 'notes.txt', content: '你好' }))
console.log(await yard.execute('read_file', { path: 'notes.txt' }))
const failed = await yard.call('read_file', { path: 'none.txt' })
console.log(failed.status, failed.content.length, 'block')

console.log('# 2.1 get_sdk_tools_for_agent')
const [tool] = await getSdkToolsForAgent(yard, ['read_file', 'no_such_tool'])
console.log(tool?.name, await tool?.handler({ path: 'notes.txt' }))

console.log('# 4 an agent refers to its tools')
{
  await using api = await startServer(workspace)
  const { items: tools } = await api.request<{ items: { id: string; name: string }[] }>('GET', '/api/tools')
  console.log(tools.map((each) => each.name))
  const agent = await api.request<{ name: string; toolIds: string[] }>('POST', '/api/agents', {
    name: 'Code Assistant',
    prompt: 'You are a coding assistant...',
    model: 'scripted/scripts/coding.json',
    toolIds: tools.filter(({ name }) => name !== 'read_result').map(({ id }) => id),
  })
  console.log(agent.name, agent.toolIds.length)
}

console.log('# 3.1 SDKExecutor')
for (const message of await new SDKExecutor(yard, 'Code Assistant').run('notes.txt 里有什么？'))
  console.log(message)
await yard.close()

console.log('# 2.5 the command line')
const cli = ['node_modules/toolyard/dist/cli/main.js', '--config', 'toolyard.config.ts', 'sync']
process.stdout.write(execFileSync(process.execPath, cli, { encoding: 'utf8' }))
