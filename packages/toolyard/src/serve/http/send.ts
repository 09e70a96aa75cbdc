/**
 * Answers as they go out: one set of headers for all of them, JSON with its length.
 *
 * @module
 */
import type { HttpResponse } from './message.ts'

/** Nothing is loaded from elsewhere, nothing is shown inside another page, nothing is guessed. */
export const securityHeaders: readonly string[] = [
  'Content-Security-Policy',
  "default-src 'self'; img-src 'self' data: blob:; media-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'X-Content-Type-Options',
  'nosniff',
  'X-Frame-Options',
  'DENY',
  'Referrer-Policy',
  'no-referrer',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'Cross-Origin-Opener-Policy',
  'same-origin',
]

/** What is no page needs less. */
const jsonHeaders: readonly string[] = [
  'Content-Security-Policy',
  "default-src 'self'; frame-ancestors 'none'",
  'X-Content-Type-Options',
  'nosniff',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'Cache-Control',
  'no-store',
  'Content-Type',
  'application/json; charset=utf-8',
]

export interface Reply {
  readonly status: number
  /** JSON. */
  readonly body: string
  /** More headers, names and values in turn. */
  readonly headers?: readonly string[] | undefined
}

export function sendJson(response: HttpResponse, { status, body, headers = [] }: Reply): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, [
    ...jsonHeaders,
    ...headers,
    'Content-Length',
    String(Buffer.byteLength(body)),
  ] as string[])
  response.end(body)
}

export interface TextReply {
  readonly status?: number
  readonly type: string
  readonly body: string | Buffer
  readonly headers?: readonly string[]
}

export function sendText(
  response: HttpResponse,
  { status = 200, type, body, headers = ['Cache-Control', 'no-store'] }: TextReply,
): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, [
    ...securityHeaders,
    'Content-Type',
    type,
    ...headers,
    'Content-Length',
    String(Buffer.byteLength(body)),
  ] as string[])
  response.end(body)
}
