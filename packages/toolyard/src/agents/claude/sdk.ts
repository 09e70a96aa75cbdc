/**
 * What we use of the Claude Agent SDK and of the MCP SDK beside it. Both are optional: written down here, so that nothing
 * of ours needs them to be installed.
 *
 * @module
 */
import type { Readable, Writable } from 'node:stream'
import type { JsonSchema } from '../../kernel/index.ts'

export const sdkPackage = '@anthropic-ai/claude-agent-sdk'
/** The one that we are tested with. */
export const sdkVersion = '0.3.325'

export interface ClaudeSdk {
  query(given: { readonly prompt: AsyncIterable<SdkUserMessage>; readonly options: SdkOptions }): SdkQuery
}

export interface SdkQuery extends AsyncIterable<SdkMessage> {
  /** Ends the present answer, and keeps what was said of it; what is said next begins another. */
  interrupt(): Promise<unknown>
}

export interface SdkOptions {
  readonly abortController: AbortController
  readonly model: string
  /** Never the prompt of an earlier run: an agent may have got another one meanwhile. */
  readonly systemPrompt: {
    readonly type: 'custom'
    readonly prompt: readonly string[]
    readonly snapshot: false
  }
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly mcpServers: Readonly<Record<string, object>>
  readonly strictMcpConfig: true
  readonly tools: readonly string[]
  readonly allowedTools: readonly string[]
  readonly disallowedTools: readonly string[]
  readonly skills: readonly string[]
  readonly settingSources: readonly string[]
  readonly permissionMode: 'default'
  readonly canUseTool: (tool: string, input: unknown, facts: PermissionFacts) => Promise<SdkPermission>
  readonly hooks: {
    readonly PreToolUse: readonly HookMatcher[]
    readonly PreCompact: readonly Omit<HookMatcher, 'onFailure'>[]
  }
  readonly includePartialMessages: true
  readonly persistSession: boolean
  readonly sessionId?: string | undefined
  readonly resume?: string | undefined
  readonly sessionStore?: SdkSessionStore | undefined
  readonly sessionStoreFlush?: 'eager' | undefined
  /** Names after each other, with commas. */
  readonly fallbackModel?: string | undefined
  readonly outputFormat?: { readonly type: 'json_schema'; readonly schema: JsonSchema } | undefined
  readonly verbatimPrompts: true
  readonly maxTurns: number
  readonly thinking?: { readonly type: 'disabled' } | undefined
  readonly effort?: 'low' | 'medium' | 'high' | undefined
  readonly spawnClaudeCodeProcess: (order: SpawnOrder) => SpawnedProcess
}

/** Where the SDK puts the entries of its sessions. */
export interface SdkSessionStore {
  append(key: { readonly subpath?: string }, entries: readonly SessionEntry[]): Promise<void>
  /** Nothing if it finds the session in its folder. */
  load(key: { readonly projectKey: string }): Promise<SessionEntry[] | null>
}

/** One line of a session; what we read of it. */
export interface SessionEntry {
  readonly type: string
  readonly uuid?: string
  readonly message?: { readonly content?: string | readonly UserBlock[] }
  /** A message that came in while the model worked has its own id here. */
  readonly attachment?: { readonly source_uuid?: string }
}

export interface PermissionFacts {
  readonly mcpServer?: ServerOrigin
}

/** Where the server of a tool came from: `sdk` is one of ours, in this very process. */
export interface ServerOrigin {
  readonly name: string
  readonly source: string
}

export type SdkPermission =
  | { readonly behavior: 'allow' }
  | { readonly behavior: 'deny'; readonly message: string }

export interface HookMatcher {
  readonly hooks: readonly ((input: HookInput) => Promise<object>)[]
  readonly onFailure: 'block'
}

export interface HookInput {
  readonly tool_name?: string
  readonly mcp_server?: ServerOrigin
}

export interface SpawnOrder {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface SpawnedProcess {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly killed: boolean
  readonly exitCode: number | null
  kill(signal: NodeJS.Signals): boolean
  on(event: 'exit' | 'error', listener: (...facts: never[]) => void): void
  once(event: 'exit' | 'error', listener: (...facts: never[]) => void): void
  off(event: 'exit' | 'error', listener: (...facts: never[]) => void): void
}

export interface SdkUserMessage {
  readonly type: 'user'
  /** Found again in the session. */
  readonly uuid: string
  readonly message: { readonly role: 'user'; readonly content: readonly SaidContent[] }
  readonly parent_tool_use_id: null
  readonly priority: 'next'
}

export type SaidContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly source: SaidBytes }
  | { readonly type: 'document'; readonly source: SaidBytes; readonly title: string }

interface SaidBytes {
  readonly type: 'base64'
  readonly media_type: string
  readonly data: string
}

/** Those that we read; there are many more. */
export type SdkMessage =
  | {
      readonly type: 'stream_event'
      readonly event: StreamEvent
      readonly parent_tool_use_id: string | null
    }
  | {
      readonly type: 'user'
      readonly uuid?: string
      readonly message: { readonly content: string | readonly UserBlock[] }
      readonly parent_tool_use_id: string | null
    }
  | SdkResult
  | {
      readonly type: 'system'
      readonly subtype: string
      readonly retry_delay_ms?: number
      readonly error_status?: number | null
      readonly error?: string
      /** Of `model_fallback`. */
      readonly content?: string
      readonly fallback_model?: string
      /** Of `compact_boundary`. */
      readonly compact_metadata?: CompactFacts
    }
  /** What of an answer is whole and stays, block by block, before the answer itself is. */
  | {
      readonly type: 'assistant'
      readonly uuid?: string
      readonly message: { readonly content: readonly { readonly type: string }[] }
      readonly parent_tool_use_id: string | null
    }

export interface CompactFacts {
  readonly pre_tokens: number
  readonly post_tokens?: number
  /** What is shown whole beside the summary. */
  readonly preserved_messages?: object
}

export interface SdkResult {
  readonly type: 'result'
  readonly subtype: string
  readonly is_error: boolean
  readonly result?: string
  readonly errors?: readonly string[]
  readonly api_error_status?: number | null
  /** Messages that wait to be answered: more results follow. */
  readonly queued_turn_count?: number
  /** Why the program went no further: `prompt_too_long`. */
  readonly terminal_reason?: string
  /** By model, everything that the program has asked for so far: also summaries. */
  readonly modelUsage?: Readonly<Record<string, ModelTotals>>
}

export interface ModelTotals {
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly cacheReadInputTokens?: number
  readonly cacheCreationInputTokens?: number
}

export interface UserBlock {
  readonly type: string
  readonly tool_use_id?: string
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[]
}

/** An event of the Messages API. */
export type StreamEvent =
  | {
      readonly type: 'message_start'
      readonly message: { readonly usage?: ApiUsage; readonly model?: string }
    }
  | {
      readonly type: 'content_block_start'
      readonly index: number
      readonly content_block: {
        readonly type: string
        readonly id?: string
        readonly name?: string
        readonly text?: string
      }
    }
  | {
      readonly type: 'content_block_delta'
      readonly index: number
      readonly delta: {
        readonly type: string
        readonly text?: string
        readonly thinking?: string
        readonly signature?: string
        readonly partial_json?: string
      }
    }
  | { readonly type: 'content_block_stop'; readonly index: number }
  | {
      readonly type: 'message_delta'
      readonly delta: { readonly stop_reason?: string | null }
      readonly usage?: ApiUsage
    }
  | { readonly type: 'message_stop' }

export interface ApiUsage {
  readonly input_tokens?: number | null
  readonly output_tokens?: number | null
  readonly cache_creation_input_tokens?: number | null
  readonly cache_read_input_tokens?: number | null
}

/** The low-level server of the MCP SDK 1.x, and the names of requests that it answers. */
export interface McpSdk {
  readonly Server: new (
    info: { readonly name: string; readonly version: string },
    options: { readonly capabilities: object },
  ) => SdkMcpServer
  readonly ListToolsRequestSchema: unknown
  readonly CallToolRequestSchema: unknown
}

export interface SdkMcpServer {
  setRequestHandler(schema: unknown, handler: (request: McpRequest) => Promise<object>): void
  sendToolListChanged(): Promise<void>
}

export interface McpRequest {
  readonly params?: {
    readonly name?: string
    readonly arguments?: unknown
    readonly _meta?: Readonly<Record<string, unknown>>
  }
}
