/**
 * What we use of the Claude Agent SDK and of the MCP SDK beside it. Both are optional: written down here, so that nothing
 * of ours needs them to be installed.
 *
 * @module
 */
import type { Readable, Writable } from 'node:stream'

export const sdkPackage = '@anthropic-ai/claude-agent-sdk'
/** The one that we are tested with. */
export const sdkVersion = '0.3.325'

export interface ClaudeSdk {
  query(given: {
    readonly prompt: AsyncIterable<SdkUserMessage>
    readonly options: SdkOptions
  }): AsyncIterable<SdkMessage>
}

export interface SdkOptions {
  readonly abortController: AbortController
  readonly model: string
  readonly systemPrompt: readonly string[]
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
  readonly hooks: { readonly PreToolUse: readonly HookMatcher[] }
  readonly includePartialMessages: true
  readonly persistSession: false
  readonly verbatimPrompts: true
  readonly maxTurns: number
  readonly thinking?: { readonly type: 'disabled' } | undefined
  readonly effort?: 'low' | 'medium' | 'high' | undefined
  readonly spawnClaudeCodeProcess: (order: SpawnOrder) => SpawnedProcess
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
  readonly message: {
    readonly role: 'user'
    readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  }
  readonly parent_tool_use_id: null
  readonly priority: 'next'
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
    }
  /** What of an answer is whole and stays, block by block, before the answer itself is. */
  | {
      readonly type: 'assistant'
      readonly message: { readonly content: readonly { readonly type: string }[] }
      readonly parent_tool_use_id: string | null
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
}

export interface UserBlock {
  readonly type: string
  readonly tool_use_id?: string
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[]
}

/** An event of the Messages API. */
export type StreamEvent =
  | { readonly type: 'message_start'; readonly message: { readonly usage?: ApiUsage } }
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
