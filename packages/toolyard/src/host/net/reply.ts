/**
 * An answer on its way in, as the caller reads it: in parts or as a whole, unpacked, within its limit of bytes.
 *
 * @module
 */
import { boundedBody, tooLarge } from './bounded-body.ts'
import { decoded } from './content-decoding.ts'
import type { HttpExchange, ResponseHead } from './exchange.ts'
import type { NetResponse } from './net.ts'

/** On whose behalf an answer is read, and who watches the clock. */
export interface ReplyOwner {
  /** After redirects. */
  readonly url: string
  readonly host: string
  readonly maxBytes: number
  readonly isHead: boolean
  keepOpen(pauseMs: number | undefined): void
  leave(): void
}

export class Reply implements NetResponse {
  readonly status: number
  readonly statusText: string
  readonly headers: Readonly<Record<string, string>>
  readonly #owner: ReplyOwner
  readonly #exchange: HttpExchange
  readonly #unpacked: AsyncIterable<Uint8Array> | undefined

  /** Throws `unavailable` for what is announced to be too large, or packed in a way that we do not know. */
  constructor(owner: ReplyOwner, exchange: HttpExchange, { status, statusText, headers }: ResponseHead) {
    this.status = status
    this.statusText = statusText
    this.headers = headers
    this.#owner = owner
    this.#exchange = exchange
    if (owner.isHead) return
    if (Number(headers['content-length']) > owner.maxBytes) throw this.#tooLarge()
    if (headers['content-encoding'] !== undefined)
      this.#unpacked = decoded(exchange, headers['content-encoding'])
  }

  get url(): string {
    return this.#owner.url
  }

  get body(): AsyncIterable<Uint8Array> {
    return boundedBody(this.#unpacked ?? this.#exchange, this.#owner)
  }

  async bytes(): Promise<Uint8Array> {
    return this.#ready() ?? (await this.#whole())
  }

  text(): Promise<string> {
    const ready = this.#ready()
    const type = this.headers['content-type']
    if (ready) return Promise.resolve(textFrom(ready, type))
    return this.#whole().then((bytes) => textFrom(bytes, type))
  }

  keepOpen(pauseMs?: number): void {
    this.#owner.keepOpen(pauseMs)
  }

  discard(): void {
    this.#owner.leave()
  }

  #ready(): Uint8Array | undefined {
    return this.#unpacked ? undefined : this.#exchange.ready(this.#owner.maxBytes)
  }

  #whole(): Promise<Uint8Array> {
    if (this.#unpacked) return collected(this.body)
    return this.#exchange.whole(this.#owner.maxBytes, () => this.#tooLarge())
  }

  #tooLarge(): Error {
    return tooLarge(this.#owner.host, this.#owner.maxBytes)
  }
}

async function collected(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts)
}

/** An unknown charset is read as UTF-8. */
function textFrom(bytes: Uint8Array, contentType = ''): string {
  const label = contentType.includes('charset')
    ? /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1]
    : undefined
  if (label === undefined || /^utf-?8$/i.test(label)) return withoutMark(bytes)
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return withoutMark(bytes)
  }
}

function withoutMark(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}
