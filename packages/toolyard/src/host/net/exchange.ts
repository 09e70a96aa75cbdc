/**
 * One request and its answer on one connection: the head first, then the body at the reader's pace.
 *
 * An unread body waits in the connection: a few parts at most are held here.
 *
 * @module
 */
import type { Dispatcher } from 'undici'

export interface ResponseHead {
  readonly status: number
  readonly statusText: string
  readonly headers: Record<string, string>
}

type Controller = Dispatcher.DispatchController
type RawHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Bytes that may wait for a reader. */
const maxWaiting = 256 * 1024
/** An unwanted body is still read if it is short: the connection can then be used again. */
const maxDiscarded = 64 * 1024

/** On whose behalf it is. */
export interface ExchangeOwner {
  /** Makes one of our errors. */
  fault(thrown: unknown): Error
  /** Told once, when nothing more comes. */
  ended(exchange: HttpExchange): void
}

export class HttpExchange implements Dispatcher.DispatchHandler, AsyncIterable<Uint8Array> {
  readonly head: Promise<ResponseHead>
  #resolve!: (head: ResponseHead) => void
  #reject!: (error: Error) => void
  readonly #owner: ExchangeOwner
  #controller: Controller | undefined
  #parts: Uint8Array[] = []
  #waiting = 0
  #received = 0
  #state: 'open' | 'ended' | 'failed' = 'open'
  #error: Error | undefined
  #wake: (() => void) | undefined
  #discarded = false
  #onPart: (() => void) | undefined

  constructor(owner: ExchangeOwner) {
    this.#owner = owner
    this.head = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Whether something may still come. */
  get isOpen(): boolean {
    return this.#state === 'open'
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    if (this.#error) controller.abort(this.#error)
  }

  onResponseStart(...[, status, headers, statusText = '']: [Controller, number, RawHeaders, string?]): void {
    if (status >= 200) this.#resolve({ status, statusText, headers: flat(headers) })
  }

  onResponseData(controller: Controller, part: Uint8Array): void {
    this.#received += part.length
    if (this.#discarded) {
      if (this.#received > maxDiscarded) controller.abort(notWanted())
      return
    }
    this.#parts.push(part)
    this.#waiting += part.length
    this.#onPart?.()
    if (this.#wake) this.#wake()
    else if (this.#waiting > maxWaiting) controller.pause()
  }

  onResponseEnd(): void {
    this.#finish('ended')
  }

  onResponseError(_: Controller, error: Error): void {
    this.fail(error)
  }

  /** Ends it, wherever it is. Later reasons do not count. */
  fail(thrown: unknown): void {
    if (this.#state !== 'open') return
    this.#error = this.#owner.fault(thrown)
    this.#reject(this.#error)
    this.#finish('failed')
    this.#controller?.abort(this.#error)
  }

  /** Told of each part as it comes. */
  onPart(listener: () => void): void {
    this.#onPart = listener
  }

  /** Reads and drops the rest, if that is soon over. */
  discard(): void {
    this.#discarded = true
    this.#parts = []
    if (this.#received > maxDiscarded) this.fail(notWanted())
    else this.#controller?.resume()
  }

  /** The whole body, if its last part is here: of a small one it is by the time a caller asks. */
  ready(maxBytes: number): Uint8Array | undefined {
    return this.#state === 'ended' && this.#received <= maxBytes ? this.#joined() : undefined
  }

  async whole(maxBytes: number, tooLarge: () => Error): Promise<Uint8Array> {
    while (this.#state === 'open') {
      if (this.#received > maxBytes) this.fail(tooLarge())
      else await this.#more()
    }
    if (this.#error) throw this.#error
    if (this.#received > maxBytes) throw tooLarge()
    return this.#joined()
  }

  #joined(): Uint8Array {
    const [first] = this.#parts
    return first && this.#parts.length === 1 ? first : Buffer.concat(this.#parts)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    try {
      for (;;) {
        const parts = this.#parts
        this.#parts = []
        this.#waiting = 0
        yield* parts
        if (this.#parts.length > 0) continue
        if (this.#error) throw this.#error
        if (this.#state !== 'open') return
        await this.#more()
      }
    } finally {
      if (this.#state === 'open') this.fail(notWanted())
    }
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined
        resolve()
      }
      // It may hand over the next part before it returns.
      this.#controller?.resume()
    })
  }

  #finish(state: 'ended' | 'failed'): void {
    this.#state = state
    this.#owner.ended(this)
    this.#wake?.()
  }
}

function notWanted(): Error {
  return new Error('nobody reads it')
}

function flat(headers: RawHeaders): Record<string, string> {
  for (const name in headers) {
    const value = headers[name]
    if (typeof value !== 'string') return copied(headers)
  }
  return headers as Record<string, string>
}

function copied(headers: RawHeaders): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ])
  return Object.fromEntries(entries) as Record<string, string>
}
