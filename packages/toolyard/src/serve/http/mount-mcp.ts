/**
 * MCP over HTTP at `/mcp`, and for one agent at `/mcp/agents/ID`. The protocol is a handler's; who may come in is decided here.
 *
 * @module
 */
import { agentFor, keptToken, mayApprove, personOf, requireRole } from './caller.ts'
import type { HttpExchange } from './message.ts'
import type { HttpServices } from './services.ts'

/** Answers requests of the protocol. */
export interface McpDoor {
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

export interface McpDoorOptions {
  /** The names under which this server is reached, or that they were looked at already. */
  readonly hosts: readonly string[] | 'checked'
  /** On whose behalf a request calls. */
  readonly agent: (request: Request) => string | undefined
  /** Whether who sent a request may approve calls. */
  readonly approves: (request: Request) => boolean
  /** Who sent a request. */
  readonly principal: (request: Request) => string | undefined
  readonly token: (request: Request) => string | undefined
  /** Aborts when the server ends. */
  readonly leave: AbortSignal
}

export type OpensMcp = (options: McpDoorOptions) => McpDoor

export interface McpMount {
  /** Whether it took the request. */
  serve(exchange: HttpExchange, path: string): Promise<boolean>
  close(): Promise<void>
}

/** Who sent a request: on whose behalf it calls, and whether it may approve. */
interface McpSender {
  readonly principal: string
  readonly tokenId: string | undefined
  readonly agent: string | undefined
  readonly approves: boolean
}

const address = /^\/mcp(?:\/agents\/([^/]+))?$/

export function mountMcp(
  services: HttpServices,
  hosts: readonly string[] | 'checked',
  open: OpensMcp,
): McpMount {
  const senders = new WeakMap<Request, McpSender>()
  const door = open({
    hosts,
    agent: (request) => senders.get(request)?.agent,
    approves: (request) => senders.get(request)?.approves ?? false,
    principal: (request) => senders.get(request)?.principal,
    token: (request) => senders.get(request)?.tokenId,
    leave: services.overload.leaving,
  })
  return {
    async serve(exchange, path) {
      const match = address.exec(path)
      if (!match) return false
      const caller = await services.authenticate(exchange)
      requireRole(caller, { access: 'operator', agents: true })
      const named = match[1] === undefined ? undefined : decoded(match[1])
      const agent = await agentFor(services.agents, caller, named)
      if (agent !== undefined) await services.yard.agents.find(agent)
      if (exchange.request.method === 'GET') services.streams.hold(exchange.response, caller)
      const tokenId = keptToken(caller)
      const sender = { agent, approves: mayApprove(caller), principal: personOf(caller), tokenId }
      await exchange.forward((request) => {
        senders.set(request, sender)
        return door.fetch(request)
      })
      return true
    },
    close: () => door.close(),
  }
}

/** What can't be decoded names no agent. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
