/**
 * The API, the console and MCP as one handler: of the web's form for servers that speak it, and as a listener of Node's HTTP
 * server. It opens no port and handles no signal; `toolyard serve` puts it on a port, other applications mount it under a path.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { McpServerState } from '../../define/index.ts'
import { version } from '../../kernel/index.ts'
import { calls } from '../../parts/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import type { AccessToken, Awaitable } from '../../store/index.ts'
import { createMcpHandler } from '../mcp/index.ts'
import { AgentNames } from './agent-names.ts'
import { authenticate } from './authenticate.ts'
import { BodyRoom } from './body-room.ts'
import type { Connections } from './connections.ts'
import { ConsoleFiles } from './console-files.ts'
import { createFetchExchange } from './fetch-exchange.ts'
import { createFrontDoor, type FrontDoor } from './front-door.ts'
import { type Authenticate, byHostApplication } from './host-application.ts'
import type { HostGuard } from './host-guard.ts'
import { Metrics } from './metrics.ts'
import { mountMcp, type OpensMcp } from './mount-mcp.ts'
import { nodeExchange } from './node-exchange.ts'
import { openApiOf } from './openapi.ts'
import { Outbox } from './outbox.ts'
import { Overload } from './overload.ts'
import { Readiness } from './readiness.ts'
import type { RequestLog } from './request-log.ts'
import type { Route } from './route.ts'
import { createRouter } from './router.ts'
import { routes } from './routes/index.ts'
import { type Gate, RunningRequests } from './running-requests.ts'
import type { HttpServices } from './services.ts'
import { Sessions } from './sessions.ts'
import { CallStreams } from './streams/call-streams.ts'
import { EventHub } from './streams/event-hub.ts'
import { OpenStreams } from './streams/open-streams.ts'
import type { TokenBook } from './token-book.ts'
import { ToolViews } from './tool-views.ts'

export interface HttpHandler extends AsyncDisposable {
  /** Answers a request of the web's form. Needs no `this`. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Answers a request of Node's HTTP server. Needs no `this`. */
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void
  /** Takes no more requests, waits for those that run, for so long at the most (10 seconds by default), and ends all streams. */
  close(drainMs?: number): Promise<void>
}

/** What a handler is made of. */
export interface HandlerParts {
  readonly guard: HostGuard
  readonly tokens: TokenBook
  readonly cookieName: string
  readonly basePath?: string
  /** Instead of our tokens. */
  readonly authenticate?: Authenticate | undefined
  /** Where the console was built to; false if it is not served. */
  readonly consoleFolder?: string | false | undefined
  readonly log?: RequestLog | undefined
  /** Event streams at once; 256 by default. */
  readonly mostStreams?: number | undefined
  /** Whether figures are shown to anyone. */
  readonly openMetrics?: boolean
  /** Of a server of our own. */
  readonly connections?: Connections
  /** Opens MCP over HTTP; ours by default. */
  readonly mcp?: OpensMcp | undefined
  /** How the MCP servers stand that we reach; those of the configuration by default. */
  readonly mcpServers?: (() => readonly McpServerState[]) | undefined
  /** Told after a token was taken back. */
  readonly onTokenRemoved?: ((token: AccessToken) => Awaitable<void>) | undefined
}

const usualStreams = 256
const usualDrainMs = 10_000

export interface OpenedHandler {
  readonly handler: HttpHandler
  /** Resolves when the catalogue is in step. */
  readonly ready: Promise<unknown>
}

export function openHandler(yard: ToolService, parts: HandlerParts): OpenedHandler {
  const { guard, basePath = '', connections } = parts
  const services = servicesOf(yard, parts)
  const openMcp: OpensMcp = parts.mcp ?? ((door) => createMcpHandler(yard, { version, ...door }))
  const mcp = mountMcp(services, guard.hosts, openMcp)
  const files = parts.consoleFolder === false ? undefined : new ConsoleFiles(parts.consoleFolder, basePath)
  const others: FrontDoor['others'] = async (exchange, path) =>
    (await mcp.serve(exchange, path)) || ((await files?.serve(exchange, path)) ?? false)
  const gate: Gate = connections ?? new RunningRequests()
  const serve = createFrontDoor({ services, router: createRouter(routesOf(parts)), guard, gate, others })
  const stopCounting = yard.journal.onEnded((result, ran) => {
    services.metrics.noteCall(result, ran)
    services.overload.note(result, ran)
  })
  const stopWatching = yard.runs.observers.add(services.metrics.runs)
  const ready = yard.store.durable ? Promise.resolve(() => {}) : keepInStep(yard)
  let closing: Promise<void> | undefined
  const close = async (drainMs: number): Promise<void> => {
    services.streams.close()
    services.overload.leave()
    await gate.end(drainMs)
    services.calls.close()
    services.hub.close()
    await mcp.close()
    stopCounting()
    stopWatching()
    services.metrics.close()
    await ready.then((stop) => stop()).catch(() => {})
  }
  const handler: HttpHandler = {
    fetch(request) {
      const exchange = createFetchExchange(request)
      serve(exchange)
      return exchange.answer
    },
    listener: (request, response) => serve(nodeExchange(request, response)),
    close: (drainMs = usualDrainMs) => (closing ??= close(drainMs)),
    [Symbol.asyncDispose]: () => (closing ??= close(0)),
  }
  return { handler, ready }
}

function servicesOf(yard: ToolService, parts: HandlerParts): HttpServices {
  const { tokens, cookieName, basePath = '' } = parts
  const door = { tokens, cookieName, basePath, sessions: new Sessions() }
  let openApi: Readonly<Record<string, unknown>> | undefined
  return {
    ...door,
    authenticate: parts.authenticate
      ? byHostApplication(parts.authenticate)
      : ({ request }) => authenticate(door, request),
    yard,
    agents: new AgentNames(yard.store.agents),
    log: parts.log ?? (() => {}),
    connections: parts.connections,
    outbox: new Outbox(),
    overload: new Overload(),
    bodies: new BodyRoom(),
    readiness: new Readiness(yard.store),
    streams: new OpenStreams(parts.mostStreams ?? usualStreams),
    hub: new EventHub(yard, basePath),
    calls: new CallStreams(yard.installation.engine.here.bus, yard.installation.part(calls).anywhere),
    tools: new ToolViews(yard),
    metrics: new Metrics((tool) => yard.registry.has(tool)),
    mcpServers: parts.mcpServers ?? (() => yard.servers.access?.servers() ?? []),
    openApi: () => (openApi ??= openApiOf(routesOf(parts), basePath)),
    onTokenRemoved: parts.onTokenRemoved ?? (() => {}),
  }
}

/** Signing in and out is the host application's, if it says who sends a request. */
function routesOf({ openMetrics, authenticate: byHost }: HandlerParts): readonly Route[] {
  return routes
    .filter(({ path, method }) => !byHost || path !== '/api/session' || method === 'GET')
    .map((route) =>
      openMetrics && route.path === '/metrics' ? { ...route, access: 'anyone' as const } : route,
    )
}

/** A catalogue in memory is not kept in step by itself. */
async function keepInStep(yard: ToolService): Promise<() => void> {
  await yard.catalogue.sync()
  return yard.registry.registrations.onChange(
    () => void yard.catalogue.sync().catch((error: unknown) => yard.catalogue.note(error)),
  )
}
