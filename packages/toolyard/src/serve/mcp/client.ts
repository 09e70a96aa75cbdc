/**
 * A client and what it calls, as every request of it is served.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import type { ClientCapabilities } from './sdk.ts'
import type { McpSession } from './session.ts'

/** Who calls, and how it can be answered. */
export interface McpClient {
  readonly yard: ToolService
  readonly session: McpSession
  readonly agent: string | undefined
  readonly principal: string
  readonly name: string
  readonly capabilities: ClientCapabilities | undefined
  /** Whether it can be sent requests, or is asked by what it is answered. */
  readonly era: 'legacy' | 'modern'
  /** Whether the person at it may approve calls. */
  readonly approves: boolean
  /** The version of the protocol that it speaks. */
  readonly speaks: string | undefined
  /** The access token that it came with, if it is one of the database. */
  readonly tokenId?: string | undefined
  /** Whether `principal` tells this client from others that are not the same user. */
  readonly isIdentified: boolean
}

export interface CalledTool {
  readonly name: string
  readonly input: unknown
  /** How the result is told if it is no tool's: what a prompt or a resource gave. */
  readonly wire?: ((result: ToolResult) => object) | undefined
  /** What the request says of the task that it asks for, as 2025-11-25 has it. */
  readonly task?: unknown
}
