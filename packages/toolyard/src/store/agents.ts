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
  /** Of a draft that is tried before it is saved: it is no agent of the directory, and goes after this time. */
  readonly expiresAt?: number | undefined
}

/** What an agent was after a change. */
export interface AgentVersion extends Omit<AgentRecord, 'id' | 'createdAt' | 'updatedAt' | 'expiresAt'> {
  /** Counts up from 1; given by the store. */
  readonly version: number
  /** Who made the change; undefined if that was not kept. */
  readonly by?: string | undefined
  readonly at: number
}

export type NewAgentVersion = Omit<AgentVersion, 'version'>

/** How many of one agent are kept: the newest. */
export const keptAgentVersions = 50

export interface AgentStore {
  /** In the order of names. */
  list(): Awaitable<readonly AgentRecord[]>
  /** By id or by name. */
  find(idOrName: string): Awaitable<AgentRecord | undefined>
  /**
   * Creates or replaces, whole, and adds to its versions, all or nothing; the oldest beyond `keptAgentVersions` go. Throws `name_taken`
   * if another agent has the name.
   */
  save(agent: AgentRecord, versions?: readonly NewAgentVersion[]): Awaitable<void>
  /** The newest first. They go with their agent. */
  versions(agentId: string): Awaitable<readonly AgentVersion[]>
  /** Whether there was such an agent. */
  remove(id: string): Awaitable<boolean>
}
