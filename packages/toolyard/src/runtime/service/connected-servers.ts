/**
 * The MCP servers whose tools are used here, as programs deal with them.
 *
 * @module
 */
import type { McpAccess } from '../../define/index.ts'
import type { McpToolDefinition } from '../../kinds/mcp/definition/index.ts'
import type { AuthoriseOptions, SettleOptions } from '../../kinds/mcp/executor/index.ts'
import type { StoredRights } from '../../people/index.ts'
import type { Core } from '../../pipeline/index.ts'
import type { McpConnections } from '../mcp.ts'
import type { McpOffers } from '../offers/mcp-offers.ts'

export interface ConnectedServersParts {
  readonly core: Core
  readonly mcp: McpConnections
  readonly rights: StoredRights
}

export class ConnectedServers {
  readonly #parts: ConnectedServersParts
  #offers: McpOffers | undefined

  constructor(parts: ConnectedServersParts) {
    this.#parts = parts
  }

  /** The servers and how they stand; undefined if none is configured. */
  get access(): McpAccess | undefined {
    return this.#parts.mcp.access
  }

  /** The server of a tool that the application describes itself. */
  describe(definition: McpToolDefinition): void {
    this.#parts.mcp.describe(definition)
  }

  /**
   * When every server has been tried once, so that nothing new is to be expected soon; `refresh` asks all of them anew,
   * `servers` waits for those alone.
   */
  async settled(options?: SettleOptions): Promise<void> {
    const { mcp, rights, core } = this.#parts
    await mcp.settled(options)
    await rights.renew(core.clock.now())
  }

  /** Lets a person agree, in a browser, that a server is used. */
  authorise(server: string, options: AuthoriseOptions): Promise<void> {
    return this.#parts.mcp.authorise(server, options)
  }

  /** What a server's program said on its standard error, the newest of it, without secrets. Throws `not_found`. */
  async log(server: string): Promise<string> {
    return (await this.#parts.mcp.server(server)).log
  }

  /** Ends a server's connection and program, and begins anew. Throws `not_found`, or why it can't be reached. */
  async restart(server: string): Promise<void> {
    await (await this.#parts.mcp.server(server)).restart()
  }

  /** Prompts and resources of the servers, as callers may use them; calls of them go through the pipeline. */
  async offers(): Promise<McpOffers> {
    const { McpOffers: Offers } = await import('../offers/mcp-offers.ts')
    return (this.#offers ??= new Offers(this.#parts.core))
  }
}
