/**
 * Our form of a signed request: HMAC-SHA256 with a shared secret over `TIMESTAMP.NONCE.BODY`, so that the other end can tell that
 * it is ours, whole and new. Webhooks and `remote_trigger` sign so, and triggers read it.
 *
 * @module
 */
import { createHmac } from 'node:crypto'

export const signatureHeaders = {
  timestamp: 'x-toolyard-timestamp',
  nonce: 'x-toolyard-nonce',
  signature: 'x-toolyard-signature',
} as const

/** The headers of a request. `at` is in milliseconds. */
export function signRequest(
  secret: string,
  { body, nonce, at }: { readonly body: string; readonly nonce: string; readonly at: number },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signature = hmacOf(secret, `${timestamp}.${nonce}.`, Buffer.from(body)).toString('hex')
  return {
    [signatureHeaders.timestamp]: timestamp,
    [signatureHeaders.nonce]: nonce,
    [signatureHeaders.signature]: `v1=${signature}`,
  }
}

export function hmacOf(secret: string, start: string, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(start).update(body).digest()
}
