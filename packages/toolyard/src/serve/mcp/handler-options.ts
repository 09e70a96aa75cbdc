/**
 * What MCP over HTTP is told, and what it gives to the server that mounts it.
 *
 * @module
 */
import type { SessionLimits } from './sessions.ts'

export interface McpHandlerOptions {
  readonly name?: string
  readonly version: string
  /** The agent on whose behalf clients call; by request if several are served at their own addresses. */
  readonly agent?: string | ((request: Request) => string | undefined) | undefined
  /** Whether the person at a client may approve calls; they may by default. Others are asked through the inbox alone. */
  readonly approves?: (request: Request) => boolean
  /** Who is behind the clients, as journal and approvals name them; by request if several come. What one of them began is not for another. */
  readonly principal?: string | ((request: Request) => string | undefined) | undefined
  /** The id of the access token that a request came with: tasks of a token that is revoked before they start do not start. */
  readonly token?: (request: Request) => string | undefined
  /** When it aborts, calls that wait for people answer `pending`. */
  readonly leave?: AbortSignal
  /** The hosts under which the server is reached, such as `127.0.0.1:4000`; one without a port stands for all its ports. `checked` if the server that mounts it has looked at Host and Origin itself. */
  readonly hosts: readonly string[] | 'checked'
  readonly sessions?: Partial<SessionLimits>
}

export interface McpHandler {
  readonly fetch: (request: Request) => Promise<Response>
  /** Ends all sessions and takes no more requests. */
  close(): Promise<void>
}
