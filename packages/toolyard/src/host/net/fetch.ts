/**
 * `fetch` for libraries that take one: the same guard, the same redirects, answers as the platform's own `Response`.
 *
 * @module
 */
import { boundedBody } from './bounded-body.ts'
import type { NetRequest, NetResponse } from './net.ts'

type GlobalFetch = typeof globalThis.fetch
type FetchInit = NonNullable<Parameters<GlobalFetch>[1]>

/** Decoded bytes of an answer that is no stream of events: as much as a message of MCP may have. */
const mostBytes = 16_000_000
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

export function createFetch(request: (request: NetRequest) => Promise<NetResponse>): GlobalFetch {
  return async (input, init = {}) => {
    const asked = await readRequest(input, init)
    try {
      const answer = await request({
        ...asked,
        maxBytes: Infinity,
        ...(init.redirect && init.redirect !== 'follow' && { maxRedirects: 0 }),
      })
      if (init.redirect === 'error' && answer.status >= 300 && answer.status < 400)
        throw new TypeError(`${asked.url} redirects`)
      return responseOf(answer, asked.method === 'HEAD')
    } catch (error) {
      // As the platform's own: the caller that aborts gets the reason back.
      asked.signal?.throwIfAborted()
      throw error
    }
  }
}

/** The common bodies are taken as they are; the platform reads all others. */
async function readRequest(input: Parameters<GlobalFetch>[0], init: FetchInit): Promise<NetRequest> {
  const url = input instanceof URL ? input.href : input
  const plain = typeof url === 'string' ? plainBody(init.body) : undefined
  if (typeof url === 'string' && plain) {
    const headers = Object.fromEntries(new Headers(init.headers))
    if (plain.type !== undefined) headers['content-type'] ??= plain.type
    const method = (init.method ?? 'GET').toUpperCase()
    return { url, method, headers, body: plain.body, signal: init.signal ?? undefined }
  }
  const request = new Request(input, { ...init, ...(init.body && { duplex: 'half' }) })
  return {
    url: request.url,
    method: request.method,
    headers: Object.fromEntries(request.headers),
    signal: request.signal,
    body: request.body === null ? undefined : new Uint8Array(await request.arrayBuffer()),
  }
}

interface PlainBody {
  readonly body: string | Uint8Array | undefined
  readonly type?: string
}

function plainBody(body: FetchInit['body']): PlainBody | undefined {
  if (body === undefined || body === null) return { body: undefined }
  if (typeof body === 'string') return { body, type: 'text/plain;charset=UTF-8' }
  if (body instanceof Uint8Array) return { body }
  if (body instanceof URLSearchParams)
    return { body: String(body), type: 'application/x-www-form-urlencoded;charset=UTF-8' }
  return undefined
}

function responseOf(answer: NetResponse, isHead: boolean): Response {
  const { status, statusText, headers, url } = answer
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false
  answer.keepOpen(isStream ? Infinity : undefined)
  const host = new URL(url).host
  const isEmpty = isHead || withoutBody.has(status)
  if (isEmpty) answer.discard()
  const body = isEmpty
    ? null
    : ReadableStream.from(isStream ? answer.body : boundedBody(answer.body, { host, maxBytes: mostBytes }))
  const response = new Response(body, { status, statusText, headers })
  Object.defineProperty(response, 'url', { value: url })
  return response
}
