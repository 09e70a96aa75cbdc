/**
 * One request to a platform, and what its answer means: sent, refused, or perhaps taken.
 *
 * Errors name the channel and the platform's own reason, never an address: some platforms want their token in it.
 *
 * @module
 */
import { neverSent, type NetRequest } from '../host/net/index.ts'
import { cleanText, type ErrorCode, maxDelayMs, ToolyardError } from '../kernel/index.ts'
import type { ChannelParts, DeliveryFault, Posting } from './channel.ts'
import { textStart } from './text-start.ts'

export interface PlatformAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body, if it is a JSON object; else empty. */
  readonly data: Readonly<Record<string, unknown>>
}

/** Which channel it is about, for sentences. */
export interface ChannelSubject {
  /** The platform as people write it. */
  readonly platform: string
  readonly name: string
}

const timeoutMs = 60_000
const maxAnswerBytes = 1_000_000
/** A connection that was never made is tried again after so long. */
const reconnectMs = 500
export const mayBeThere = 'The message may have been delivered: check before you send it again.'

export async function callPlatform(
  { net }: Pick<ChannelParts, 'net'>,
  subject: ChannelSubject,
  request: Pick<NetRequest, 'url' | 'headers' | 'body'> & Pick<Posting, 'signal'>,
): Promise<PlatformAnswer | DeliveryFault> {
  try {
    const answer = await net.request({
      method: 'POST',
      timeoutMs,
      maxBytes: maxAnswerBytes,
      // An address with a token in it is not handed on.
      maxRedirects: 0,
      ...request,
    })
    const { status, headers } = answer
    return { status, headers, data: objectIn(await answer.text()) }
  } catch (thrown) {
    return networkFault(subject, thrown)
  }
}

export function postJson(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return {
    url,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  }
}

/** Why a request failed that got no answer. `isUnsent` where the caller knows that nothing went out. */
export function networkFault(
  { platform, name }: ChannelSubject,
  thrown: unknown,
  isUnsent = neverSent(thrown) || isRefused(thrown),
): DeliveryFault {
  const error = ToolyardError.from(thrown)
  const message = `${platform} could not be reached for channel "${name}": ${error.message}`
  if (!isUnsent)
    return {
      taken: 'maybe',
      error: new ToolyardError(error.code, message, { hint: mayBeThere, cause: thrown }),
    }
  return {
    taken: 'no',
    error: new ToolyardError(error.code, message, {
      hint: error.hint,
      retryable: error.retryable,
      cause: thrown,
    }),
    ...(error.retryable && { againInMs: reconnectMs }),
  }
}

/** Our own guard did not let it out, or it can't be written. */
function isRefused(thrown: unknown): boolean {
  const { code } = ToolyardError.from(thrown)
  return code === 'denied' || code === 'invalid_arguments'
}

export interface PlatformRefusal {
  /** What is wrong, as far as the platform says. */
  readonly kind: 'rate' | 'token' | 'recipient' | 'server' | 'other'
  /** The platform's own words. */
  readonly reason: string
  /** What to do about it, where the kind does not say. */
  readonly hint?: string | undefined
  readonly retryAfterMs?: number | undefined
}

const tellings: Readonly<
  Record<PlatformRefusal['kind'], { readonly code: ErrorCode; readonly what: string; readonly hint: string }>
> = {
  rate: {
    code: 'rate_limited',
    what: 'takes no more messages for now',
    hint: 'Wait a minute, then send it again.',
  },
  token: {
    code: 'unavailable',
    what: 'refused the credentials',
    hint: 'They were revoked or are mistyped: make new ones, and set them in the configuration of the channel.',
  },
  recipient: { code: 'not_found', what: "can't write to this recipient", hint: 'Check chat_id.' },
  server: { code: 'unavailable', what: 'failed', hint: mayBeThere },
  other: { code: 'tool_failed', what: 'refused the message', hint: 'Change the message, or tell the user.' },
}

/** Why a request failed that was answered. */
export function refusalFault(
  { platform, name }: ChannelSubject,
  { kind, reason, hint, retryAfterMs }: PlatformRefusal,
): DeliveryFault {
  const telling = tellings[kind]
  const wait =
    retryAfterMs === undefined
      ? undefined
      : `Send it again in ${Math.max(1, Math.ceil(retryAfterMs / 1000))} s.`
  const error = new ToolyardError(
    telling.code,
    `${platform} ${telling.what} (channel "${name}"): ${shortened(reason)}`,
    {
      hint: hint ?? wait ?? telling.hint,
      retryable: kind === 'rate',
      retryAfterMs,
    },
  )
  return { error, taken: kind === 'server' ? 'maybe' : 'no', againInMs: retryAfterMs }
}

/** Of a step before the message itself: whatever became of that, nothing was sent. */
export function untaken({ error, taken, ...rest }: DeliveryFault): DeliveryFault {
  const { code, message, hint, retryable, retryAfterMs } = error
  const told = taken === 'no' ? hint : 'Nothing was sent. Try again later.'
  return {
    ...rest,
    taken: 'no',
    error: new ToolyardError(code, message, { hint: told, retryable, retryAfterMs, cause: error }),
  }
}

/** Statuses that mean the same everywhere; undefined for those that the platform has to explain. */
export function refusalByStatus(
  { status, headers }: PlatformAnswer,
  reason: string,
): PlatformRefusal | undefined {
  const told = reason === '' ? `HTTP ${status}` : reason
  if (status === 429) return { kind: 'rate', reason: told, retryAfterMs: retryAfter(headers['retry-after']) }
  if (status === 401 || status === 403) return { kind: 'token', reason: told }
  if (status >= 500) return { kind: 'server', reason: `HTTP ${status}${reason === '' ? '' : `, ${reason}`}` }
  if (status >= 200 && status < 300) return undefined
  if (status < 400)
    return {
      kind: 'server',
      reason: `HTTP ${status}, a redirect`,
      hint: `Redirects are not followed. ${mayBeThere} Then write the address that the server means as the url of the channel.`,
    }
  return { kind: 'other', reason: told }
}

/** Seconds, with a fraction; a date is not used by these platforms. */
export function retryAfter(seconds: unknown): number | undefined {
  const value = typeof seconds === 'string' && seconds.trim() !== '' ? Number(seconds) : seconds
  return typeof value === 'number' && value >= 0 && Number.isFinite(value)
    ? Math.min(Math.ceil(value * 1000), maxDelayMs)
    : undefined
}

export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

export function recordIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return recordIn(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Words of others, in quotes. A word that is cut goes whole: half a secret is not known for one. */
function shortened(reason: string): string {
  const text = cleanText(reason).replaceAll(/\s+/g, ' ').trim()
  if (text === '') return 'it gave no reason.'
  return `"${text.length > 300 ? `${textStart(text, 300).replace(/[!-~]+$/, '')}…` : text}".`
}
