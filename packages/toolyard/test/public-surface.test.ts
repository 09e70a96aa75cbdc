/**
 * What `import 'toolyard'` gives is a promise, and so are its other lists: a name comes or goes here first, on purpose.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import * as toolyard from 'toolyard'
import * as legacy from 'toolyard/legacy'
import * as ports from 'toolyard/ports'
import { version } from '../src/kernel/index.ts'

interface Entry {
  readonly loaded: object
  readonly values: readonly string[]
  readonly types: readonly string[]
}

const entries: Readonly<Record<string, Entry>> = {
  index: {
    loaded: toolyard,
    values: [
      'ToolRegistry',
      'ToolService',
      'ToolyardError',
      'confirmDangerous',
      'createToolyard',
      'defineConfig',
      'definePlugin',
      'defineTool',
      'dialectNames',
      'logCalls',
      'openStore',
      'renderResult',
      'textOf',
      'toolFromClass',
    ],
    types: [
      'AgentAccess',
      'AgentDirectory',
      'AgentRuns',
      'AgentSpec',
      'AnyTool',
      'ApprovalAnswer',
      'ApprovalRequest',
      'Approver',
      'Ask',
      'CallLog',
      'CallOptions',
      'CallRecord',
      'CallRequest',
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
      'HookAnswer',
      'HookCommand',
      'HookConfig',
      'HookContext',
      'HookSpec',
      'Inbox',
      'InferInput',
      'McpAccess',
      'McpServerSpec',
      'McpToolDefinition',
      'ModelSettings',
      'OpenApiSpec',
      'OpenQuestion',
      'Permission',
      'PlanAccess',
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
      'RestToolSpec',
      'RuleSpec',
      'RunEvent',
      'Runner',
      'SchemaLike',
      'StandardSchema',
      'StartRun',
      'StatefulInstance',
      'StatefulToolSpec',
      'Store',
      'Tool',
      'ToolCatalogue',
      'ToolContext',
      'ToolEvent',
      'ToolExample',
      'ToolFault',
      'ToolFinder',
      'ToolManifest',
      'ToolResource',
      'ToolResult',
      'ToolSource',
      'ToolSpec',
      'ToolStatus',
      'ToolyardConfig',
      'ToolyardOptions',
    ],
  },
  legacy: {
    loaded: legacy,
    values: [
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
      'ToolType',
      'createToolFactory',
      'fromHookConfig',
      'getSdkToolsForAgent',
      'registerTool',
    ],
    types: [
      'HookConfigContext',
      'HookResult',
      'ManifestLike',
      'McpToolConfig',
      'RestToolConfig',
      'RestToolDefinition',
      'RunResult',
      'SdkTool',
      'StatefulToolDefinition',
      'StatefulToolFactory',
      'StatelessToolDefinition',
      'StreamEvent',
      'ToolHistory',
      'ToolInfo',
      'ToolLike',
      'ToolParameters',
    ],
  },
  ports: {
    loaded: ports,
    values: [],
    types: [
      'Agent',
      'AgentSettings',
      'AgentStore',
      'AttachedPart',
      'Attachment',
      'AttachmentStore',
      'BoundTool',
      'CallFilter',
      'CallJournal',
      'CallSettings',
      'CallStep',
      'Catalogue',
      'CatalogueTool',
      'ConnectedServers',
      'DatabaseSettings',
      'DialectForms',
      'EngineSettings',
      'FileSettings',
      'FollowedCall',
      'Grant',
      'GrantStore',
      'InboxAnswer',
      'InboxFilter',
      'InboxItem',
      'Installation',
      'JournalCheck',
      'KeptRecord',
      'ManifestChange',
      'McpServerState',
      'McpSettings',
      'MessagePart',
      'NetworkSettings',
      'OptionGroups',
      'PlanTask',
      'Plugin',
      'PolicySettings',
      'Prompt',
      'PromptPart',
      'RecordChange',
      'RecordFacts',
      'RecordKey',
      'RecordStore',
      'RegisterOptions',
      'ResultStore',
      'RunAgent',
      'RunCall',
      'RunEnd',
      'RunFile',
      'RunFilter',
      'RunHookAnswer',
      'RunHookContext',
      'RunHookSpec',
      'RunLimits',
      'RunRecord',
      'RunRequest',
      'RunSettings',
      'RunStatus',
      'RunStep',
      'RunStepEnd',
      'RunStore',
      'RunTools',
      'RunUsage',
      'ScopeOptions',
      'SearchHit',
      'SecretSettings',
      'ServerSettings',
      'ShellSettings',
      'StartedRun',
      'StoreOptions',
      'SubRun',
      'SyncReport',
      'ThreadFilter',
      'ThreadMessage',
      'ThreadStore',
      'ThreadSummary',
      'ToolChange',
      'ToolSettings',
      'ToolState',
      'ToolVersion',
      'VersionComparison',
      'VersionEntry',
    ],
  },
}

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
  for (const [name, { loaded, values, types }] of Object.entries(entries)) {
    const source = read(`../src/${name}.ts`)

    it(`is of ${name} these values and these types, and nothing else`, () => {
      assert.deepEqual(exportedNames(source), { values, types })
    })

    it(`has the values of ${name} when it is loaded`, () => {
      const earlier = name === 'index' ? [legacy, ports].flatMap((entry) => Object.keys(entry)) : []
      assert.deepEqual(Object.keys(loaded).toSorted(), [...values, ...earlier].toSorted())
    })

    it(`is for ${name} a list of named exports: nothing made on the way`, () => {
      const statements = source.split('\n').filter((line) => line.startsWith('export'))
      const stars = statements.filter((line) => line.startsWith('export *'))
      for (const line of statements) assert.match(line, /^export (?:(?:type )?\{|\*)/)
      assert.equal(stars.length, name === 'index' ? 2 : 0)
    })
  }

  it('has at most 90 names at its root, beside those that have moved', () => {
    const { values, types } = exportedNames(read('../src/index.ts'))
    assert.ok(values.length + types.length <= 90)
  })
})

describe('the version', () => {
  it('is that of package.json', () => {
    assert.equal(version, (JSON.parse(read('../package.json')) as { version: string }).version)
  })
})
