/**
 * A request and its answer, as the API uses them. Node's own objects are of this form, so that they cost nothing here; for a
 * request of the web's form `fetch-exchange.ts` makes such a pair.
 *
 * @module
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable, Writable } from 'node:stream'

/** The body is what it reads. */
export interface HttpRequest extends Readable, Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'complete'> {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** The address before a framework took the path away under which we are mounted. */
  readonly originalUrl?: string
  readonly socket?: Socket
  /** Of HTTP/2, where a body need not say how long it is. */
  readonly stream?: { readonly endAfterHeaders: boolean }
}

export interface HttpResponse extends Writable {
  statusCode: number
  readonly headersSent: boolean
  setHeader(name: string, value: string): unknown
  /** Names and values in turn. */
  writeHead(status: number, headers: string[]): unknown
  /** Sends the head now: a stream follows. */
  flushHeaders(): void
}

/** One request on its way. */
export interface HttpExchange {
  readonly request: HttpRequest
  readonly response: HttpResponse
  /** The request as the host application's framework gave it. */
  readonly original: Request | IncomingMessage
  /** Lets a handler of the web's form answer. */
  readonly forward: (answer: (request: Request) => Promise<Response>) => Promise<void>
}
