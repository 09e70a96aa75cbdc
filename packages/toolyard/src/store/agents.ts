/**
 * The port to agents: who they are, and which tools they have.
 *
 * @module
 */
import type { Awaitable } from './awaitable.ts'

export interface AgentBinding {
  readonly toolId: string
  /** The only version that this agent may use; any, where it is absent. */
  readonly pinned?: string | undefined
}

export interface AgentRecord {
  readonly id: string
  readonly name: string
  readonly prompt: string
  readonly model?: string | undefined
  readonly runner?: string | undefined
  readonly settings: Readonly<Record<string, unknown>>
  readonly tools: readonly AgentBinding[]
  readonly createdAt: number
  readonly updatedAt: number
}

export interface AgentStore {
  /** In the order of names. */
  list(): Awaitable<readonly AgentRecord[]>
  /** By id or by name. */
  find(idOrName: string): Awaitable<AgentRecord | undefined>
  /** Creates or replaces, whole. Throws `name_taken` where another agent has the name. */
  save(agent: AgentRecord): Awaitable<void>
  /** Whether there was such an agent. */
  remove(id: string): Awaitable<boolean>
}
