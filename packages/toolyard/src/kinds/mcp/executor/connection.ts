/**
 * One connection to one server: the SDK's client, what we ask through it, and how it ends.
 *
 * Whole or dead: what ends it is kept, every open request fails, and it is never revived. The SDK is loaded with this
 * module, so it is imported when a server is first reached.
 *
 * @module
 */
import {
  Client,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  PROTOCOL_VERSION_META_KEY,
  type Transport,
} from '@modelcontextprotocol/client'
import type { McpOfferMethod, ToolContext } from '../../../define/index.ts'
import { maxDelayMs, type ToolyardError, version } from '../../../kernel/index.ts'
import { callerOf, type ServerQuestion } from './answers.ts'
import { callTool, type ToolCall } from './call-tool.ts'
import type { McpAnswer } from './content.ts'
import type { DirectCalls } from './direct-calls.ts'
import { isClosed, lostFault, requestFault, statusOf } from './fault.ts'
import { tasksExtension } from './follow-task.ts'
import type { McpLimits } from './limits.ts'
import { type ListedTools, listTools } from './list-tools.ts'
import { RunningCall } from './running-call.ts'
import { type OfferKind, ServerOffers } from './server-offers.ts'

export interface ConnectionParts {
  readonly server: string
  readonly transport: Transport
  readonly limits: McpLimits
  /** Where the other end is a program: the short way for calls. */
  readonly direct: DirectCalls | undefined
  /** The server is known to speak the older protocol: it is not asked for the newer one. */
  readonly isLegacy: boolean
  readonly answer: ServerQuestion
  /** Whether it is told that it may ask a model. */
  readonly canSample: boolean
  readonly hasRoots: boolean
  readonly onToolsChanged: () => void
  readonly onOffersChanged: (kind: OfferKind) => void
  /** No caller waits for the server any more. */
  readonly signal: AbortSignal
  /** Why the other end has ended, if that is known. */
  readonly fault: () => string | undefined
}

/** After a stream of changes has ended by itself. */
const listenAgainMs = 5000
const maxListens = 20
const clientInfo = { name: 'toolyard', version }

function capabilitiesOf({ canSample, hasRoots }: ConnectionParts): ClientCapabilities {
  return {
    ...(hasRoots && { roots: {} }),
    elicitation: { form: {}, url: {} },
    ...(canSample && { sampling: {} }),
    extensions: { [tasksExtension]: {} },
  }
}

export class McpConnection {
  /** Resolves when it has ended, for whatever reason. */
  readonly closed: Promise<void>
  readonly offers: ServerOffers
  readonly #client: Client
  readonly #parts: ConnectionParts
  readonly #running = new Set<RunningCall>()
  readonly #end = Promise.withResolvers<void>()
  #isClosed = false
  #isRetired = false

  private constructor(parts: ConnectionParts) {
    const { canSample, hasRoots, onToolsChanged } = parts
    const { probeMs, connectMs } = parts.limits
    this.#parts = parts
    this.closed = this.#end.promise
    const client = new Client(clientInfo, {
      capabilities: capabilitiesOf(parts),
      // A program's silence means an older server; one over the network may only be slow.
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: parts.direct ? probeMs : connectMs } },
      inputRequired: { autoFulfill: false },
      // Results are checked where all results are.
      jsonSchemaValidator: {
        getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
      },
    })
    if (hasRoots)
      client.setRequestHandler('roots/list', ({ method, params }) => this.#answer(method, params) as never)
    client.setRequestHandler(
      'elicitation/create',
      ({ method, params }) => this.#answer(method, params) as never,
    )
    if (canSample)
      client.setRequestHandler(
        'sampling/createMessage',
        ({ method, params }) => this.#answer(method, params) as never,
      )
    client.setNotificationHandler('notifications/tools/list_changed', () => onToolsChanged())
    client.setNotificationHandler('notifications/prompts/list_changed', () => this.#changed('prompts'))
    client.setNotificationHandler('notifications/resources/list_changed', () => this.#changed('resources'))
    this.#client = Object.assign(client, { onclose: () => this.#ended() })
    const { server, answer, limits } = parts
    this.offers = new ServerOffers({ server, client, answer, idleMs: limits.idleMs })
  }

  /** Rejects with whatever was thrown; the transport is closed then. */
  static async open(parts: ConnectionParts): Promise<McpConnection> {
    const connection = new McpConnection(parts)
    const { transport, limits, isLegacy, signal } = parts
    const leave = (): void => void transport.close().catch(() => {})
    signal.addEventListener('abort', leave, { once: true })
    try {
      signal.throwIfAborted()
      await connection.#client.connect(transport, {
        timeout: limits.connectMs,
        ...(isLegacy && { prior: { kind: 'legacy' } }),
      })
    } catch (error) {
      await transport.close().catch(() => {})
      throw error
    } finally {
      signal.removeEventListener('abort', leave)
    }
    connection.#begin()
    return connection
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Why it has ended by itself; undefined if that is not known. */
  get fault(): string | undefined {
    return this.#parts.fault()
  }

  get isLegacy(): boolean {
    return this.#client.getProtocolEra() !== 'modern'
  }

  get protocolVersion(): string | undefined {
    return this.#client.getNegotiatedProtocolVersion()
  }

  /** What the server calls itself. */
  get serverName(): string | undefined {
    return this.#client.getServerVersion()?.name
  }

  /** Whether calls must repeat parameters in headers where the schema says so. */
  get sendsHeaders(): boolean {
    return !this.isLegacy && this.#parts.transport.hasPerRequestStream === true
  }

  /** Whether the server does not know us any more: what was asked was not even looked at. */
  isForgotten(error: unknown): boolean {
    return this.#parts.transport.sessionId !== undefined && statusOf(error) === 404
  }

  /** What went wrong with a request, in words. */
  faultOf(error: unknown, what: string): ToolyardError {
    const { server } = this.#parts
    return isClosed(error)
      ? lostFault(server, this.fault ?? 'closed the connection', `in the middle of ${what}`)
      : requestFault(error, server, what)
  }

  /** No call begins over it any more; it is closed when what runs has ended. */
  retire(): void {
    this.#isRetired = true
    if (this.#running.size === 0) void this.close()
  }

  async tools(): Promise<ListedTools> {
    if (!this.#client.getServerCapabilities()?.tools) return { definitions: [], problem: undefined }
    return listTools(this.#client, { timeout: this.#parts.limits.connectMs })
  }

  async call(call: ToolCall, context: ToolContext, idleMs: number): Promise<McpAnswer> {
    const { server, direct, answer } = this.#parts
    return this.#inCall({ context, idleMs }, (running) =>
      callTool(call, { server, client: this.#client, direct, running, answer }),
    )
  }

  /** What is asked of the server beside its tools, for the caller whose context it is. */
  async ask(
    method: McpOfferMethod,
    params: Readonly<Record<string, unknown>>,
    call: { readonly context: ToolContext; readonly idleMs: number },
  ): Promise<McpAnswer> {
    return this.#inCall(call, (running) => this.offers.ask(method, params, running))
  }

  async close(): Promise<void> {
    await this.#client.close().catch(() => {})
    await this.#parts.transport.close().catch(() => {})
    this.#ended()
  }

  async #inCall<T>(
    { context, idleMs }: { readonly context: ToolContext; readonly idleMs: number },
    run: (running: RunningCall) => Promise<T>,
  ): Promise<T> {
    const running = new RunningCall(context, idleMs)
    this.#running.add(running)
    try {
      return await run(running)
    } finally {
      this.#running.delete(running)
      running.end()
      if (this.#isRetired) this.retire()
    }
  }

  #changed(kind: OfferKind): void {
    this.offers.forget(kind)
    this.#parts.onOffersChanged(kind)
  }

  #answer(method: string, params: unknown): Promise<object> {
    return this.#parts.answer(method, params, callerOf(this.#running))
  }

  #begin(): void {
    const { direct } = this.#parts
    if (direct && !this.isLegacy)
      direct.envelope = {
        [PROTOCOL_VERSION_META_KEY]: this.protocolVersion,
        [CLIENT_INFO_META_KEY]: clientInfo,
        [CLIENT_CAPABILITIES_META_KEY]: capabilitiesOf(this.#parts),
      }
    void this.#listen()
  }

  /** Newer servers tell of changes only to those who listen. */
  async #listen(): Promise<void> {
    const { tools, prompts, resources } = this.#client.getServerCapabilities() ?? {}
    const wanted = {
      ...(tools?.listChanged && { toolsListChanged: true }),
      ...(prompts?.listChanged && { promptsListChanged: true }),
      ...(resources?.listChanged && { resourcesListChanged: true }),
    }
    if (this.isLegacy || Object.keys(wanted).length === 0) return
    for (let attempt = 0; attempt < maxListens && !this.#isClosed; attempt++) {
      try {
        const subscription = await this.#client.listen(wanted, { timeout: maxDelayMs })
        if (attempt > 0) this.#missed()
        if ((await subscription.closed) === 'local') return
      } catch {
        // Who does not let us listen has no changes to tell; it may be a moment's trouble all the same.
      }
      await Promise.race([this.closed, new Promise((resolve) => setTimeout(resolve, listenAgainMs).unref())])
    }
  }

  /** No listener was there for a while. */
  #missed(): void {
    this.#parts.onToolsChanged()
    this.#changed('prompts')
    this.#changed('resources')
  }

  #ended(): void {
    this.#isClosed = true
    this.#end.resolve()
  }
}
