/**
 * Names of settings from before they stood in groups. They still work; `toolyard check` tells the new ones.
 *
 * @module
 */
import type {
  AgentSettings,
  CallSettings,
  DatabaseSettings,
  FileSettings,
  McpSettings,
  NetworkSettings,
  PolicySettings,
  SecretSettings,
  ServerSettings,
  ShellSettings,
  ToolSettings,
} from './option-groups.ts'

export interface EarlierNames {
  /** @deprecated Write `tools: { folders: … }`. */
  readonly toolFolders?: ToolSettings['folders']
  /** @deprecated Write `tools: { builtins: … }`. */
  readonly builtins?: ToolSettings['builtins']
  /** @deprecated Write `tools: { programs: … }`. */
  readonly programs?: ToolSettings['programs']
  /** @deprecated Write `tools: { rest: … }`. */
  readonly rest?: ToolSettings['rest']
  /** @deprecated Write `tools: { openapi: … }`. */
  readonly openapi?: ToolSettings['openapi']
  /** @deprecated Write `tools: { plugins: … }`. */
  readonly plugins?: ToolSettings['plugins']
  /** @deprecated Write `tools: { registry: … }`. */
  readonly toolRegistry?: ToolSettings['registry']
  /** @deprecated Write `tools: { disable: … }`. */
  readonly disable?: ToolSettings['disable']
  /** @deprecated Write `tools: { watch: … }`. */
  readonly watch?: ToolSettings['watch']
  /** @deprecated Write `tools: { index: … }`. */
  readonly toolIndex?: ToolSettings['index']
  /** @deprecated Write `mcp: { servers: … }`. */
  readonly mcpServers?: McpSettings['servers']
  /** @deprecated Write `mcp: { file: … }`. */
  readonly mcpFile?: McpSettings['file']
  /** @deprecated Write `mcp: { tools: … }`. */
  readonly mcpTools?: McpSettings['tools']
  /** @deprecated Write `mcp: { sampling: … }`. */
  readonly sampling?: McpSettings['sampling']
  /** @deprecated Write `files: { workspace: … }`. */
  readonly workspace?: FileSettings['workspace']
  /** @deprecated Write `files: { base: … }`. */
  readonly baseFolder?: FileSettings['base']
  /** @deprecated Write `files: { roots: … }`. */
  readonly roots?: FileSettings['roots']
  /** @deprecated Write `files: { readFirst: … }`. */
  readonly readFirst?: FileSettings['readFirst']
  /** @deprecated Write `files: { languageServers: … }`. */
  readonly languageServers?: FileSettings['languageServers']
  /** @deprecated Write `shell: { sandbox: … }`. */
  readonly sandbox?: ShellSettings['sandbox']
  /** @deprecated Write `shell: { network: … }`. */
  readonly sandboxNetwork?: ShellSettings['network']
  /** @deprecated Write `network: { web: … }`. */
  readonly web?: NetworkSettings['web']
  /** @deprecated Write `network: { remotes: … }`. */
  readonly remotes?: NetworkSettings['remotes']
  /** @deprecated Write `policy: { approvals: … }`. */
  readonly approvals?: PolicySettings['approvals']
  /** @deprecated Write `policy: { approver: … }`. */
  readonly approver?: PolicySettings['approver']
  /** @deprecated Write `policy: { explanation: … }`. */
  readonly explanation?: PolicySettings['explanation']
  /** @deprecated Write `policy: { notify: … }`. */
  readonly notify?: PolicySettings['notify']
  /** @deprecated Write `calls: { hooks: … }`. */
  readonly hooks?: CallSettings['hooks']
  /** @deprecated Write `calls: { limits: … }`. */
  readonly limits?: CallSettings['limits']
  /** @deprecated Write `calls: { provide: … }`. */
  readonly provide?: CallSettings['provide']
  /** @deprecated Write `calls: { threadIdleMs: … }`. */
  readonly threadIdleMs?: CallSettings['threadIdleMs']
  /** @deprecated Write `calls: { traceContent: … }`. */
  readonly traceContent?: CallSettings['traceContent']
  /** @deprecated Write `database: { sync: … }`. */
  readonly sync?: DatabaseSettings['sync']
  /** @deprecated Write `database: { journal: … }`. */
  readonly journal?: DatabaseSettings['journal']
  /** @deprecated Write `database: { results: … }`. */
  readonly results?: DatabaseSettings['results']
  /** @deprecated Write `database: { keepResults: … }`. */
  readonly keepResults?: DatabaseSettings['keepResults']
  /** @deprecated Write `database: { keepJournal: … }`. */
  readonly keepJournal?: DatabaseSettings['keepJournal']
  /** @deprecated Write `server: { triggers: … }`. */
  readonly triggers?: ServerSettings['triggers']
  /** @deprecated Write `agents: { claude: … }`. */
  readonly claude?: AgentSettings['claude']
  /** @deprecated Write `agents: { runners: … }`. */
  readonly runners?: AgentSettings['runners']
  /** @deprecated Write `secrets: { environment: … }`. */
  readonly environment?: SecretSettings['environment']
}
