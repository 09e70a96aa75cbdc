/**
 * The sessions of all clients that come over HTTP: so many at the most, in all and of one caller, each ended after a time without
 * a request.
 *
 * Clients that never say goodbye keep no others out: if there is no room, the session that has rested longest makes way.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { McpSession } from './session.ts'

export interface SessionLimits {
  readonly max: number
  /** Of one caller. */
  readonly maxPerCaller: number
  readonly idleMs: number
  /** How long a session must have called nothing before it makes way for a new one. */
  readonly restMs: number
}

export const defaultSessionLimits: SessionLimits = {
  max: 128,
  maxPerCaller: 64,
  idleMs: 15 * 60_000,
  restMs: 60_000,
}

/** What belongs to a session here; `caller` tells whose it is. */
interface SessionExtra {
  readonly caller: string
  close?(): Promise<void>
}

interface SessionEntry<Extra> {
  readonly session: McpSession
  readonly extra: Extra
}

/** A session with what belongs to it here; `done` is called when the request that took it has ended. */
export interface TakenSession<Extra> {
  readonly session: McpSession
  readonly extra: Extra
  readonly done: () => void
}

export class McpSessions<Extra extends SessionExtra> {
  readonly #entries = new Map<string, SessionEntry<Extra>>()
  readonly #yard: ToolService
  readonly #limits: SessionLimits
  readonly #leave: AbortSignal | undefined
  #timer: NodeJS.Timeout | undefined

  /** `leave`: aborts when the server ends. */
  constructor(yard: ToolService, limits: SessionLimits, leave?: AbortSignal) {
    this.#yard = yard
    this.#limits = limits
    this.#leave = leave
  }

  /** A new session under `id`. Throws if there is no room. */
  open(id: string, extra: Extra): TakenSession<Extra> {
    this.#makeRoom(extra.caller)
    const session = new McpSession(this.#yard, `mcp_${id}`, this.#leave)
    const entry: SessionEntry<Extra> = { session, extra }
    this.#entries.set(id, entry)
    this.#timer ??= setInterval(() => this.#endIdle(), Math.max(10, this.#limits.idleMs / 10)).unref()
    return { ...entry, done: session.use() }
  }

  take(id: string, kind?: 'call' | 'stream'): TakenSession<Extra> | undefined {
    const entry = this.#entries.get(id)
    return entry && { ...entry, done: entry.session.use(kind) }
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

  /** A caller that has its share makes way for itself; else the caller that has rested longest does. */
  #makeRoom(caller: string): void {
    const { max, maxPerCaller, restMs } = this.#limits
    if (this.#entries.size >= max) this.#endIdle()
    const own = [...this.#entries].filter(([, { extra }]) => extra.caller === caller)
    const isShareUsed = own.length >= maxPerCaller
    if (!isShareUsed && this.#entries.size < max) return
    const resting = (isShareUsed ? own : [...this.#entries])
      .filter(([, { session }]) => session.restingMs >= restMs)
      .toSorted(
        ([, { session: one }], [, { session: other }]) =>
          Number(one.isHeard) - Number(other.isHeard) || other.restingMs - one.restingMs,
      )
    const [longest] = resting
    if (longest) return void this.end(longest[0])
    const most = isShareUsed ? `${maxPerCaller} MCP sessions of this caller` : `${max} MCP sessions`
    throw new ToolyardError('rate_limited', `there are ${most} already.`, {
      hint: 'End one, or try again in a minute.',
      retryable: true,
      retryAfterMs: restMs,
    })
  }

  #endIdle(): void {
    for (const [id, { session }] of this.#entries)
      if (session.idleMs >= this.#limits.idleMs) void this.end(id)
  }
}
