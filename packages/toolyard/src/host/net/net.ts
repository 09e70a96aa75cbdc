/**
 * `Net`: the one way to the network. Every request of ours goes through it, whichever part of Toolyard asks.
 *
 * Where a request may go is decided when the connection is made, on the address that it is made to: names, literals,
 * redirects and answers of name servers that change in between all meet the same check.
 *
 * @module
 */
import type { Socket } from 'node:net'

export interface NetSettings {
  /** Targets in private networks that may be reached all the same: `localhost:3000`, `10.0.0.5:443`, `db.internal:8080`. */
  readonly allow?: readonly string[]
}

/** Why a redirect to this URL, which would be asked for with this method, is not followed; undefined if it is. */
export type Objection = (url: string, method: string) => string | undefined

export interface NetRequest {
  readonly url: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | FormData | undefined
  readonly signal?: AbortSignal | undefined
  /** In all, redirects and body included; 30,000 by default. */
  readonly timeoutMs?: number
  /** Decoded bytes; 5,000,000 by default. */
  readonly maxBytes?: number
  /** Names of headers, in lower case, that go to the origin of the URL alone: they hold secrets for it. */
  readonly bound?: ReadonlySet<string> | undefined
  readonly objection?: Objection | undefined
  /** How many redirects are followed; 5 by default, and at most. With 0 a redirect is the answer. */
  readonly maxRedirects?: number
}

export interface NetResponse {
  readonly status: number
  /** What the server calls the status; it may be empty. */
  readonly statusText: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** After redirects. */
  readonly url: string
  /** Decoded, bounded, and under the request's clock. */
  readonly body: AsyncIterable<Uint8Array>
  /** The whole body; UTF-8, or as the content type says. */
  text(): Promise<string>
  /** The whole body. */
  bytes(): Promise<Uint8Array>
  /** From now on the clock starts anew with each part of the body: for streams. The pause is the request's limit, or as it is said. */
  keepOpen(pauseMs?: number): void
  /** The caller will not read the body. */
  discard(): void
}

/** Whom to connect to without HTTP. */
export interface SocketRequest {
  readonly host: string
  readonly port: number
  readonly signal?: AbortSignal | undefined
}

export interface Net {
  /** Rejects with a `ToolyardError`: `denied` if the guard refuses, else `unavailable` or `timeout` and whether trying again helps. */
  request(request: NetRequest): Promise<NetResponse>
  /** The same guard for libraries that take a `fetch`. A stream may stay open: only the time until the headers is limited. */
  fetch: typeof globalThis.fetch
  /** A bare connection to where a URL leads, for those who speak for others: the browser's proxy. Rejects as `request` does. */
  connect(url: string): Promise<Socket>
  /** A plain connection for other protocols, to public addresses and allowed ones alone. */
  open(request: SocketRequest): Promise<Socket>
  /** Why a URL would never be reached, as far as its text tells; undefined if it may be. */
  objection(url: string): string | undefined
  close(): Promise<void>
}
