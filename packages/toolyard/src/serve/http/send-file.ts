/**
 * Bytes of a file as an answer: a browser shows pictures and saves everything else; nothing in them runs.
 *
 * @module
 */
import type { Buffer } from 'node:buffer'
import type { HttpResponse } from './message.ts'
import { sendText } from './send.ts'

export interface SentBytes {
  readonly name: string
  readonly bytes: Buffer
  /** Given if a browser may show it. */
  readonly picture?: string | undefined
}

export function sendFile(response: HttpResponse, { name, bytes, picture }: SentBytes): void {
  sendText(response, {
    type: picture ?? 'application/octet-stream',
    body: bytes,
    headers: [
      'Content-Security-Policy',
      "sandbox; default-src 'none'",
      'Content-Disposition',
      `${picture === undefined ? 'attachment' : 'inline'}; ${namesOf(name)}`,
      'Cache-Control',
      'private, no-store',
    ],
  })
}

/** Plain for those who read nothing else, and as it is. */
function namesOf(name: string): string {
  const plain = name.replaceAll(/[^\w.\- ]/g, '_')
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${whole}`
}
