/**
 * The sentences of the five documents that work in another way, in the order of the table in `docs/names.md`. Most are held by the
 * check of the name that they are about; the others have one of their own.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createToolyard, registerTool, toolFromClass } from 'toolyard'
import { Project } from '../cli/cli.ts'
import { automaticRegistration } from './automatic-registration.ts'
import { classesAndFactory } from './classes-and-factory.ts'
import { executorsAndThreads } from './executors-and-threads.ts'
import { calculator, type Cases, inWorkspace, withYard } from './fixtures.ts'
import { registryAndHooks } from './registry-and-hooks.ts'
import { toolsModule } from './tools-module.ts'

/** The check of a name stands for a sentence about it. */
function held(cases: Cases, ...names: string[]): () => Promise<void> {
  return async () => {
    for (const name of names) {
      const check = cases[name]
      assert.ok(check, `no name is called ${name}`)
      await check()
    }
  }
}

const first: Cases = {
  'keywords of `@register_tool`': held(automaticRegistration, 'register_tool'),
  'an unknown type is `"string"`': () => {
    const wrong = { name: 'when', description: 'When.', input_schema: { when: Date } }
    assert.throws(() => registerTool(wrong as never)(() => 1), /when/)
  },
  'importing a module registers its tools': () =>
    withYard(async (yard) => {
      registerTool('lonely', 'Is not registered.', {})(() => 1)
      assert.equal(yard.registry.has('lonely'), false)
    }),
  '`sdk_tool_func` goes to the SDK': held(
    automaticRegistration,
    'ToolDefinition.sdk_tool_func',
    'get_sdk_tools_for_agent',
  ),
  'the result of the sync is printed at start': held(automaticRegistration, 'sync_tools_to_database'),
  '`listTools()` is an array': held(automaticRegistration, 'api.listTools'),
}

const second: Cases = {
  "parameters come from `execute`'s annotation": async () => {
    await held(classesAndFactory, '_params_class')()
    class ReadFile {
      static readonly description = 'Reads.'
      execute({ path }: { path: string }): string {
        return path
      }
    }
    assert.throws(() => toolFromClass(ReadFile), /inputSchema/)
  },
  '`BaseToolParams.explanation` is required': held(classesAndFactory, 'BaseToolParams.explanation'),
  '`class X(BaseTool)`': held(classesAndFactory, 'BaseTool'),
  '`execute(tool_context, params)`': held(classesAndFactory, 'BaseTool.execute'),
  'the factory is a singleton': held(classesAndFactory, 'ToolFactory'),
  'an undecorated class is skipped with a warning': held(classesAndFactory, 'ToolFactory.register_tool'),
  '`core/` and packages are skipped': () =>
    inWorkspace(
      { 'tools/core/base_tool.ts': 'export const base = 1\n', 'tools/index.ts': 'export const all = 1\n' },
      ({ yard }) => assert.deepEqual(yard.problems, []),
      { toolFolders: ['tools'], toolIndex: false },
    ),
  '`get_tool` gives class and params_class': held(classesAndFactory, 'ToolFactory.get_tool'),
  '`get_tool_instance` is cached': held(classesAndFactory, 'ToolFactory.get_tool_instance'),
  '`read_file` counts from 0, 100 lines': held(classesAndFactory, 'ReadFileParams'),
}

const third: Cases = {
  '`ToolCategory`': () =>
    withYard((yard) => {
      const tool = { name: 'odd', description: 'Odd.', category: 5 }
      assert.throws(() => yard.registry.register(tool as never, () => 1), /category/)
    }),
  '`is_streaming`': held(registryAndHooks, 'ToolManifest.is_streaming'),
  '`get_executor` is the callable': held(registryAndHooks, 'ToolRegistry.get_executor'),
  '`HookConfig(hook_type, filter_names)`': held(registryAndHooks, 'HookConfig', 'HookConfig.filter_names'),
  '`LintTool` is READ': held(registryAndHooks, 'LintTool'),
  '`LSPTool` is READ': held(registryAndHooks, 'LSPTool'),
  '`PowerShellTool`': held(registryAndHooks, 'PowerShellTool'),
  'old calls go on as before': () =>
    inWorkspace({}, async ({ yard }) => {
      const input = { path: 'a.txt', content: 'text' }
      assert.equal((await yard.call('write_file', input)).status, 'denied')
    }),
}

/** A server that never answers: its address, for as long as it is needed. */
async function withSilence(use: (address: { port: number; url: string }) => Promise<void>): Promise<void> {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    await use({ port, url: `http://127.0.0.1:${port}` })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const weather = { name: 'weather', description: '天气查询', parameters: { type: 'object', properties: {} } }

const fourth: Cases = {
  'the SDK has no built-in tools': async () => {
    await withYard((yard) => assert.deepEqual(yard.registry.toolNames, []))
    await using project = await Project.make()
    assert.match((await project.run(['ls'])).out, /read_file/)
  },
  '`timeout` of a REST tool': () =>
    withSilence(async ({ port, url }) => {
      await using yard = await createToolyard({ network: { allow: [`127.0.0.1:${port}`] } })
      yard.registerRestTool('weather', { ...weather, config: { baseUrl: url, timeout: 300 } })
      const { status, error } = await yard.call('weather', {})
      assert.equal(status, 'timeout')
      assert.match(error?.message ?? '', /within 300 ms\.$/)
    }),
  'an MCP server at `http://localhost:3000`': () =>
    withSilence(({ url }) =>
      withYard(async (yard) => {
        const config = { serverName: 'postgres-server', serverUrl: url }
        yard.registerMcpTool('weather', { ...weather, config })
        assert.match((await yard.call('weather', {})).error?.hint ?? '', /network/)
      }),
    ),
  '`execute` returns the result': held(executorsAndThreads, 'ToolService.execute'),
  '`ThreadContext` has plain methods': held(
    executorsAndThreads,
    'ThreadContext.getStatefulTool',
    'ThreadContext.cleanupAll',
  ),
  '`ThreadContextManager` is static': held(
    executorsAndThreads,
    'ThreadContextManager.getOrCreateContext',
    'ThreadContextManager.cleanupContext',
  ),
  '`Tool` is `{ id, metadata, config }`': held(
    executorsAndThreads,
    'Tool.id',
    'Tool.metadata',
    'Tool.config',
  ),
  'helper interfaces': held(executorsAndThreads, 'RestToolConfig', 'McpToolConfig', 'ToolParameters'),
  'the registry checks definitions': () =>
    withYard((yard) => {
      const wrong = { ...calculator, requires_confirmaton: true }
      assert.throws(() => yard.registerStatelessTool('calculator', wrong), /requires_confirmaton/)
    }),
  'an old REST configuration goes on working': () =>
    inWorkspace(
      {
        'configs/tools/__registry__.toml': '[tool_types.rest]\nconfig_files = ["weather.toml"]\n',
        'configs/tools/rest/weather.toml':
          'name = "weather"\ntool_type = "rest"\ndescription = "Weather."\napi_url = "https://api.example.com/v1"\nmethod = "GET"\n\n[parameters_schema]\ntype = "object"\n',
      },
      async ({ yard }) => {
        assert.ok(yard.registry.has('weather'), JSON.stringify(yard.problems))
        assert.equal((await yard.call('weather', {})).status, 'denied')
      },
      { toolRegistry: 'configs/tools/__registry__.toml' },
    ),
  'definitions are typed': held(executorsAndThreads, 'StatelessToolDefinition', 'StatefulToolDefinition'),
}

const fifth: Cases = {
  '`class MyTool(Tool)`': held(toolsModule, 'Tool (base class)', 'Tool.execute'),
  '`validate_params` answers at once': held(toolsModule, 'Tool.validate_params'),
  '`ReadFileTool` is shown with `filePath`': () =>
    inWorkspace({}, ({ yard }) => {
      const { properties } = yard.registry.get('read_file')?.manifest.inputSchema ?? {}
      assert.ok(properties && 'path' in properties && !('filePath' in properties))
    }),
  '`WriteFileTool` just writes': held(toolsModule, 'WriteFileTool'),
  '`ExecTool` is called `exec`': held(toolsModule, 'ExecTool'),
  '`SpawnTool {task, label}`': held(toolsModule, 'SpawnTool'),
}

export const differences: readonly Cases[] = [first, second, third, fourth, fifth]
