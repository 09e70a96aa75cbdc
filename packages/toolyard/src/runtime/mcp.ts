/**
 * The MCP servers of the configuration: read, reached when they are needed, and their tools a source like others.
 *
 * @module
 */
import { resolve } from 'node:path'
import type { DiscoverProblem, Executor, McpAccess } from '../define/index.ts'
import type { McpServerSpec, McpToolDefinition } from '../kinds/mcp/definition/index.ts'
import type { McpServers, SettleOptions } from '../kinds/mcp/executor/index.ts'
import type { HostAccess, Redactor, TrustGate } from '../host/index.ts'
import { canonicalJson, type Clock, hintOf, messageOf, ToolyardError } from '../kernel/index.ts'
import type { OwnState } from './own-state.ts'
import type { Settings } from './settings.ts'
import type { OpenSource } from './sources.ts'

export interface McpPlace {
  /** What paths in the options are relative to. */
  readonly folder: string
  readonly state: OwnState
  readonly host: HostAccess
  readonly clock: Clock
  readonly redactor: Redactor
}

export class McpConnections {
  readonly #options: Settings
  readonly #place: McpPlace
  /** Servers that were named after the start, by tools that describe themselves. */
  readonly #named = new Map<string, McpServerSpec>()
  #problems: readonly DiscoverProblem[] = []
  #opening: Promise<McpServers> | undefined
  #open: McpServers | undefined

  constructor(options: Settings, place: McpPlace) {
    this.#options = options
    this.#place = place
  }

  /** What may be asked of the servers; undefined if there are none. */
  get access(): McpAccess | undefined {
    return this.#open?.access
  }

  /** What a server offers beside tools, by its name in rules and journal. */
  offer(name: string): ReturnType<McpServers['offer']> {
    return this.#open?.offer(name)
  }

  /** The tools of the servers that are configured; undefined if there are none. */
  async source(): Promise<OpenSource | undefined> {
    const { mcpFile, mcpServers } = this.#options
    if (mcpFile === undefined && mcpServers === undefined && this.#named.size === 0) return undefined
    const servers = await this.#servers()
    return {
      name: 'MCP servers',
      entries: () => servers.tools,
      problems: () => [...this.#problems, ...servers.problems],
      watch: (onChange) => servers.watch(onChange),
    }
  }

  /** A server that a tool names by its address. The same one may be named again. */
  name(server: string, spec: McpServerSpec): void {
    if (this.#open) return this.#open.register(server, spec)
    const before = this.#named.get(server)
    if (before && canonicalJson(before) !== canonicalJson(spec))
      throw new ToolyardError(
        'name_taken',
        `there is an MCP server named "${server}" already, at another address`,
        {
          hint: 'Give one of them another name.',
        },
      )
    this.#named.set(server, spec)
  }

  /** The server of a tool that the application describes itself: only what is described of it is taken. */
  describe({ config: { serverName, serverUrl: url } }: McpToolDefinition): void {
    if (url !== undefined) this.name(serverName, { url, tools: { exclude: ['*'] } })
  }

  async executor(): Promise<Executor> {
    const [{ McpToolExecutor }, servers] = await Promise.all([
      import('../kinds/mcp/executor/index.ts'),
      this.#servers(),
    ])
    return new McpToolExecutor(servers)
  }

  /** When every server has been tried once, so that nothing new is to be expected soon. */
  async settled(options?: SettleOptions): Promise<void> {
    await this.#open?.settled(options)
  }

  /** Lets a person agree that a server is used, in a browser. */
  async authorise(server: string, options: Parameters<McpServers['authorise']>[1]): Promise<void> {
    await (await this.#servers()).authorise(server, options)
  }

  /** Throws `not_found`. */
  async server(name: string): Promise<ReturnType<McpServers['server']>> {
    return (await this.#servers()).server(name)
  }

  async close(): Promise<void> {
    const servers = await this.#opening?.catch(() => undefined)
    await servers?.[Symbol.asyncDispose]()
  }

  #servers(): Promise<McpServers> {
    return (this.#opening ??= this.#start())
  }

  async #start(): Promise<McpServers> {
    const { host, clock, redactor } = this.#place
    const { sampling } = this.#options
    const { createMcpServers } = await import('../kinds/mcp/executor/index.ts')
    const { servers, problems, file, elsewhere } = await this.#read()
    this.#problems = problems
    const cacheFile = this.#cacheFile()
    this.#open = await createMcpServers({
      servers,
      host,
      clock,
      file,
      elsewhere,
      cacheFile,
      redactor,
      sampling,
    })
    return this.#open
  }

  /** Where there is no folder for it, servers are waited for at every start. */
  #cacheFile(): string | undefined {
    try {
      return this.#place.state.file('mcp-tools.json')
    } catch {
      return undefined
    }
  }

  /** What the options say stands before the file, and before what tools name. */
  async #read(): Promise<{
    readonly servers: Readonly<Record<string, McpServerSpec>>
    readonly problems: readonly DiscoverProblem[]
    readonly file: string
    readonly elsewhere: (server: string) => string | undefined
  }> {
    const { mcpFile, mcpServers = {} } = this.#options
    const { literalSecrets, readServerSpec } = await import('../kinds/mcp/definition/index.ts')
    const { readMcpFile } = await import('../discover/mcp/index.ts')
    const file = resolve(this.#place.folder, mcpFile ?? 'mcp.json')
    const fault = mcpFile === undefined ? undefined : await faultOf(file, this.#place.host.settings.trust)
    const read = mcpFile === undefined || fault ? undefined : await readMcpFile(file)
    const problems = [...(fault ? [fault] : []), ...(read?.problems ?? [])]
    const own = Object.entries(mcpServers).flatMap(([name, given]) => {
      const spec = readServerSpec(given)
      if (!('reason' in spec)) return [[name, spec] as const]
      problems.push({ file: `mcpServers.${name}`, reason: spec.reason, hint: spec.hint })
      return []
    })
    const servers = { ...Object.fromEntries(this.#named), ...read?.servers, ...Object.fromEntries(own) }
    for (const spec of Object.values(servers))
      for (const secret of literalSecrets(spec)) this.#place.redactor.add(secret, 'mcp.json')
    const inOptions = new Set(own.map(([name]) => name))
    const elsewhere = (server: string): string | undefined => {
      if (inOptions.has(server)) return `mcpServers.${server}`
      return read && Object.hasOwn(read.servers, server) ? undefined : `MCP server ${server}`
    }
    return { servers, problems, file, elsewhere }
  }
}

/** Why a file is not read: it is not what was trusted. */
async function faultOf(file: string, trust: TrustGate | undefined): Promise<DiscoverProblem | undefined> {
  try {
    await trust?.files([file])
    return undefined
  } catch (error) {
    const hint = hintOf(error)
    return { file, reason: messageOf(error), ...(hint !== undefined && { hint }) }
  }
}

/** Read before all else: the scripts that they start are kept from being written. */
export async function serversOfFile(
  { mcpFile }: Settings,
  folder: string,
  trust?: TrustGate,
): Promise<Readonly<Record<string, McpServerSpec>>> {
  if (mcpFile === undefined || (await faultOf(resolve(folder, mcpFile), trust))) return {}
  const { readMcpFile } = await import('../discover/mcp/index.ts')
  return (await readMcpFile(resolve(folder, mcpFile))).servers
}
