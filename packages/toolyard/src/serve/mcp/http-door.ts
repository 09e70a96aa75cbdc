/**
 * MCP over HTTP, for both eras of the protocol at one address.
 *
 * In the era of sessions a client has a session from `initialize` on, under an id that cannot be guessed. In the era without,
 * each request stands for itself; what a client must find again (the state of its tools, answers that it was given) is kept
 * for all requests under its name. What one caller began is not for another.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { digestOf, isPlainObject, ToolyardError } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { type Envelope, envelopeIn, envelopeOf } from './envelope.ts'
import type { McpHandler, McpHandlerOptions } from './handler-options.ts'
import { clientOf, createMcpServer, type ServedClient, tellChanges } from './mcp-server.ts'
import { onChanges } from './offers.ts'
import { withMirroredHeaders } from './mirrored-headers.ts'
import { readBody, refusalResponse, refuseForeign } from './request-guard.ts'
import {
  createSdkHandler,
  isLegacyRequest,
  ProtocolError,
  WebStandardStreamableHTTPServerTransport,
} from './sdk.ts'
import type { McpSession } from './session.ts'
import { defaultSessionLimits, McpSessions, type TakenSession } from './sessions.ts'
import { listenOverHttp } from './tasks/listen-over-http.ts'
import { listeningIn, type TaskListening } from './tasks/task-listening.ts'
import { knowsTasks, missingTasks } from './tasks/task-shape.ts'

/** What a session of the first era has beside: its connection, and whose it is. */
interface SessionConnection {
  readonly transport?: WebStandardStreamableHTTPServerTransport
  readonly caller: string
  /** Whether the caller that began it may approve: one that may not, or no longer, has no part in it. */
  readonly approves?: boolean
  close?(): Promise<void>
}

const sessionHeader = 'mcp-session-id'
const versionHeader = 'mcp-protocol-version'
/** Clients without a session that listen for changes, at the most. */
const maxSubscriptions = 128

export class HttpDoor implements McpHandler {
  readonly #yard: ToolService
  readonly #options: McpHandlerOptions
  readonly #sessions: McpSessions<SessionConnection>
  readonly #modern: ReturnType<typeof createSdkHandler>
  readonly #stopTelling: () => void
  readonly #closing = new AbortController()
  /** Clients without a session that listen for tasks. */
  #listening = 0

  constructor(yard: ToolService, options: McpHandlerOptions) {
    this.#yard = yard
    this.#options = options
    this.#sessions = new McpSessions(yard, { ...defaultSessionLimits, ...options.sessions }, options.leave)
    this.#modern = createSdkHandler(
      ({ requestInfo }) => {
        const server = createMcpServer(yard, this.#served('modern', requestInfo))
        return withMirroredHeaders(yard, server, requestInfo?.headers.get('mcp-name'))
      },
      { legacy: 'reject', maxSubscriptions },
    )
    const { notify } = this.#modern
    const tell = {
      tools: () => notify.toolsChanged(),
      prompts: () => notify.promptsChanged(),
      resources: () => notify.resourcesChanged(),
    }
    this.#stopTelling = onChanges(yard, (kind) => tell[kind]())
  }

  async fetch(request: Request): Promise<Response> {
    const foreign = refuseForeign(request, this.#options.hosts)
    if (foreign) return foreign
    const names = request.headers.has(sessionHeader)
    if (request.method !== 'POST')
      return names && (request.method === 'GET' || request.method === 'DELETE')
        ? this.#inSession(request)
        : notAllowed()
    const body = await readBody(request)
    if ('refused' in body) return body.refused
    const parsedBody = body.value
    if (!(await isLegacyRequest(request, parsedBody))) {
      const listening = listeningIn(parsedBody)
      if (listening) return this.#listen(request, { parsedBody, listening })
      return this.#modern.fetch(request, { parsedBody })
    }
    if (names) return this.#inSession(request, parsedBody)
    return isInitialize(parsedBody)
      ? this.#initialize(request, parsedBody)
      : refusalResponse(400, `Bad Request: begin with "initialize", then send its ${sessionHeader} along`)
  }

  async close(): Promise<void> {
    this.#stopTelling()
    this.#closing.abort()
    await this.#modern.close()
    await this.#sessions.close()
  }

  /** A client without a session that wants to hear of tasks, beside all else. What is wrong with its request is told by the SDK. */
  async #listen(
    request: Request,
    { parsedBody, listening }: { readonly parsedBody: unknown; readonly listening: TaskListening },
  ): Promise<Response> {
    const answer = (): Promise<Response> => this.#modern.fetch(request, { parsedBody })
    const envelope = envelopeIn(metaIn(parsedBody), request.headers.get(versionHeader) ?? undefined)
    if (!envelope) return answer()
    if (!knowsTasks({ era: 'modern', ...envelope })) return refusalTo(listening, missingTasks())
    if (this.#listening >= maxSubscriptions)
      return refusalTo(listening, new ProtocolError(-32_603, 'Subscription limit reached'))
    const served = this.#served('modern', request)
    const session = this.#sessionOf(envelope, this.#callerOf(request))
    const speaks = request.headers.get(versionHeader) ?? undefined
    const client = clientOf(this.#yard, served, { ...envelope, session, speaks })
    this.#listening++
    const done = (): void => void this.#listening--
    const signal = AbortSignal.any([this.#closing.signal, request.signal])
    try {
      return await listenOverHttp(await answer(), { client, listening, signal, done })
    } catch (error) {
      done()
      throw error
    }
  }

  /** There is no session for an agent that is not there. */
  async #initialize(request: Request, parsedBody: unknown): Promise<Response> {
    const agent = this.#agentFor(request)
    const id = randomUUID()
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessionclosed: () => this.#sessions.end(id),
    })
    let taken: TakenSession<SessionConnection>
    try {
      if (agent !== undefined) await this.#yard.definitionsFor(agent, 'mcp')
      taken = this.#sessions.open(id, {
        transport,
        caller: this.#callerOf(request),
        approves: this.#approves(request),
        close: () => transport.close(),
      })
    } catch (error) {
      if (!ToolyardError.isInstance(error)) throw error
      if (error.code === 'agent_not_found')
        return refusalResponse(404, `${error.message} ${error.hint ?? ''}`)
      return noRoom(error)
    }
    const { session, done } = taken
    const server = createMcpServer(this.#yard, { ...this.#served('legacy', request), session: () => session })
    tellChanges(this.#yard, server)
    await server.connect(transport)
    try {
      const response = await transport.handleRequest(request, { parsedBody })
      if (!response.ok) await this.#sessions.end(id)
      return response
    } finally {
      done()
    }
  }

  /** A request of the era of sessions, in the one that it names. */
  async #inSession(request: Request, parsedBody?: unknown): Promise<Response> {
    const kind = request.method === 'GET' ? 'stream' : 'call'
    const taken = this.#sessions.take(request.headers.get(sessionHeader) ?? '', kind)
    const transport = taken?.extra.transport
    const isOwn =
      taken?.extra.caller === this.#callerOf(request) && taken?.extra.approves === this.#approves(request)
    if (!taken || !transport || !isOwn) {
      taken?.done()
      const message = 'Session not found: it has ended, or was never here. Begin with "initialize".'
      return refusalResponse(404, message, -32_001)
    }
    const response = await transport.handleRequest(request, { parsedBody })
    if (request.method === 'GET' && response.body) return untilClosed(response, taken.done)
    taken.done()
    return response
  }

  #served(era: 'legacy' | 'modern', request: Request | undefined): ServedClient {
    const { name, version } = this.#options
    const agent = request && this.#agentFor(request)
    const principal = this.#principalFor(request)
    const caller = request ? this.#callerOf(request) : ''
    return {
      version,
      agent,
      era,
      approves: request === undefined || this.#approves(request),
      ...(era === 'modern' && { method: request?.headers.get('mcp-method') ?? '' }),
      ...(name !== undefined && { name }),
      ...(principal !== undefined && { principal }),
      tokenId: request && this.#options.token?.(request),
      session: (context) => this.#sessionOf(envelopeOf(context), caller),
    }
  }

  #approves(request: Request): boolean {
    return this.#options.approves?.(request) ?? true
  }

  #agentFor(request: Request): string | undefined {
    const { agent } = this.#options
    return typeof agent === 'function' ? agent(request) : agent
  }

  #principalFor(request: Request | undefined): string | undefined {
    const { principal } = this.#options
    return typeof principal === 'function' ? request && principal(request) : principal
  }

  /** Whose a session is: who began it, on whose behalf, with which rights. */
  #callerOf(request: Request): string {
    const [agent = null, principal = null] = [this.#agentFor(request), this.#principalFor(request)]
    return digestOf({ agent, principal, approves: this.#options.approves?.(request) ?? true })
  }

  /** What is kept for a client that has no session: by the name that it gives itself, and whose it is. */
  #sessionOf({ info }: Envelope, caller: string): McpSession {
    const { name = '', version = '' } = info ?? {}
    const id = `shared_${digestOf({ caller, name, version })}`
    try {
      const taken = this.#sessions.take(id) ?? this.#sessions.open(id, { caller })
      taken.done()
      return taken.session
    } catch (error) {
      if (!ToolyardError.isInstance(error)) throw error
      throw new ProtocolError(-32_000, `${error.message} ${error.hint ?? ''}`)
    }
  }
}

function isInitialize(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && body.method === 'initialize'
}

function metaIn(body: unknown): unknown {
  const params = isPlainObject(body) ? body['params'] : undefined
  return isPlainObject(params) ? params['_meta'] : undefined
}

function refusalTo({ id }: TaskListening, { code, message, data }: ProtocolError): Response {
  return Response.json({ jsonrpc: '2.0', id, error: { code, message, data } }, { status: 400 })
}

function noRoom({ message, hint = '', retryAfterMs = 1000 }: ToolyardError): Response {
  const response = refusalResponse(503, `${message} ${hint}`)
  response.headers.set('retry-after', String(Math.ceil(retryAfterMs / 1000)))
  return response
}

function notAllowed(): Response {
  const response = refusalResponse(405, 'Method not allowed.')
  response.headers.set('allow', 'GET, POST, DELETE')
  return response
}

/** Tells when the stream of a response has ended, on whichever side. */
function untilClosed(response: Response, done: () => void): Response {
  const watched = response.body?.pipeThrough(new TransformStream({ flush: done, cancel: done }))
  return new Response(watched ?? null, response)
}
