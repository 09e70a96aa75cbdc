/**
 * One configured server: whether it runs, and the one connection that all callers share.
 *
 * It is reached when a caller needs it, once for all who ask at the same time. Where it ends by itself it is reached again
 * with the next call, after a pause that grows. A tool runs only as it was when it was accepted: where the server now says
 * something else of it, the call is refused.
 *
 * @module
 */
import type { DiscoverProblem, McpServerState, Tool, ToolContext } from '../../../define/index.ts'
import { hasHeaderMarks, isProgramSpec, type McpServerSpec } from '../definition/index.ts'
import type { HostAccess } from '../../../host/index.ts'
import { type Clock, messageOf, ToolyardError } from '../../../kernel/index.ts'
import type { Sampling } from './sample.ts'
import { createBackOff } from './back-off.ts'
import type { McpConnection } from './connection.ts'
import type { McpAnswer } from './content.ts'
import {
  connectFault,
  isOfNetwork,
  loginHint,
  lostFault,
  nameServer,
  restingFault,
  staleFault,
  wantsAuthorisation,
} from './fault.ts'
import { ServerLog } from './last-words.ts'
import type { McpLimits } from './limits.ts'
import { greetingsFor } from './greetings.ts'
import type { AuthoriseOptions } from './oauth/authorise.ts'
import type { OAuthTokenStore } from './oauth/token-store.ts'
import type { ReachRequest } from './reach-server.ts'
import type { OfferKind } from './server-offers.ts'
import { sampleFor } from './sample.ts'
import { ServerTools } from './server-tools.ts'
import type { ToolCache } from './tool-cache.ts'
import { untilAborted } from './until-aborted.ts'

export interface ServerParts {
  readonly name: string
  readonly spec: McpServerSpec
  /** What its tools and problems are said to come from. */
  readonly origin: string
  readonly host: HostAccess
  readonly clock: Clock
  readonly limits: McpLimits
  readonly cache: ToolCache
  readonly sampling: Sampling | undefined
  readonly tokens: OAuthTokenStore
  readonly clean: ReachRequest['clean']
  /** Told when its tools or problems are others than before. */
  readonly changed: () => void
  /** Told when its prompts or resources may be others than before. */
  readonly offersChanged: (kind: OfferKind) => void
}

/** How long a caller waits for a server that was just lost; after that it is told to come back. */
const patienceMs = 2000

export class McpServer {
  readonly name: string
  readonly spec: McpServerSpec
  readonly tools: ServerTools
  readonly #parts: ServerParts
  readonly #backOff: ReturnType<typeof createBackOff>
  #state: McpServerState['state']
  #error: string | undefined
  #hint: string | undefined
  #connection: McpConnection | undefined
  #connecting: Promise<McpConnection> | undefined
  #refreshing: { cancel(): void } | undefined
  /** More rights than a person has agreed to so far. */
  #wantedScope: string | undefined
  /** How often it could not be reached, since it last was. */
  #failedTries = 0
  /** Of which changes others are told soon. */
  readonly #telling = new Set<OfferKind>()
  readonly #leaving = new AbortController()
  readonly #log = new ServerLog()

  constructor(parts: ServerParts) {
    this.name = parts.name
    this.spec = parts.spec
    this.tools = new ServerTools(parts)
    this.#state = this.tools.isKnown ? 'idle' : 'connecting'
    this.#parts = parts
    this.#backOff = createBackOff(parts.limits)
  }

  get problems(): readonly DiscoverProblem[] {
    if (this.#error === undefined) return this.tools.problems
    const hint =
      this.#state === 'needs_authorisation'
        ? loginHint(this.name)
        : (this.#hint ?? 'Check how it is started or reached.')
    return [{ file: this.#parts.origin, reason: this.#error, hint }, ...this.tools.problems]
  }

  get state(): McpServerState {
    return {
      name: this.name,
      state: this.#connecting ? 'connecting' : this.#state,
      transport: isProgramSpec(this.spec) ? 'stdio' : 'http',
      tools: this.tools.size,
      protocolVersion: this.#connection?.protocolVersion,
      error: this.#error,
    }
  }

  /** Milliseconds until it may be tried again. */
  get pauseMs(): number {
    return this.#backOff.pause(this.#parts.clock.now())
  }

  /** The connection that there is, or the one that is being made; rejects with a `ToolyardError`. */
  async connection(signal?: AbortSignal): Promise<McpConnection> {
    if (this.#connection) return this.#connection
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined
    })
    return signal ? untilAborted(this.#connecting, signal) : this.#connecting
  }

  async call(tool: Tool, input: unknown, context: ToolContext): Promise<McpAnswer> {
    const { implementation, manifest } = tool
    if (implementation.kind !== 'mcp')
      throw new ToolyardError('internal', `"${manifest.name}" is no tool of an MCP server`)
    const { name, method } = implementation.mcp
    if (method === 'sampling/createMessage') return sampleFor(input, context)
    const isForeign = manifest.source === 'mcp' && method === undefined
    const idleMs =
      (isForeign ? undefined : manifest.timeoutMs) ?? this.spec.timeoutMs ?? this.#parts.limits.idleMs
    for (let attempt = 0; ; attempt++) {
      const connection = this.#connection ?? (await this.connection(context.signal))
      if (isForeign && !this.tools.isCurrent(tool)) throw staleFault(manifest.name, this.name)
      try {
        if (method) return await connection.ask(method, input as never, { context, idleMs })
        const headerSchema =
          connection.sendsHeaders && hasHeaderMarks(tool.input.json) ? tool.input.json : undefined
        return await connection.call({ name, input: input as never, headerSchema }, context, idleMs)
      } catch (error) {
        if (attempt > 0 || !connection.isForgotten(error))
          throw this.#fault(error, connection, method ?? `the call of "${name}"`)
        this.#drop(connection)
      }
    }
  }

  /** Runs something over the connection; its faults are told like those of calls. */
  async use<T>(
    what: string,
    signal: AbortSignal,
    run: (connection: McpConnection) => Promise<T>,
  ): Promise<T> {
    const connection = await this.connection(signal)
    try {
      return await run(connection)
    } catch (error) {
      throw this.#fault(error, connection, what)
    }
  }

  /** What its program said on its standard error, the newest of it, without secrets; empty for a server elsewhere. */
  get log(): string {
    return this.#log.tell(this.#parts.clean)
  }

  /** Ends the connection, and its program if it has one, and begins anew at once. What still runs over it fails. */
  async restart(): Promise<void> {
    const connection = this.#connection
    this.#connection = undefined
    await connection?.close()
    this.#backOff.forget()
    await this.connection()
  }

  /** Reads the list of tools again, now. */
  async refresh(): Promise<void> {
    if (this.#connection) await this.#readTools(this.#connection)
    else await this.connection()
  }

  /** Lets a person agree that it is used, in a browser, and begins anew with what was agreed. */
  async authorise(options: AuthoriseOptions): Promise<void> {
    const { host, clock, tokens } = this.#parts
    if (isProgramSpec(this.spec))
      throw new ToolyardError(
        'invalid_config',
        `${nameServer(this.name)} is a program: it needs no authorisation`,
      )
    const { authoriseServer } = await import('./reach-server.ts')
    const scope = this.#wantedScope
    await authoriseServer({ server: this.name, spec: this.spec, host, clock, tokens, scope, ...options })
    if (this.#connection) this.#drop(this.#connection)
    this.#wantedScope = undefined
    this.#backOff.forget()
    await this.connection()
  }

  async close(): Promise<void> {
    this.#leaving.abort()
    this.#refreshing?.cancel()
    const connecting = this.#connecting?.catch(() => undefined)
    await this.#connection?.close()
    await (await connecting)?.close()
  }

  async #connect(): Promise<McpConnection> {
    const { clock } = this.#parts
    this.#checkOpen()
    const pause = this.#backOff.pause(clock.now())
    if (pause > patienceMs)
      throw restingFault(this.#error ?? nameServer(this.name), pause, this.#backOff.failures)
    if (pause > 0) await this.#sleep(pause)
    const made = await this.#reach()
    this.#connection = made
    this.#state = 'ready'
    this.#error = undefined
    this.#failedTries = 0
    this.#backOff.worked(clock.now())
    void made.closed.then(() => this.#lost(made))
    return made
  }

  async #reach(): Promise<McpConnection> {
    const { host, limits, sampling, tokens, clean } = this.#parts
    let connection: McpConnection | undefined
    try {
      const { reachServer } = await import('./reach-server.ts')
      this.#checkOpen()
      connection = await reachServer({
        server: this.name,
        spec: this.spec,
        host,
        limits,
        sampling,
        tokens,
        clean,
        said: (chunk) => this.#log.add(chunk),
        signal: this.#leaving.signal,
        greetings: greetingsFor({ known: this.tools.known, ...this.#tries }),
        onToolsChanged: () => this.#refreshSoon(),
        onOffersChanged: (kind) => this.#tellSoon(kind),
        onScopeWanted: (scope) => {
          this.#wantedScope = scope
        },
      })
      await this.#readTools(connection)
      this.#checkOpen()
      return connection
    } catch (error) {
      await connection?.close()
      const fault = connection?.fault
      throw this.#failed(
        fault === undefined ? error : lostFault(this.name, fault, 'when it was asked for its tools'),
      )
    }
  }

  get #tries(): Omit<Parameters<typeof greetingsFor>[0], 'known'> {
    const isProgram = isProgramSpec(this.spec)
    return { failedTries: this.#failedTries, isProgram, now: this.#parts.clock.wall() }
  }

  async #readTools(connection: McpConnection): Promise<void> {
    const { serverName, isLegacy } = connection
    const listed = await connection.tools()
    const isOther = this.tools.take({ ...listed, serverName, isLegacy, at: this.#parts.clock.wall() })
    if (isOther) this.#parts.changed()
  }

  /** However often a server says that its list has changed, it is read once in a while. */
  #refreshSoon(): void {
    if (this.#refreshing || this.#isClosed) return
    const { clock, limits, origin } = this.#parts
    this.#refreshing = clock.after(limits.refreshMs, () => {
      this.#refreshing = undefined
      const connection = this.#connection
      if (!connection) return
      this.#readTools(connection).catch((error: unknown) => {
        const reason = `its changed list could not be read: ${messageOf(error)}`
        this.tools.problems = [...this.tools.problems, { file: origin, reason }]
      })
    })
  }

  /** However often a server says so, others are told once in a while. */
  #tellSoon(kind: OfferKind): void {
    if (this.#telling.has(kind) || this.#isClosed) return
    const { clock, limits, offersChanged } = this.#parts
    this.#telling.add(kind)
    clock.after(limits.refreshMs, () => {
      this.#telling.delete(kind)
      offersChanged(kind)
    })
  }

  #lost(connection: McpConnection): void {
    if (this.#connection !== connection || this.#isClosed) return
    this.#connection = undefined
    this.#state = 'failed'
    this.#hint = undefined
    this.#error = `${nameServer(this.name)} ${connection.fault ?? 'has closed the connection'}`
    this.#backOff.failed(this.#parts.clock.now())
  }

  /** The next use makes another one; what still runs over this one goes on. */
  #drop(connection: McpConnection): void {
    if (this.#connection === connection) this.#connection = undefined
    connection.retire()
  }

  #failed(error: unknown): ToolyardError {
    const fault = connectFault(error, this.name)
    this.#state = wantsAuthorisation(error) ? 'needs_authorisation' : 'failed'
    this.#error = fault.message
    this.#hint = fault.hint
    this.#failedTries++
    this.#backOff.failed(this.#parts.clock.now())
    if (!this.#isClosed) this.#parts.changed()
    return fault
  }

  #fault(error: unknown, connection: McpConnection, what: string): ToolyardError {
    if (wantsAuthorisation(error)) {
      this.#drop(connection)
      return this.#failed(error)
    }
    if (isOfNetwork(error)) {
      this.#lost(connection)
      connection.retire()
    }
    return connection.faultOf(error, what)
  }

  async #sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const deadline = this.#parts.clock.after(ms, resolve)
    await untilAborted(promise, this.#leaving.signal).finally(() => deadline.cancel())
  }

  get #isClosed(): boolean {
    return this.#leaving.signal.aborted
  }

  #checkOpen(): void {
    if (this.#isClosed)
      throw new ToolyardError(
        'closed',
        `${nameServer(this.name)} is not used any more: Toolyard is shutting down`,
      )
  }
}
