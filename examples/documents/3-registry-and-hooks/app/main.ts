/** The document from its first line to its last: registry, hooks, streaming, and the new tools. */
/* oxlint-disable no-console -- this example talks to a person */
import { rm, writeFile } from 'node:fs/promises'
import { confirmDangerous, createToolyard, logCalls } from 'toolyard'
import { HookRunner, StreamingToolExecutor } from 'toolyard/legacy'
import { addLine, double, refuseSecrets } from './hooks.ts'
import { countLines, readLines } from './manifests.ts'

await using yard = await createToolyard()
const { registry } = yard

console.log('# 2.2 ToolRegistry')
registry.register(countLines, async ({ text }: { text: string }) => text.split('\n').length)
registry.register(readLines, async function* ({ count }: { count: number }) {
  for (let line = 1; line <= count; line++) yield `第 ${line} 行\n`
})
const manifest = registry.get('count_lines')?.manifest
console.log(manifest?.name, manifest?.category, manifest?.permission, manifest?.effects, manifest?.tags)
console.log(registry.listByCategory('text').map(({ name }) => name))
console.log(registry.listAll().map(({ name, streaming }) => [name, streaming]))
console.log(await registry.getExecutor('count_lines')?.({ text: '一\n二' }))
console.log(registry.get('no_such_tool'), registry.getExecutor('no_such_tool'))

console.log('# 2.2 HookExecutor')
const call = async (text: string): Promise<unknown> => {
  const { data, error } = await yard.call('count_lines', { text })
  return error ? `${error.code}: ${error.message}` : data
}
console.log(await call('一\n二'))
for (const hook of [refuseSecrets, addLine, double]) yard.hooks.add(hook)
console.log(await call('一\n二'))
console.log(await call('我的密码'))
const hooks = new HookRunner(yard)
console.log(await hooks.preExecute('count_lines', { text: '一', limit: 5 }))
console.log(await hooks.preExecute('count_lines', { text: '密码' }))
console.log(await hooks.postExecute('count_lines', { text: '一' }, 21))

console.log('# 2.2 StreamingToolExecutor')
const streaming = new StreamingToolExecutor(yard)
const callback = async (event: object): Promise<void> => console.log('callback', event)
for await (const chunk of streaming.executeStreaming('read_lines', { count: 2 }, callback))
  console.log('yield', chunk)
try {
  for await (const chunk of streaming.executeStreaming('count_lines', { text: '一' }, callback))
    console.log(chunk)
} catch (error) {
  console.log((error as Error).message)
}

console.log('# 3 the new tools')
await writeFile('sample.ts', 'export const answer = 42\n')
const told: string[] = []
await using tools = await createToolyard({
  tools: { builtins: ['files', 'shell', 'system', 'collab'] },
  calls: {
    // 6.2: the built-in hooks.
    hooks: [confirmDangerous(), ...logCalls((line) => told.push(line))],
  },
  policy: { mode: 'accept-edits', allow: ['bash'] },
})
const newTools =
  'glob grep lint edit_file lsp bash powershell process team_agent task_broadcast ask_user_question task git'
for (const name of newTools.split(' ')) console.log(name, tools.registry.get(name)?.manifest.permission)
console.log(await tools.execute('glob', { pattern: 'sample.*' }))
console.log(await tools.execute('grep', { pattern: 'answer', path: 'sample.ts' }))
console.log((await tools.call('edit_file', { path: 'sample.ts', old_string: '42', new_string: '43' })).status)
console.log(await tools.execute('bash', { command: 'cat sample.ts' }))
console.log('logged', told.length > 0)
await rm('sample.ts')
