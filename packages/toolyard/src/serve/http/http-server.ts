/**
 * The HTTP server: takes connections, and ends them in order.
 *
 * @module
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { McpServerState } from '../../define/index.ts'
import { ToolyardError, version } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import type { AccessToken, Awaitable } from '../../store/index.ts'
import { createMcpHandler } from '../mcp/index.ts'
import { AgentNames } from './agent-names.ts'
import { BodyRoom } from './body-room.ts'
import { type ConnectionLimits, Connections, usualConnectionLimits } from './connections.ts'
import { ConsoleFiles } from './console-files.ts'
import { createFrontDoor, type FrontDoor } from './front-door.ts'
import { bracketed, createHostGuard } from './host-guard.ts'
import { listenBacklog } from './listen-queue.ts'
import { Metrics } from './metrics.ts'
import { mountMcp, type OpensMcp } from './mount-mcp.ts'
import { openApiOf } from './openapi.ts'
import { Outbox } from './outbox.ts'
import { Overload } from './overload.ts'
import { Readiness } from './readiness.ts'
import type { RequestLog } from './request-log.ts'
import { createRouter } from './router.ts'
import { routes } from './routes/index.ts'
import type { HttpServices } from './services.ts'
import { Sessions } from './sessions.ts'
import { CallStreams } from './streams/call-streams.ts'
import { EventHub } from './streams/event-hub.ts'
import { OpenStreams } from './streams/open-streams.ts'
import { RunStreams } from './streams/run-streams.ts'
import type { TokenBook } from './token-book.ts'
import { ToolViews } from './tool-views.ts'
import { answerUnreadable } from './unreadable.ts'
import { whoListens } from './who-listens.ts'

export interface HttpServerOptions {
  readonly tokens: TokenBook
  /** 0 for any that is free. */
  readonly port: number
  readonly host?: string
  /** Names under which a proxy, or another machine, reaches this server. */
  readonly allowedHosts?: readonly string[]
  /** Where the console was built to. */
  readonly consoleFolder?: string
  readonly log?: RequestLog
  /** Event streams at once; 256 by default. */
  readonly mostStreams?: number
  /** How long the head of a request, and all of it, may take to arrive: 10 and 30 seconds by default. */
  readonly patience?: { readonly headMs: number; readonly requestMs: number }
  /** How many connections there may be, and how long nothing of an answer may be read: 4,096 and 30 seconds by default. */
  readonly connections?: Partial<ConnectionLimits>
  /** Whether figures are shown to anyone. */
  readonly openMetrics?: boolean
  /** Opens MCP over HTTP; ours by default. */
  readonly mcp?: OpensMcp
  /** How the MCP servers stand that we reach; those of the configuration by default. */
  readonly mcpServers?: () => readonly McpServerState[]
  /** Told after a token was taken back. */
  readonly onTokenRemoved?: (token: AccessToken) => Awaitable<void>
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
const usualStreams = 256
const usualDrainMs = 10_000

export async function createHttpServer(yard: ToolService, options: HttpServerOptions): Promise<HttpServer> {
  const { host = '127.0.0.1', allowedHosts = [], patience = usualPatience } = options
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
  const services = servicesOf(yard, options, { port, connections })
  const guard = createHostGuard({ port, host, allowedHosts })
  const openMcp: OpensMcp = options.mcp ?? ((door) => createMcpHandler(yard, { version, ...door }))
  const mcp = mountMcp(services, guard.hosts, openMcp)
  const files = new ConsoleFiles(options.consoleFolder)
  const others: FrontDoor['others'] = async (request, response, path) =>
    (await mcp.serve(request, response, path)) || files.serve(request, response, path)
  const known = options.openMetrics ? routes.map(openFigures) : routes
  server.on('request', createFrontDoor({ services, router: createRouter(known), guard, others }))
  const stopCounting = yard.onCallEnded((result, ran) => {
    services.metrics.noteCall(result, ran)
    services.overload.note(result, ran)
  })
  const stopSyncing = yard.store.durable ? () => {} : await keepInStep(yard)
  let closing: Promise<void> | undefined
  const close = async (drainMs: number): Promise<void> => {
    services.streams.close()
    services.overload.leave()
    await connections.end(drainMs)
    services.hub.close()
    await mcp.close()
    stopCounting()
    services.metrics.close()
    stopSyncing()
  }
  return {
    port,
    url: `http://${bracketed(host)}:${port}`,
    close: (drainMs = usualDrainMs) => (closing ??= close(drainMs)),
    [Symbol.asyncDispose]: () => (closing ??= close(0)),
  }
}

function servicesOf(
  yard: ToolService,
  options: HttpServerOptions,
  { port, connections }: { readonly port: number; readonly connections: Connections },
): HttpServices {
  let openApi: Readonly<Record<string, unknown>> | undefined
  return {
    yard,
    agents: new AgentNames(yard.store.agents),
    tokens: options.tokens,
    log: options.log ?? (() => {}),
    connections,
    outbox: new Outbox(),
    overload: new Overload(),
    bodies: new BodyRoom(),
    readiness: new Readiness(yard.store),
    streams: new OpenStreams(options.mostStreams ?? usualStreams),
    hub: new EventHub(yard),
    sessions: new Sessions(),
    cookieName: `toolyard_session_${port}`,
    calls: new CallStreams(yard.bus),
    runs: new RunStreams(yard.bus),
    tools: new ToolViews(yard),
    metrics: new Metrics((tool) => yard.registry.has(tool)),
    mcpServers: options.mcpServers ?? (() => yard.mcp?.servers() ?? []),
    openApi: () => (openApi ??= openApiOf(routes)),
    onTokenRemoved: options.onTokenRemoved ?? (() => {}),
  }
}

function openFigures<T extends { readonly path: string }>(route: T): T {
  return route.path === '/metrics' ? { ...route, access: 'anyone' } : route
}

/** A catalogue in memory is not kept in step by itself. */
async function keepInStep(yard: ToolService): Promise<() => void> {
  await yard.syncTools()
  return yard.registry.registrations.onChange(
    () => void yard.syncTools().catch((error: unknown) => yard.note(error)),
  )
}

interface Place {
  readonly port: number
  readonly host: string
}

async function listen(server: Server, place: Place): Promise<number> {
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

async function cannotListen(error: NodeJS.ErrnoException, { port, host }: Place): Promise<ToolyardError> {
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
