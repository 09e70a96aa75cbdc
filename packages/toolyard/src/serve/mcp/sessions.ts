/**
 * The sessions of all clients that come over HTTP: so many at the most, each ended after a time without a request.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { McpSession } from './session.ts'

export interface SessionLimits {
  readonly max: number
  readonly idleMs: number
}

export const defaultSessionLimits: SessionLimits = { max: 128, idleMs: 15 * 60_000 }

interface Entry<Extra> {
  readonly session: McpSession
  readonly extra: Extra
}

/** A session with what belongs to it here; `done` is called when the request that took it has ended. */
export interface TakenSession<Extra> {
  readonly session: McpSession
  readonly extra: Extra
  readonly done: () => void
}

export class McpSessions<Extra extends { close?(): Promise<void> }> {
  readonly #entries = new Map<string, Entry<Extra>>()
  readonly #yard: ToolService
  readonly #limits: SessionLimits
  #timer: NodeJS.Timeout | undefined

  constructor(yard: ToolService, limits: SessionLimits) {
    this.#yard = yard
    this.#limits = limits
  }

  /** A new session under `id`. Throws where there is no room. */
  open(id: string, extra: Extra): TakenSession<Extra> {
    if (this.#entries.size >= this.#limits.max) this.#endIdle()
    if (this.#entries.size >= this.#limits.max)
      throw new ToolyardError('rate_limited', `there are ${this.#limits.max} MCP sessions already.`, {
        hint: 'Try again when a client has ended its session.',
        retryable: true,
      })
    const session = new McpSession(this.#yard, `mcp_${id}`)
    const entry: Entry<Extra> = { session, extra }
    this.#entries.set(id, entry)
    this.#timer ??= setInterval(() => this.#endIdle(), Math.max(10, this.#limits.idleMs / 10)).unref()
    return { ...entry, done: session.use() }
  }

  take(id: string): TakenSession<Extra> | undefined {
    const entry = this.#entries.get(id)
    return entry && { ...entry, done: entry.session.use() }
  }

  async end(id: string): Promise<void> {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#entries.delete(id)
    if (this.#entries.size === 0) {
      clearInterval(this.#timer)
      this.#timer = undefined
    }
    await entry.extra.close?.().catch(() => {})
    await entry.session.close()
  }

  async close(): Promise<void> {
    await Promise.all([...this.#entries.keys()].map((id) => this.end(id)))
  }

  #endIdle(): void {
    for (const [id, { session }] of this.#entries)
      if (session.idleMs >= this.#limits.idleMs) void this.end(id)
  }
}
