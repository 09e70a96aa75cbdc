/**
 * What the server answers, as far as the page reads it. Times are milliseconds since the epoch.
 *
 * @module
 */

export interface Page<T> {
  readonly items: readonly T[]
  readonly next: string | null
  readonly total?: number
}

export type Role = 'viewer' | 'operator' | 'approver' | 'agent' | 'admin'

export interface Session {
  readonly role: Role
  readonly name: string
  readonly csrf: string
}

export interface Info {
  readonly version: string
  readonly workspace: string
  readonly database: string
  readonly mode: string
  readonly dialects: readonly string[]
  readonly counts: { readonly tools: number; readonly agents: number; readonly pending: number }
  readonly problems: readonly {
    readonly file: string
    readonly reason: string
    readonly hint?: string
    /** The tools are there all the same. */
    readonly isNote?: boolean
  }[]
}

export type JsonSchema = boolean | SchemaObject

export interface SchemaObject {
  readonly [keyword: string]: unknown
}

export type Permission = 'read' | 'write' | 'external'
export type ToolState = 'active' | 'removed' | 'invalid' | 'held'
export type CallStatus =
  | 'ok'
  | 'error'
  | 'denied'
  | 'held'
  | 'pending'
  | 'skipped'
  | 'cancelled'
  | 'timeout'
  | 'unknown'
  | 'running'

export interface ToolSummary {
  readonly id: string
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly category: string
  readonly type: string
  readonly source: string
  readonly permission: Permission
  readonly effects: string
  readonly confirm: boolean
  readonly streaming: boolean
  readonly idempotent: boolean
  readonly tags: readonly string[]
  readonly version: number
  readonly state: ToolState
  readonly enabled: boolean
  readonly error?: string
  readonly origin?: string
  readonly via?: string
  readonly fingerprint: string
  readonly pinned: boolean
  readonly tokens: Readonly<Record<string, number>>
  readonly lastCall?: { readonly at: number; readonly status: CallStatus; readonly error?: string }
}

export interface DialectReport {
  readonly verdict: 'exact' | 'adapted' | 'lossy' | 'rejected'
  readonly strict: boolean
  readonly notes: readonly string[]
}

export interface ToolExample {
  readonly title?: string
  readonly input: Readonly<Record<string, unknown>>
  readonly output?: unknown
}

export interface ToolDetail extends ToolSummary {
  readonly manifest: Readonly<Record<string, unknown>>
  readonly inputSchema: JsonSchema
  readonly outputSchema?: JsonSchema
  readonly examples: readonly ToolExample[]
  readonly agents: readonly { readonly id: string; readonly name: string }[]
  readonly reports: Readonly<Record<string, DialectReport>>
}

export interface VersionChange {
  readonly text: string
  readonly breaking: boolean
  readonly path?: string
  readonly before?: unknown
  readonly after?: unknown
}

export interface ToolVersion {
  readonly version: number
  readonly fingerprint: string
  readonly seenAt: number
  readonly verdict?: 'compatible' | 'breaking'
  readonly reasons: readonly string[]
  readonly changes: readonly VersionChange[]
  readonly isCurrent: boolean
  readonly isAccepted: boolean
}

export interface ToolDefinition {
  readonly definition: unknown
  readonly report?: DialectReport
  readonly tokens: number
}

export interface SyncReport {
  readonly created: readonly string[]
  readonly updated: readonly string[]
  readonly unchanged: readonly string[]
  readonly removed: readonly string[]
  readonly invalid: readonly string[]
  readonly held: readonly string[]
}

export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource_link'
      readonly uri: string
      readonly name: string
      readonly description?: string
    }
  | {
      readonly type: 'resource'
      readonly resource: { readonly uri: string; readonly mimeType?: string; readonly text?: string }
    }

export interface Fault {
  readonly code: string
  readonly message: string
  readonly hint?: string
  readonly retryable?: boolean
}

export interface ToolResult {
  readonly callId: string
  readonly tool: string
  readonly status: CallStatus
  readonly content: readonly ContentBlock[]
  readonly data?: unknown
  readonly error?: Fault
  readonly durationMs: number
  readonly handle?: string
}

export type ToolEvent =
  | { readonly type: 'started'; readonly callId: string; readonly tool: string }
  | {
      readonly type: 'progress'
      readonly callId: string
      readonly message?: string
      readonly done?: number
      readonly total?: number
    }
  | { readonly type: 'chunk'; readonly callId: string; readonly data: unknown }
  | { readonly type: 'result'; readonly callId: string; readonly result: ToolResult }

export interface CallStep {
  readonly at: number
  readonly step: string
  readonly text: string
}

export interface CallRecord {
  readonly id: string
  readonly tool: string
  readonly fingerprint: string
  readonly permission: Permission
  readonly input: unknown
  readonly explanation?: string
  readonly threadId?: string
  readonly agent?: string
  readonly principal: string
  readonly origin: string
  readonly parentId?: string
  readonly decision?: string
  readonly startedAt: number
  readonly status: CallStatus
  readonly durationMs: number
  readonly ran?: boolean
  readonly result?: ToolResult
  readonly steps?: readonly CallStep[]
}

export interface StatBucket {
  readonly at: number
  readonly count: number
  readonly errors: number
  readonly p50: number
  readonly p95: number
}

export interface BoundTool {
  readonly id: string
  readonly name: string
  readonly state: ToolState | 'disabled' | 'changed'
  readonly pinned?: string
}

export interface Agent {
  readonly id: string
  readonly name: string
  readonly prompt: string
  readonly model?: string
  readonly runner?: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly toolIds: readonly string[]
  readonly tools: readonly BoundTool[]
  readonly tokens?: Readonly<Record<string, number>>
  readonly createdAt: number
  readonly updatedAt: number
}

export interface AgentSpec {
  readonly name: string
  readonly prompt?: string
  readonly model?: string
  readonly runner?: string
  readonly toolIds: readonly string[]
  readonly pinned?: boolean
  readonly settings?: Readonly<Record<string, unknown>>
}

export interface StoredResult {
  readonly handle: string
  readonly tool: string
  readonly text: string
  readonly offset: number
  readonly total: number
  readonly dropped: number
}
