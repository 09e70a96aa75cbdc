/**
 * What `createToolyard` can be told, in code or by a configuration file.
 *
 * @module
 */
import type { ClaudeSettings } from '../agents/claude/index.ts'
import type { AgentSpec, ModelSettings, Runner, RunSettings } from '../agents/index.ts'
import type {
  AnyTool,
  ChannelSpec,
  HookConfig,
  HookSpec,
  RemoteSpec,
  TriggerSpec,
  WebSettings,
} from '../define/index.ts'
import type { McpServerSpec, McpToolDefinition } from '../kinds/mcp/definition/index.ts'
import type { OpenApiSpec } from '../discover/openapi/index.ts'
import type { PluginEntry } from '../discover/plugins/index.ts'
import type { RestToolSpec } from '../kinds/rest/definition/index.ts'
import type { Sampling } from '../kinds/mcp/executor/index.ts'
import type { LanguageServerSettings, NetSettings, Root } from '../host/index.ts'
import type { Approver, PipelineSettings, PolicySpec } from '../pipeline/index.ts'
import type { CallJournal, ResultStore, Store } from '../store/index.ts'
import type { BuiltinGroup } from '../tools/index.ts'
import type { LimitOptions } from './limits.ts'

/** The `server` section of a configuration. Tokens are no part of it: secrets are not written there. */
export interface ServerSettings {
  /** 4680 by default; 0 for any that is free. */
  readonly port?: number
  /** 127.0.0.1 by default; another address needs `TOOLYARD_TOKEN`. */
  readonly host?: string
  /** Names under which a proxy or another machine reaches it. */
  readonly allowedHosts?: readonly string[]
  /** Event streams at once; 256 by default. */
  readonly streams?: number
  /** Whether `/metrics` is shown without a token. */
  readonly openMetrics?: boolean
  /** Whether every request is logged as a line of JSON; by default where standard error is no terminal. */
  readonly jsonLogs?: boolean
}

export interface ToolyardOptions {
  /** Tools in code: what `defineTool` returns, marked classes, or objects with `name`, `description`, `parameters`, `execute`. */
  readonly tools?: readonly AnyTool[]
  /** Folders whose files are tools. */
  readonly toolFolders?: readonly string[]
  /** Programs in any language: manifests (`NAME.tool.toml`, `NAME.tool.json`), or folders that hold some. */
  readonly programs?: readonly string[]
  /** HTTP endpoints as tools. */
  readonly rest?: readonly RestToolSpec[]
  /** OpenAPI documents whose operations become tools. */
  readonly openapi?: readonly OpenApiSpec[]
  /** MCP servers by name, beside those of `mcpFile`. */
  readonly mcpServers?: Readonly<Record<string, McpServerSpec>>
  /** A file in the form that MCP hosts use: `{ "mcpServers": { … } }`. */
  readonly mcpFile?: string
  /** Tools of MCP servers that are described here and not by the server, by name. */
  readonly mcpTools?: Readonly<Record<string, McpToolDefinition>>
  /** Lets a model answer for MCP servers; they are not told that they may ask where it is absent. */
  readonly sampling?: Sampling
  /** Packages or folders that bring tools, hooks and executors. */
  readonly plugins?: readonly PluginEntry[]
  /** A registry of the older form: `configs/tools/__registry__.toml`. */
  readonly toolRegistry?: string
  /** What is left out: names of tools, `group:shell`, `plugin:NAME`. */
  readonly disable?: readonly string[]
  /** Groups of built-in tools; none by default. */
  readonly builtins?: readonly BuiltinGroup[]
  /** The folder that tools may work in; the current one by default. */
  readonly workspace?: string
  /** What paths in these options are relative to: the folder of a configuration file, or the workspace. */
  readonly baseFolder?: string
  /** Folders beside the workspace that built-in tools may use; read-only where it is not said otherwise. */
  readonly roots?: readonly Root[]
  /** How programs that tools start are kept from the rest of the machine: `bwrap` where it works, `required` to run nothing without it. */
  readonly sandbox?: 'none' | 'bwrap' | 'required'
  /** Whether programs in the sandbox reach the network; they do not by default. */
  readonly sandboxNetwork?: boolean
  /** Which tools need that this thread has read a file before they change it: those that write it whole, by default. */
  readonly readFirst?: readonly ('write' | 'edit')[]
  /** Private targets that requests may go to: `{ allow: ['localhost:3000'] }`. */
  readonly network?: NetSettings
  /** Language servers beside the known ones, or instead of them. */
  readonly languageServers?: LanguageServerSettings
  /** How the web is searched and browsed. */
  readonly web?: WebSettings
  /** Where the `message` tool sends to, by name. */
  readonly channels?: Readonly<Record<string, ChannelSpec>>
  /** Endpoints that the `remote_trigger` tool calls, by name. */
  readonly remotes?: Readonly<Record<string, RemoteSpec>>
  /** What `POST /api/triggers/NAME` starts, by name. */
  readonly triggers?: Readonly<Record<string, TriggerSpec>>
  readonly policy?: PolicySpec
  readonly hooks?: readonly (HookSpec | HookConfig)[]
  /** Any of the limits of calls; the others stay as they are. */
  readonly limits?: LimitOptions
  /** Names of environment variables whose values are never shown. */
  readonly secrets?: readonly string[]
  /** Who is asked where a call needs a person; without one, ask is deny. */
  readonly approver?: Approver
  /**
   * Where tools, agents, calls and approvals are kept: `sqlite:FILE`, `postgres://…`, or a store. In memory by default, gone
   * with the process.
   */
  readonly database?: string | Store
  /** Whether the catalogue is brought up to date at the start, where there is a database: it is by default. */
  readonly sync?: boolean
  /**
   * What a call does that needs a person and has nobody here to ask: wait for an answer through the inbox (`wait`), answer
   * `pending` at once and run when it is called again under its id (`pending`), or refuse (`deny`, the default).
   */
  readonly approvals?: 'wait' | 'pending' | 'deny'
  /** Where calls are written down, if not in the database: `false` for nowhere. */
  readonly journal?: CallJournal | false
  readonly results?: ResultStore
  /** How long long answers are kept in the database (7 days), and how many characters of them in all (a billion). */
  readonly keepResults?: { readonly maxAgeMs?: number; readonly maxSize?: number }
  /** For how many days calls are kept in the database, and what people were asked about them: for ever by default. */
  readonly keepJournal?: { readonly days: number }
  /** Where and how `toolyard serve` listens; its flags and the environment win. */
  readonly server?: ServerSettings
  /** Whether models are asked why they call: `optional` by default. */
  readonly explanation?: PipelineSettings['explanation']
  /** Values for the parameters that the application provides. */
  readonly provide?: (tool: string) => Readonly<Record<string, unknown>>
  /** A thread without a call for so long is ended. */
  readonly threadIdleMs?: number
  /** Loads a saved tool file at once. */
  readonly watch?: boolean
  /** Where what is known of tool files is kept between starts; in the state folder by default, `false` for nowhere. */
  readonly toolIndex?: string | false
  /** Puts arguments and results on OpenTelemetry spans. */
  readonly traceContent?: boolean
  /** Services of models, their keys by reference, prices and limits. */
  readonly models?: ModelSettings
  /**
   * The usual model and budgets of runs, and what agents that start others may do. `create` names agents that are made at
   * the start where none has that name yet; afterwards they are changed like any other.
   */
  readonly agents?: RunSettings & { readonly create?: readonly AgentSpec[] }
  /** The Claude Agent SDK, for agents whose `runner` is `claude`: where it is, and the environment of its program. */
  readonly claude?: ClaudeSettings
  /** What runs agents beside `loop` and `claude`, by the name that an agent has as its `runner`. */
  readonly runners?: Readonly<Record<string, Runner>>
  /** Where secrets are read from and what hook commands may inherit a part of. */
  readonly environment?: NodeJS.ProcessEnv
}
