/**
 * What `createToolyard` can be told, in code or by a configuration file: one group for each part of the installation.
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
  NotifySettings,
  RunHookSpec,
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

/** Where tools come from. */
export interface ToolSettings {
  /** Tools in code: what `defineTool` returns, marked classes, or objects with `name`, `description`, `parameters`, `execute`. */
  readonly list?: readonly AnyTool[] | undefined
  /** Folders whose files are tools. */
  readonly folders?: readonly string[] | undefined
  /** Groups of built-in tools; none by default. */
  readonly builtins?: readonly BuiltinGroup[] | undefined
  /** Programs in any language: manifests (`NAME.tool.toml`, `NAME.tool.json`), or folders that hold some. */
  readonly programs?: readonly string[] | undefined
  /** HTTP endpoints as tools. */
  readonly rest?: readonly RestToolSpec[] | undefined
  /** OpenAPI documents whose operations become tools. */
  readonly openapi?: readonly OpenApiSpec[] | undefined
  /** Packages or folders that bring tools, hooks and executors. */
  readonly plugins?: readonly PluginEntry[] | undefined
  /** A registry of the older form: `configs/tools/__registry__.toml`. */
  readonly registry?: string | undefined
  /** What is left out: names of tools, `group:shell`, `plugin:NAME`. */
  readonly disable?: readonly string[] | undefined
  /** Loads a saved tool file at once. */
  readonly watch?: boolean | undefined
  /** Where what is known of tool files is kept between starts; in the state folder by default, `false` for nowhere. */
  readonly index?: string | false | undefined
}

/** MCP servers whose tools are used here. */
export interface McpSettings {
  /** By name, beside those of `file`. */
  readonly servers?: Readonly<Record<string, McpServerSpec>> | undefined
  /** A file in the form that MCP hosts use: `{ "mcpServers": { … } }`. */
  readonly file?: string | undefined
  /** Tools that are described here and not by their server, by name. */
  readonly tools?: Readonly<Record<string, McpToolDefinition>> | undefined
  /** Lets a model answer for the servers; if it is absent, they are not told that they may ask. */
  readonly sampling?: Sampling | undefined
}

/** What built-in tools reach of the file system. */
export interface FileSettings {
  /** The folder that tools may work in; the current one by default. */
  readonly workspace?: string | undefined
  /** What paths in these options are relative to: the folder of a configuration file, or the workspace. */
  readonly base?: string | undefined
  /** Folders beside the workspace that built-in tools may use; read-only unless it is said otherwise. */
  readonly roots?: readonly Root[] | undefined
  /** Which tools need that this thread has read a file before they change it: those that write it whole, by default. */
  readonly readFirst?: readonly ('write' | 'edit')[] | undefined
  /** Language servers beside the known ones, or instead of them. */
  readonly languageServers?: LanguageServerSettings | undefined
}

/** How the programs that tools start are kept from the rest of the machine. */
export interface ShellSettings {
  /** `bwrap` if it works, by default; `required` to run nothing without it. */
  readonly sandbox?: 'none' | 'bwrap' | 'required' | undefined
  /** Whether programs in the sandbox reach the network; they do not by default. */
  readonly network?: boolean | undefined
}

export interface NetworkSettings extends NetSettings {
  /** How the web is searched and browsed. */
  readonly web?: WebSettings | undefined
  /** Endpoints that the `remote_trigger` tool calls, by name. */
  readonly remotes?: Readonly<Record<string, RemoteSpec>> | undefined
}

/** Which calls are allowed, and who is asked about the others. */
export interface PolicySettings extends PolicySpec {
  /**
   * What a call does that needs a person, and none is here to ask: wait for an answer through the inbox (`wait`), answer
   * `pending` at once and run when it is called again under its id (`pending`), or refuse (`deny`, the default).
   */
  readonly approvals?: 'wait' | 'pending' | 'deny' | undefined
  /** Who is asked if a call needs a person; without one, ask is deny. */
  readonly approver?: Approver | undefined
  /** Whether models are asked why they call: `optional` by default. */
  readonly explanation?: PipelineSettings['explanation'] | undefined
  /** The channel on which people are told that a request waits for them. */
  readonly notify?: NotifySettings | undefined
}

/** What holds for every call. */
export interface CallSettings {
  readonly hooks?: readonly (HookSpec | HookConfig | RunHookSpec)[] | undefined
  /** Any of the limits of calls; the others stay as they are. */
  readonly limits?: LimitOptions | undefined
  /** Values for the parameters that the application provides. */
  readonly provide?: ((tool: string) => Readonly<Record<string, unknown>>) | undefined
  /** A thread without a call for so long is ended. */
  readonly threadIdleMs?: number | undefined
  /** Puts arguments and results on OpenTelemetry spans. */
  readonly traceContent?: boolean | undefined
}

/** Where tools, agents, calls and approvals are kept. */
export interface DatabaseSettings {
  /** `sqlite:FILE`, `postgres://…`, or a store. In memory by default, gone with the process. */
  readonly store?: string | Store | undefined
  /** Whether the catalogue is brought up to date at the start, if there is a database: it is by default. */
  readonly sync?: boolean | undefined
  /** Where calls are written down, if not in the database: `false` for nowhere. */
  readonly journal?: CallJournal | false | undefined
  readonly results?: ResultStore | undefined
  /** How long long answers are kept in the database (7 days), and how many characters of them in all (a billion). */
  readonly keepResults?: { readonly maxAgeMs?: number; readonly maxSize?: number } | undefined
  /**
   * For how many days calls are kept in the database, and what people were asked about them: for ever by default. `statsDays`: for how
   * many days what is counted of them is kept, which the charts are made from: 400 by default, and never shorter than the calls.
   */
  readonly keepJournal?: { readonly days: number; readonly statsDays?: number | undefined } | undefined
}

/** Where and how `toolyard serve` listens; its flags and the environment win. Tokens are no part of it: secrets are not written there. */
export interface ServerSettings {
  /** 4680 by default; 0 for any that is free. */
  readonly port?: number | undefined
  /** 127.0.0.1 by default; another address needs `TOOLYARD_TOKEN`. */
  readonly host?: string | undefined
  /** Names under which a proxy or another machine reaches it. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Event streams at once; 256 by default. */
  readonly streams?: number | undefined
  /** Whether `/metrics` is shown without a token. */
  readonly openMetrics?: boolean | undefined
  /** Whether every request is logged as a line of JSON; by default if standard error is no terminal. */
  readonly jsonLogs?: boolean | undefined
  /** What `POST /api/triggers/NAME` starts, by name. */
  readonly triggers?: Readonly<Record<string, TriggerSpec>> | undefined
}

/** The usual model and budgets of runs, and what agents that start others may do. */
export interface AgentSettings extends RunSettings {
  /** Agents that are made at the start if none has that name yet; afterwards they are changed like any other. */
  readonly create?: readonly AgentSpec[] | undefined
  /** The Claude Agent SDK, for agents whose `runner` is `claude`: where it is, and the environment of its program. */
  readonly claude?: ClaudeSettings | undefined
  /** What runs agents beside `loop` and `claude`, by the name that an agent has as its `runner`. */
  readonly runners?: Readonly<Record<string, Runner>> | undefined
}

/** Work that begins by itself or goes on elsewhere. */
export interface EngineSettings {
  /** The Redis that the processes of a fleet share: `redis://…`, `rediss://…`, or `${NAME}` for an environment variable. */
  readonly redis?: string | RedisSettings | undefined
  /** Whether schedules and other jobs run in this process; they do by default. */
  readonly work?: boolean | undefined
  /** Names of the queues whose jobs run in this process, such as `runs`, `calls`, `schedules` or those of tools; all but those of tools by default. */
  readonly queues?: readonly string[] | undefined
  /** How many jobs of one queue run in this process at once. */
  readonly concurrency?: number | undefined
  readonly quotas?: QuotaSettings | undefined
}

export interface RedisSettings {
  readonly url: string
  /** Keeps two fleets on one Redis apart; `toolyard` by default. */
  readonly prefix?: string | undefined
}

/** More jobs are refused with `busy`. */
export interface QuotaSettings {
  /** How many jobs may wait; 100,000 by default. */
  readonly waiting?: number | undefined
  /** How many jobs of one principal may wait in one queue; as many as may wait by default. */
  readonly waitingPerPrincipal?: number | undefined
}

export interface SecretSettings {
  /** Names of environment variables whose values are never shown. */
  readonly names?: readonly string[] | undefined
  /** Where secrets are read from and what hook commands may inherit a part of. */
  readonly environment?: NodeJS.ProcessEnv | undefined
}

export interface OptionGroups {
  /** A list of tools, or where else tools come from. */
  readonly tools?: readonly AnyTool[] | ToolSettings | undefined
  readonly mcp?: McpSettings | undefined
  readonly files?: FileSettings | undefined
  readonly shell?: ShellSettings | undefined
  /** Private targets that requests may go to (`allow: ['localhost:3000']`), the web, and endpoints to trigger. */
  readonly network?: NetworkSettings | undefined
  readonly policy?: PolicySettings | undefined
  readonly calls?: CallSettings | undefined
  /** `sqlite:FILE`, `postgres://…`, a store, or more about what is kept. In memory by default. */
  readonly database?: string | Store | DatabaseSettings | undefined
  readonly server?: ServerSettings | undefined
  readonly agents?: AgentSettings | undefined
  readonly engine?: EngineSettings | undefined
  /** Services of models, their keys by reference, prices and limits. */
  readonly models?: ModelSettings | undefined
  /** Where the `message` tool sends to, by name. */
  readonly channels?: Readonly<Record<string, ChannelSpec>> | undefined
  /** Names of environment variables whose values are never shown, or where they are read from too. */
  readonly secrets?: readonly string[] | SecretSettings | undefined
}
