/**
 * One request from start to end: each hop checked anew, all of it under one clock and one signal.
 *
 * @module
 */
import type { Agent } from 'undici'
import { type Clock, type Deadline, maxDelayMs, ToolyardError, version } from '../../kernel/index.ts'
import { acceptEncoding } from './content-decoding.ts'
import { HttpExchange, type ExchangeOwner, type ResponseHead } from './exchange.ts'
import type { RequestAddress, Guard } from './guard.ts'
import type { NetRequest, NetResponse } from './net.ts'
import { netError } from './net-error.ts'
import { type Hop, hostOf, nextHop } from './redirect.ts'
import { Reply, type ReplyOwner } from './reply.ts'

/** What all requests share. */
export interface TripParts {
  readonly agent: Agent
  readonly guard: Guard
  readonly clock: Clock
}

const defaultTimeoutMs = 30_000
const defaultMaxBytes = 5_000_000
const mostRedirects = 5
/** How long the unread body of a redirect may take. */
const discardMs = 1000

const agentName = `toolyard/${version}`

/** Headers that the connection owns, not the request. */
const owned: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export class Trip implements ExchangeOwner, ReplyOwner {
  readonly maxBytes: number
  readonly #way: TripParts
  readonly #request: NetRequest
  readonly #timeoutMs: number
  #hop: Hop
  #deadline: Deadline | undefined
  #exchange: HttpExchange | undefined
  readonly #aborted = (): void => this.#stop(cancelled(this.#request.signal))

  /** Throws `denied` for a URL that is never reached. */
  constructor(way: TripParts, request: NetRequest) {
    this.#way = way
    this.#request = request
    this.#timeoutMs = request.timeoutMs ?? defaultTimeoutMs
    this.maxBytes = request.maxBytes ?? defaultMaxBytes
    this.#hop = firstHop(way.guard.read(request.url), request)
  }

  get url(): string {
    return this.#hop.origin + this.#hop.path
  }

  get host(): string {
    return hostOf(this.#hop)
  }

  get isHead(): boolean {
    return this.#hop.method === 'HEAD'
  }

  async run(): Promise<NetResponse> {
    const { signal, body, maxRedirects = mostRedirects } = this.#request
    if (body instanceof FormData) this.#hop = await withForm(this.#hop, body)
    if (signal?.aborted) throw cancelled(signal)
    signal?.addEventListener('abort', this.#aborted)
    this.#deadline = this.#way.clock.after(this.#timeoutMs, () =>
      this.#stop(this.#late('answer in full', this.#timeoutMs)),
    )
    try {
      for (let count = 0; ; count++) {
        const exchange = this.#send()
        const head = await exchange.head
        const next = maxRedirects === 0 ? undefined : this.#next(head)
        if (!next) return new Reply(this, exchange, head)
        this.#leave(exchange)
        if (count >= Math.min(maxRedirects, mostRedirects)) throw tooManyRedirects(this.host, count)
        this.#hop = next
        this.#object()
      }
    } catch (thrown) {
      const error = this.fault(thrown)
      this.#stop(error)
      throw error
    }
  }

  fault(thrown: unknown): ToolyardError {
    return netError(thrown, this.host)
  }

  ended(exchange: HttpExchange): void {
    if (this.#exchange === exchange) this.#end()
  }

  /** Throws `denied` if the caller does not want to go there. */
  #object(): void {
    const reason = this.#request.objection?.(this.url, this.#hop.method)
    if (reason === undefined) return
    throw new ToolyardError('denied', `it redirects to ${this.url}: ${reason}`, {
      hint: 'If you need that page, ask for its own address.',
    })
  }

  #next({ status, headers }: ResponseHead): Hop | undefined {
    const { location } = headers
    return location === undefined ? undefined : nextHop(this.#hop, { status, location }, this.#way.guard)
  }

  #send(): HttpExchange {
    const { origin, path, method, headers, body } = this.#hop
    const exchange = new HttpExchange(this)
    this.#exchange = exchange
    const options = {
      origin,
      path,
      method,
      headers,
      body: body ?? null,
      headersTimeout: 0,
      bodyTimeout: 0,
    }
    this.#way.agent.dispatch(options, exchange)
    return exchange
  }

  /** The caller does not read the answer. */
  leave(): void {
    const exchange = this.#exchange
    this.#end()
    if (exchange) this.#leave(exchange)
  }

  #leave(exchange: HttpExchange): void {
    this.#exchange = undefined
    exchange.discard()
    if (!exchange.isOpen) return
    this.#way.clock.after(discardMs, () => exchange.fail(new Error('nobody reads it')))
  }

  /** From now on the clock starts anew with each part. */
  keepOpen(pauseMs = this.#timeoutMs): void {
    const exchange = this.#exchange
    const again = (): void => {
      this.#deadline?.cancel()
      this.#deadline = undefined
      if (pauseMs <= maxDelayMs)
        this.#deadline = this.#way.clock.after(pauseMs, () =>
          this.#stop(this.#late('send anything', pauseMs)),
        )
    }
    if (!exchange) return
    again()
    exchange.onPart(again)
  }

  #late(what: string, ms: number): ToolyardError {
    return new ToolyardError('timeout', `${this.host} did not ${what} within ${ms} ms.`, {
      retryable: true,
      hint: 'Ask for less at once, or raise the time limit.',
    })
  }

  #stop(reason: ToolyardError): void {
    const exchange = this.#exchange
    this.#end()
    exchange?.fail(reason)
  }

  #end(): void {
    this.#exchange = undefined
    this.#deadline?.cancel()
    this.#request.signal?.removeEventListener('abort', this.#aborted)
  }
}

function firstHop(
  { origin, path }: RequestAddress,
  { method = 'GET', headers = {}, body, bound }: NetRequest,
): Hop {
  const own: Record<string, string> = { 'accept-encoding': acceptEncoding, 'user-agent': agentName }
  for (const name in headers) {
    const lower = name.toLowerCase()
    if (!owned.has(lower)) own[lower] = headers[name] ?? ''
  }
  return { origin, path, method, headers: own, bound, body: body instanceof FormData ? undefined : body }
}

/** The platform writes a form of several parts, and names the line between them. */
async function withForm(hop: Hop, form: FormData): Promise<Hop> {
  const written = new Response(form)
  const type = written.headers.get('content-type') ?? ''
  // Servers put a class of their own in the place of the platform's, which does not have all of its methods.
  const body = new Uint8Array(await written.arrayBuffer())
  return { ...hop, headers: { ...hop.headers, 'content-type': type }, body }
}

function cancelled(signal: AbortSignal | undefined): ToolyardError {
  const reason: unknown = signal?.reason
  if (ToolyardError.isInstance(reason)) return reason
  return new ToolyardError('cancelled', 'the request was cancelled.', { cause: reason })
}

function tooManyRedirects(host: string, count: number): ToolyardError {
  return new ToolyardError(
    'unavailable',
    `${host} redirects more than ${count} times, perhaps in a circle.`,
    { hint: 'Check the address; asking again will not help.' },
  )
}
