/**
 * What `import 'toolyard'` gives is a promise: a name comes or goes here first, on purpose.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import * as toolyard from 'toolyard'
import { version } from '../src/kernel/index.ts'

const values = [
  'HookAction',
  'HookExecutor',
  'HookPhase',
  'HookRunner',
  'HookType',
  'PermissionClass',
  'RegisteredTool',
  'RegistryScope',
  'SideEffectScope',
  'Snapshot',
  'StatefulToolExecutor',
  'StatelessToolExecutor',
  'StreamingToolExecutor',
  'ThreadContext',
  'ThreadContextManager',
  'ToolFactory',
  'ToolRegistry',
  'ToolService',
  'ToolType',
  'ToolyardError',
  'confirmDangerous',
  'createToolFactory',
  'createToolyard',
  'defineConfig',
  'definePlugin',
  'defineTool',
  'dialectNames',
  'fromHookConfig',
  'getSdkToolsForAgent',
  'logCalls',
  'openStore',
  'registerTool',
  'renderResult',
  'textOf',
  'toolFromClass',
]

const types = [
  'Agent',
  'AgentAccess',
  'AgentDirectory',
  'AgentRuns',
  'AgentSpec',
  'AgentStore',
  'AnyTool',
  'ApprovalAnswer',
  'ApprovalRequest',
  'Approver',
  'Ask',
  'BoundTool',
  'CallFilter',
  'CallJournal',
  'CallOptions',
  'CallRecord',
  'CallRequest',
  'CallStep',
  'Catalogue',
  'CatalogueTool',
  'ContentBlock',
  'DefinitionOptions',
  'DialectName',
  'DialectReport',
  'Effects',
  'ErrorCode',
  'Executor',
  'Explanation',
  'FormField',
  'FormQuestion',
  'FormSchema',
  'FormValues',
  'Grant',
  'GrantStore',
  'HookAnswer',
  'HookCommand',
  'HookConfig',
  'HookConfigContext',
  'HookContext',
  'HookResult',
  'HookSpec',
  'Inbox',
  'InboxAnswer',
  'InboxFilter',
  'InboxItem',
  'InferInput',
  'JournalCheck',
  'ManifestChange',
  'ManifestLike',
  'McpAccess',
  'McpServerSpec',
  'McpServerState',
  'McpToolConfig',
  'McpToolDefinition',
  'MessagePart',
  'ModelSettings',
  'OpenApiSpec',
  'OpenQuestion',
  'Permission',
  'PlanAccess',
  'PlanTask',
  'Plugin',
  'PluginDefinition',
  'PluginEntry',
  'PluginSpec',
  'PolicyMode',
  'PolicySpec',
  'ProgressUpdate',
  'ProviderAnswer',
  'ProviderDefinition',
  'ProviderToolCall',
  'Question',
  'QuestionAnswer',
  'RegisterOptions',
  'RestToolConfig',
  'RestToolDefinition',
  'RestToolSpec',
  'ResultStore',
  'RuleSpec',
  'RunAgent',
  'RunCall',
  'RunEnd',
  'RunEvent',
  'RunLimits',
  'RunRecord',
  'RunRequest',
  'RunResult',
  'RunSettings',
  'RunStatus',
  'RunStore',
  'RunTools',
  'RunUsage',
  'Runner',
  'SchemaLike',
  'ScopeOptions',
  'SdkTool',
  'SearchHit',
  'StandardSchema',
  'StartRun',
  'StartedRun',
  'StatefulInstance',
  'StatefulToolDefinition',
  'StatefulToolFactory',
  'StatefulToolSpec',
  'StatelessToolDefinition',
  'Store',
  'StoreOptions',
  'StreamEvent',
  'SubRun',
  'SyncReport',
  'TaskRecord',
  'TaskStore',
  'ThreadMessage',
  'ThreadStore',
  'ThreadSummary',
  'Tool',
  'ToolChange',
  'ToolContext',
  'ToolEvent',
  'ToolExample',
  'ToolFault',
  'ToolFinder',
  'ToolHistory',
  'ToolInfo',
  'ToolLike',
  'ToolManifest',
  'ToolParameters',
  'ToolResource',
  'ToolResult',
  'ToolSource',
  'ToolSpec',
  'ToolState',
  'ToolStatus',
  'ToolVersion',
  'ToolyardConfig',
  'ToolyardOptions',
  'VersionComparison',
  'VersionEntry',
]

/** The names of a hand-written list of exports: `export { a, type B } from`, `export type { C } from`. */
function exportedNames(source: string): { readonly values: string[]; readonly types: string[] } {
  const found = { values: new Set<string>(), types: new Set<string>() }
  for (const [, isTypes, names = ''] of source.matchAll(/^export (type )?\{([^}]*)\} from/gm))
    for (const name of names.split(',').map((text) => text.trim()))
      if (name !== '')
        found[isTypes || name.startsWith('type ') ? 'types' : 'values'].add(name.replace(/^type /, ''))
  return { values: [...found.values].toSorted(), types: [...found.types].toSorted() }
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

describe('the public surface', () => {
  const source = read('../src/index.ts')

  it('is these values and these types, and nothing else', () => {
    assert.deepEqual(exportedNames(source), { values, types })
  })

  it('has the values when it is loaded', () => {
    assert.deepEqual(Object.keys(toolyard).toSorted(), values)
  })

  it('is a list of named exports: no star, no default, nothing made on the way', () => {
    const statements = source.split('\n').filter((line) => line.startsWith('export'))
    for (const line of statements) assert.match(line, /^export (?:type )?\{/)
  })
})

describe('the version', () => {
  it('is that of package.json', () => {
    assert.equal(version, (JSON.parse(read('../package.json')) as { version: string }).version)
  })
})
