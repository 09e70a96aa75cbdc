/**
 * All MCP servers that are configured: their tools for the registry, what tools may ask of them, and their calls.
 *
 * A start waits for none of them. Where a server's tools are known from before they are there at once and the server is
 * reached when it is needed; else it is reached in the background, and its tools appear when they come. One that can't be
 * used is told as a problem and takes no other with it.
 *
 * @module
 */
import { join } from 'node:path'
import type {
  DiscoveredTool,
  DiscoverProblem,
  Discovery,
  DiscoveryChange,
  McpAccess,
  Tool,
  ToolContext,
} from '../../../define/index.ts'
import { type McpServerSpec, serverPrefix, skeletonOf, toolOrigin } from '../definition/index.ts'
import type { HostAccess, Redactor } from '../../../host/index.ts'
import {
  canonicalJson,
  cleanText,
  type Clock,
  didYouMean,
  ToolyardError,
  visibleText,
} from '../../../kernel/index.ts'
import { createAccess } from './access.ts'
import type { Sampling } from './sample.ts'
import type { McpAnswer } from './content.ts'
import { defaultLimits, type McpLimits } from './limits.ts'
import type { AuthoriseOptions } from './oauth/authorise.ts'
import { openTokenStore, tokenFile, type OAuthTokenStore } from './oauth/token-store.ts'
import { McpServer } from './server.ts'
import type { OfferKind } from './server-offers.ts'
import { openToolCache, type ToolCache } from './tool-cache.ts'

export interface McpServersOptions {
  readonly servers: Readonly<Record<string, McpServerSpec>>
  readonly host: HostAccess
  readonly clock: Clock
  /** The file that they are configured in: tools and problems are said to come from there. `mcp.json` of the workspace by default. */
  readonly file?: string | undefined
  /** Where a server is configured, if it is not in that file. */
  readonly elsewhere?: ((server: string) => string | undefined) | undefined
  /** Where the tools of servers are remembered; without it every server is reached at each start. */
  readonly cacheFile?: string | undefined
  /** Where tokens are kept; in the person's configuration folder by default, never in the workspace. */
  readonly tokenFile?: string | undefined
  /** Told every token, so that none is ever shown. */
  readonly redactor?: Pick<Redactor, 'add' | 'clean'> | undefined
  /** Lets a model answer for servers; they are not told of it where it is absent. */
  readonly sampling?: Sampling | undefined
  readonly limits?: Partial<McpLimits> | undefined
}

/** How often a server whose tools are unknown is tried before a caller asks for it. */
const attempts = 5

export interface SettleOptions {
  /** All lists are read anew. */
  readonly refresh?: boolean
  /** Only these servers are waited for, and at once. */
  readonly servers?: readonly string[]
}

export async function createMcpServers(options: McpServersOptions): Promise<McpServers> {
  const cache = await openToolCache(options.cacheFile)
  return new McpServers(options, cache)
}

export class McpServers implements Discovery {
  /** What tools may ask of the servers. */
  readonly access: McpAccess
  readonly #options: McpServersOptions
  readonly #cache: ToolCache
  readonly #tokens: OAuthTokenStore
  readonly #limits: McpLimits
  readonly #file: string
  readonly #elsewhere: (server: string) => string | undefined
  readonly #servers = new Map<string, McpServer>()
  /** Names by what they look like. */
  readonly #looks = new Map<string, string>()
  readonly #refused: DiscoverProblem[] = []
  readonly #listeners = new Set<(change: DiscoveryChange) => void>()
  readonly #offerListeners = new Set<(kind: OfferKind) => void>()
  readonly #queue: { readonly run: () => Promise<void>; readonly done: () => void }[] = []
  #active = 0
  #first: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(options: McpServersOptions, cache: ToolCache) {
    const { environment, workspace } = options.host.settings
    this.#options = options
    this.#cache = cache
    this.#limits = { ...defaultLimits, ...options.limits }
    this.#file = options.file ?? join(workspace, 'mcp.json')
    this.#elsewhere = options.elsewhere ?? (() => undefined)
    this.#tokens = openTokenStore(options.tokenFile ?? tokenFile(environment), (token) =>
      options.redactor?.add(token),
    )
    this.access = createAccess({
      find: (name) => this.server(name),
      all: () => [...this.#servers.values()],
      listeners: this.#offerListeners,
      redactor: options.redactor,
    })
    for (const [name, spec] of Object.entries(options.servers)) if (!spec.disabled) this.#add(name, spec)
  }

  get tools(): readonly DiscoveredTool[] {
    return [...this.#servers.values()].flatMap(({ name, tools }) =>
      tools.all.map((tool) => this.#entry(name, tool)),
    )
  }

  get problems(): readonly DiscoverProblem[] {
    const { redactor } = this.#options
    const all = [...this.#refused, ...[...this.#servers.values()].flatMap(({ problems }) => problems)]
    return redactor ? all.map((problem) => ({ ...problem, reason: redactor.clean(problem.reason) })) : all
  }

  watch(onChange: (change: DiscoveryChange) => void): () => void {
    this.#listeners.add(onChange)
    return () => void this.#listeners.delete(onChange)
  }

  /** Adds a server while others run. The same server again does nothing; another one of the same name is refused. */
  register(name: string, spec: McpServerSpec): void {
    const before = this.#servers.get(name)
    if (before && canonicalJson(before.spec) === canonicalJson(spec)) return
    const problem = before
      ? `there is an MCP server named "${visibleText(name)}" already`
      : this.#add(name, spec)
    if (problem === undefined) return
    throw new ToolyardError('name_taken', problem, { hint: 'Give it another name.' })
  }

  /** A server by its name; throws `not_found`. */
  server(name: string): McpServer {
    const server = this.#servers.get(name)
    if (server) return server
    const names = [...this.#servers.keys()]
    throw new ToolyardError(
      'not_found',
      `there is no MCP server named "${visibleText(name.slice(0, 100))}".${didYouMean(name, names)}`,
      {
        hint: names.length === 0 ? 'None is configured.' : `Servers: ${names.slice(0, 20).join(', ')}.`,
        says: { key: 'serverNotFound', values: [visibleText(name.slice(0, 100))] },
      },
    )
  }

  /** What a server offers beside tools, by its name in rules and journal, with the server's tools. */
  offer(name: string): { readonly tool: Tool; readonly tools: () => readonly Tool[] } | undefined {
    if (!name.includes('.')) return undefined
    for (const { tools } of this.#servers.values()) {
      const tool = tools.offers.find(({ manifest }) => manifest.name === name)
      if (tool) return { tool, tools: () => tools.all }
    }
    return undefined
  }

  has(name: string): boolean {
    return this.#servers.has(name)
  }

  /** Runs a tool. Rejects with a `ToolyardError`. */
  call(tool: Tool, input: unknown, context: ToolContext): Promise<McpAnswer> {
    const { implementation } = tool
    return this.server(implementation.kind === 'mcp' ? implementation.mcp.server : '').call(
      tool,
      input,
      context,
    )
  }

  /** When every server whose tools were not known has been tried once. Never rejects. */
  async settled({ refresh = false, servers }: SettleOptions = {}): Promise<void> {
    await (servers ? Promise.all(servers.map((name) => this.#reachNow(name))) : this.#first)
    if (refresh)
      await Promise.all(
        [...this.#servers.values()].map((server) => this.#inTurn(() => server.refresh().catch(() => {}))),
      )
    await this.#cache.settled()
  }

  /** Lets a person agree that a server is used, in a browser. Rejects with a `ToolyardError`. */
  async authorise(name: string, options: AuthoriseOptions): Promise<void> {
    await this.server(name).authorise(options)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    this.#listeners.clear()
    for (const { done } of this.#queue.splice(0)) done()
    await Promise.all([...this.#servers.values()].map((server) => server.close()))
    await this.#cache.settled()
  }

  /** Answers why it is refused. */
  #add(name: string, spec: McpServerSpec): string | undefined {
    const looks = skeletonOf(serverPrefix(name))
    const twin = this.#looks.get(looks)
    if (twin !== undefined) {
      const reason = `the MCP server "${visibleText(name)}" has a name that looks like that of "${visibleText(twin)}"`
      this.#refused.push({ file: this.#origin(name), reason, hint: 'Give it another name.' })
      return reason
    }
    this.#looks.set(looks, name)
    const { host, clock, sampling } = this.#options
    const server = new McpServer({
      name,
      spec,
      origin: this.#origin(name),
      host,
      clock,
      sampling,
      limits: this.#limits,
      cache: this.#cache,
      tokens: this.#tokens,
      clean: (text) => this.#options.redactor?.clean(text) ?? cleanText(text),
      changed: () => this.#changed(name),
      offersChanged: (kind) => {
        for (const listener of this.#offerListeners) listener(kind)
      },
    })
    this.#servers.set(name, server)
    if (!server.tools.isKnown) this.#first = Promise.all([this.#first, this.#discover(server)])
    return undefined
  }

  /** Reaches a server whose tools are unknown; the first try is waited for by those who want to be sure. */
  async #discover(server: McpServer, attempt = 1): Promise<void> {
    await this.#inTurn(() =>
      server.connection().then(
        () => {},
        () => {},
      ),
    )
    if (
      server.tools.isKnown ||
      attempt === attempts ||
      server.state.state === 'needs_authorisation' ||
      this.#isClosed
    )
      return
    this.#options.clock.after(Math.ceil(server.pauseMs) + 1, () => void this.#discover(server, attempt + 1))
  }

  async #reachNow(name: string): Promise<void> {
    const server = this.#servers.get(name)
    if (server && !server.tools.isKnown) await server.connection().catch(() => {})
  }

  /** A few at once: a hundred programs that start together would help no one. */
  async #inTurn(run: () => Promise<void>): Promise<void> {
    const { promise, resolve: done } = Promise.withResolvers<void>()
    if (this.#isClosed) return
    this.#queue.push({ run, done })
    // Servers that start up go first.
    setImmediate(() => this.#next())
    return promise
  }

  #next(): void {
    while (this.#active < this.#limits.atOnce) {
      const next = this.#queue.shift()
      if (!next) return
      this.#active++
      let isOver = false
      const free = (): void => {
        if (isOver) return
        isOver = true
        this.#active--
        this.#next()
      }
      const turn = this.#options.clock.after(this.#limits.turnMs, free)
      void next.run().finally(() => {
        next.done()
        turn.cancel()
        free()
      })
    }
  }

  #changed(name: string): void {
    const { tools, problems } = this
    for (const listener of this.#listeners) listener({ tools, problems, changed: [this.#origin(name)] })
  }

  #origin(name: string): string {
    return visibleText(this.#elsewhere(name) ?? `${this.#file}#${name}`)
  }

  #entry(server: string, tool: Tool): DiscoveredTool {
    const { implementation } = tool
    return {
      file: toolOrigin(this.#origin(server), implementation.kind === 'mcp' ? implementation.mcp.name : ''),
      manifest: tool.manifest,
      aliases: tool.aliases,
      provided: tool.provided,
      loaded: tool,
      load: () => Promise.resolve(tool),
    }
  }
}
