/**
 * What is known of a tool without running it.
 *
 * A manifest is plain, frozen JSON data: it is shown, stored, compared and hashed as it is.
 *
 * @module
 */
import type { JsonSchema } from '../kernel/index.ts'

/** What a call may do, decided by policy: look, change, or reach outside. */
export type Permission = 'read' | 'write' | 'external'
/** What a call touches. */
export type Effects = 'none' | 'local_state' | 'db_write' | 'network'
/** How a tool runs. */
export type ToolType = 'STATELESS' | 'STATEFUL' | 'REST' | 'MCP' | 'EXTERNAL'
/** Where a tool came from. */
export type ToolSource = 'builtin' | 'app' | 'plugin' | 'config' | 'mcp'

/** Whether a call may or must be a task. */
export type TaskSupport = 'optional' | 'required'

export const permissions: readonly Permission[] = ['read', 'write', 'external']
export const effectKinds: readonly Effects[] = ['none', 'local_state', 'db_write', 'network']
export const taskSupports: readonly TaskSupport[] = ['optional', 'required']

/** A call that must keep working: run by `toolyard check`, shown to people and, where supported, to models. */
export interface ToolExample {
  readonly title?: string
  readonly input: Readonly<Record<string, unknown>>
  /** The structured output, where it is always the same. */
  readonly output?: unknown
}

/** The same words for people who read another language, by its code: `{ zh: '查询天气' }`. */
export type ByLanguage = Readonly<Record<string, string>>

export interface ToolManifest {
  readonly name: string
  readonly title?: string
  readonly description: string
  /** For people alone: models see `title` and `description`, and neither counts for the fingerprint. */
  readonly titles?: ByLanguage
  readonly descriptions?: ByLanguage
  readonly category: string
  readonly type: ToolType
  readonly source: ToolSource
  readonly inputSchema: JsonSchema
  readonly outputSchema?: JsonSchema
  readonly permission: Permission
  readonly effects: Effects
  /** Ask a person before every call, whatever policy says; unless the tool itself says that one needs no asking. */
  readonly confirm: boolean
  readonly streaming: boolean
  /** Running it twice with the same arguments is the same as running it once. */
  readonly idempotent: boolean
  readonly timeoutMs?: number
  /** Whether calls by clients that know tasks run in the background, and whether others may call at all. */
  readonly taskSupport?: TaskSupport
  /** Only workers that serve this queue run it; calls made elsewhere are handed to them. */
  readonly queue?: string
  readonly tags: readonly string[]
  readonly version: string
  readonly examples?: readonly ToolExample[]
  /** Of a tool that lives elsewhere: where, for people to read, and a hash over all the facts by which it is reached. */
  readonly via?: { readonly text: string; readonly hash: string }
  /** SHA-256 over everything that a model sees or policy depends on. */
  readonly fingerprint: string
}
