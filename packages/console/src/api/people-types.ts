/**
 * What the server tells of people's part: what they are asked, what they granted, the policy, servers, tokens.
 *
 * @module
 */
import type { CallRecord, Role, VersionChange } from './types.ts'

export type InboxStatus = 'pending' | 'approved' | 'rejected' | 'answered' | 'expired' | 'cancelled' | 'used'

export interface InboxItem {
  readonly id: string
  readonly kind: 'approval' | 'question'
  readonly status: InboxStatus
  readonly callId: string
  readonly tool: string
  readonly threadId?: string
  readonly agent?: string
  readonly principal: string
  /** Of a question. */
  readonly text?: string
  readonly reason: string
  readonly rule: string
  readonly explanation?: string
  readonly digest: string
  readonly bytes?: string
  readonly offer?: string
  readonly choices?: readonly string[]
  readonly form?: QuestionForm
  readonly createdAt: number
  readonly expiresAt: number
  readonly answer?: string
  readonly values?: Readonly<Record<string, unknown>>
  readonly by?: string
  readonly answeredAt?: number
  readonly rendered?: RenderedRequest
  readonly diff?: readonly DiffPart[]
}

interface FormChoice {
  readonly const: string
  readonly title: string
}

/** `oneOf` of a choice, `items` of a list of choices. */
export interface FormField {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array'
  readonly title?: string
  readonly description?: string
  readonly default?: string | number | boolean | readonly string[]
  readonly oneOf?: readonly FormChoice[]
  readonly items?: { readonly anyOf: readonly FormChoice[] }
  readonly format?: string
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** What is filled in to answer a question. */
export interface QuestionForm {
  readonly properties: Readonly<Record<string, FormField>>
  readonly required: readonly string[]
}

/** What is wrong with one field. */
export interface FormProblem {
  readonly field: string
  readonly rule: string
  readonly limit?: number | string
  readonly message: string
}

/** A part of what would run, or all of it. */
export interface RenderedRequest {
  readonly text: string
  /** Of the whole text. */
  readonly characters: number
  /** Where the rest begins; undefined at the end. */
  readonly next: number | null
  /** Secrets that were taken out. */
  readonly secrets: number
}

export interface DiffLine {
  readonly mark: ' ' | '-' | '+' | '…'
  readonly text: string
}

export interface DiffPart {
  readonly title: string
  readonly lines: readonly DiffLine[]
  /** Lines that are not shown, and whether the texts were too long to be compared. */
  readonly hidden: number
  readonly tooLarge: boolean
}

export interface Grant {
  readonly id: string
  readonly rule: string
  readonly tool: string
  readonly threadId?: string
  readonly agent?: string
  readonly by: string
  readonly createdAt: number
}

export type RuleEffect = 'allow' | 'ask' | 'deny'

export interface PolicyView {
  readonly mode: string
  readonly rules: readonly { readonly rule: string; readonly effect: RuleEffect; readonly reason?: string }[]
}

export interface Explanation {
  readonly tool: string
  readonly mode: string
  readonly input: unknown
  readonly resources: readonly { readonly kind: string; readonly id: string; readonly access: string }[]
  readonly hooks: readonly string[]
  readonly decision: { readonly effect: RuleEffect; readonly rule: string; readonly reason: string }
  readonly considered: readonly {
    readonly rule: string
    readonly effect: RuleEffect
    readonly matched: boolean
    readonly reason?: string
  }[]
  readonly offer?: string
}

export interface McpServer {
  readonly name: string
  readonly state: 'idle' | 'connecting' | 'ready' | 'failed' | 'needs_authorisation'
  readonly transport: 'stdio' | 'http'
  readonly tools: number
  readonly protocolVersion?: string
  readonly error?: string
  readonly held: readonly HeldTool[]
}

export interface HeldTool {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly comparison?: { readonly verdict: string; readonly changes: readonly VersionChange[] }
  readonly manifest: Readonly<Record<string, unknown>> & {
    readonly fingerprint: string
    readonly description?: string
  }
}

export interface Token {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly agent?: string
  readonly createdAt: number
  readonly lastUsedAt?: number
}

export interface CallStory {
  readonly call: CallRecord
  readonly children: readonly CallRecord[]
  readonly approvals: readonly InboxItem[]
  readonly tool?: { readonly name: string; readonly version?: number }
}
