/**
 * The HTTP server: takes connections, and ends them in order.
 *
 * @module
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ToolyardError } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { type ConnectionLimits, Connections, usualConnectionLimits } from './connections.ts'
import { bracketed, createHostGuard } from './host-guard.ts'
import { type HandlerParts, openHandler } from './http-handler.ts'
import { listenBacklog } from './listen-queue.ts'
import { answerUnreadable } from './unreadable.ts'
import { whoListens } from './who-listens.ts'

export interface HttpServerOptions extends Omit<HandlerParts, 'guard' | 'cookieName' | 'connections'> {
  /** 0 for any that is free. */
  readonly port: number
  readonly host?: string
  /** Names under which a proxy, or another machine, reaches this server. */
  readonly allowedHosts?: readonly string[]
  /** How long the head of a request, and all of it, may take to arrive: 10 and 30 seconds by default. */
  readonly patience?: { readonly headMs: number; readonly requestMs: number }
  /** How many connections there may be, and how long nothing of an answer may be read: 4,096 and 30 seconds by default. */
  readonly connections?: Partial<ConnectionLimits>
}

export interface HttpServer extends AsyncDisposable {
  readonly port: number
  /** Where the console is. */
  readonly url: string
  /** Takes no more requests, waits for those that run, for so long at the most, and ends all streams. */
  close(drainMs?: number): Promise<void>
}

const usualPatience = { headMs: 10_000, requestMs: 30_000 }
const looksEveryMs = 2000
const idleMs = 10_000
const longestHead = 16 * 1024

export async function createHttpServer(yard: ToolService, options: HttpServerOptions): Promise<HttpServer> {
  const { host = '127.0.0.1', allowedHosts = [], patience = usualPatience, ...parts } = options
  const server = createServer({
    headersTimeout: patience.headMs,
    requestTimeout: patience.requestMs,
    connectionsCheckingInterval: Math.min(looksEveryMs, patience.headMs / 2),
    keepAliveTimeout: idleMs,
    maxHeaderSize: longestHead,
  })
  const connections = new Connections(server, { ...usualConnectionLimits, ...options.connections })
  server.on('clientError', answerUnreadable)
  const port = await listen(server, { port: options.port, host })
  const { handler, ready } = openHandler(yard, {
    ...parts,
    connections,
    cookieName: `toolyard_session_${port}`,
    guard: createHostGuard({ port, host, allowedHosts }),
  })
  server.on('request', handler.listener)
  await ready
  return {
    port,
    url: `http://${bracketed(host)}:${port}`,
    close: (drainMs) => handler.close(drainMs),
    [Symbol.asyncDispose]: () => handler[Symbol.asyncDispose](),
  }
}

interface ListenAddress {
  readonly port: number
  readonly host: string
}

async function listen(server: Server, place: ListenAddress): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ ...place, backlog: listenBacklog }, resolve)
  try {
    await promise
  } catch (error) {
    throw await cannotListen(error as NodeJS.ErrnoException, place)
  }
  server.off('error', reject)
  return (server.address() as AddressInfo).port
}

async function cannotListen(
  error: NodeJS.ErrnoException,
  { port, host }: ListenAddress,
): Promise<ToolyardError> {
  const place = `port ${port} of ${host}`
  if (error.code === 'EADDRINUSE') {
    const holder = await whoListens(port)
    return new ToolyardError(
      'unavailable',
      `${place} is taken${holder === undefined ? '' : ` by ${holder}`}`,
      {
        cause: error,
        hint: `End that program, or choose another port: --port ${port + 1}, or --port 0 for any that is free.`,
      },
    )
  }
  const hint =
    error.code === 'EACCES'
      ? 'Ports below 1024 are for the administrator: choose a higher one.'
      : 'Check the address given to --host.'
  return new ToolyardError('invalid_config', `can't listen on ${place}: ${error.message}`, {
    cause: error,
    hint,
  })
}
