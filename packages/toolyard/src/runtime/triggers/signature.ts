/**
 * Who sent a request: HMAC-SHA256 with a shared secret over the bytes as they came, in the forms of several senders.
 *
 * Ours: `x-toolyard-signature: v1=HEX` over `TIMESTAMP.NONCE.BODY`. The nonce names the delivery: another attempt of the same
 * delivery has the same nonce and a new timestamp. What tells deliveries apart is always something that was signed.
 *
 * @module
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { TriggerSignature } from '../../define/index.ts'
import { hmacOf, signatureHeaders } from '../../host/index.ts'

export interface SignedRequest {
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

export interface Signed {
  readonly isValid: boolean
  /** When it was signed, in milliseconds; absent in forms that do not say. */
  readonly at: number | undefined
  /** The same for every attempt of one delivery. Reads the body, so it is asked of valid requests alone. */
  readonly delivery: () => string
}

type Form = (secret: string, request: SignedRequest) => Signed

const secondsPattern = /^\d{1,11}$/
const noncePattern = /^[\w-]{16,128}$/
const hexPattern = /^[0-9a-f]{64}$/
/** While a secret is replaced Stripe signs with both. */
const mostSignatures = 8
const longestHeader = 2000

/** Takes as long for a request without a signature as for one with a wrong one. */
export function readSignature(form: TriggerSignature, secret: string, request: SignedRequest): Signed {
  return forms[form](secret, request)
}

const forms: Readonly<Record<TriggerSignature, Form>> = {
  toolyard(secret, { headers, body }) {
    const timestamp = textOf(headers[signatureHeaders.timestamp])
    const nonce = textOf(headers[signatureHeaders.nonce])
    const given = /^v1=(.*)$/.exec(textOf(headers[signatureHeaders.signature]))?.[1] ?? ''
    const isWhole = secondsPattern.test(timestamp) && noncePattern.test(nonce)
    const isSame = matches(hmacOf(secret, isWhole ? `${timestamp}.${nonce}.` : '', body), [given])
    return { isValid: isSame && isWhole, at: Number(timestamp) * 1000, delivery: () => nonce }
  },

  // The id of a delivery (X-GitHub-Delivery) is not signed: a sender that repeats a request could write another. The body is.
  github(secret, { headers, body }) {
    const given = /^sha256=(.*)$/.exec(textOf(headers['x-hub-signature-256']))?.[1] ?? ''
    return {
      isValid: matches(hmacOf(secret, '', body), [given]),
      at: undefined,
      delivery: () => digest(body),
    }
  },

  stripe(secret, { headers, body }) {
    const parts = textOf(headers['stripe-signature']).split(',')
    const values = (name: string): string[] =>
      parts.flatMap((part) =>
        part.trim().startsWith(`${name}=`) ? [part.trim().slice(name.length + 1)] : [],
      )
    const [timestamp = '', ...others] = values('t')
    const given = values('v1').slice(0, mostSignatures)
    const isWhole = secondsPattern.test(timestamp) && others.length === 0
    const isSame = matches(hmacOf(secret, isWhole ? `${timestamp}.` : '', body), given)
    return {
      isValid: isSame && isWhole,
      at: Number(timestamp) * 1000,
      delivery: () => eventId(body) ?? digest(body),
    }
  },
}

/** Of another attempt Stripe signs the same event at another time. */
function eventId(body: Uint8Array): string | undefined {
  try {
    const { id } = JSON.parse(Buffer.from(body).toString()) as { readonly id?: unknown }
    return typeof id === 'string' && id !== '' ? `event ${id}` : undefined
  } catch {
    return undefined
  }
}

function matches(wanted: Buffer, given: readonly string[]): boolean {
  let isSame = false
  for (const hex of given.length === 0 ? [''] : given) {
    const bytes = hexPattern.test(hex) ? Buffer.from(hex, 'hex') : Buffer.alloc(wanted.length)
    // All of them are compared, whichever matches.
    isSame = (timingSafeEqual(wanted, bytes) && hexPattern.test(hex)) || isSame
  }
  return isSame
}

function digest(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}

function textOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && header.length <= longestHeader ? header : ''
}
