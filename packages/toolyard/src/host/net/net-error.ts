/**
 * What went wrong on the network, as one of our errors: what happened to whom, and whether trying again helps.
 *
 * @module
 */
import { messageOf, ToolyardError } from '../../kernel/index.ts'

interface NetErrorText {
  readonly text: string
  readonly retryable: boolean
  readonly hint: string
}

const later = 'Try again later.'
const isItThere = 'Check the address, and whether the service runs.'

/** By the error's code. All of these but the first rows happen before a request was sent. */
const table: Readonly<Record<string, NetErrorText>> = {
  ECONNRESET: { text: 'closed the connection before the answer was whole', retryable: true, hint: later },
  EPIPE: { text: 'closed the connection before the request was sent', retryable: true, hint: later },
  UND_ERR_SOCKET: { text: 'closed the connection before the answer was whole', retryable: true, hint: later },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: {
    text: 'sent another number of bytes than it announced',
    retryable: true,
    hint: later,
  },
  Z_BUF_ERROR: { text: 'sent a compressed answer that is not whole', retryable: true, hint: later },
  UND_ERR_HEADERS_OVERFLOW: {
    text: 'sent more than 64 KB of headers, which is not accepted',
    retryable: false,
    hint: 'Use another service.',
  },
  ECONNREFUSED: { text: 'refused the connection', retryable: true, hint: isItThere },
  ENOTFOUND: {
    text: 'is not known to the name servers',
    retryable: false,
    hint: 'Check the name of the host.',
  },
  EAI_AGAIN: { text: 'could not be looked up: the name servers do not answer', retryable: true, hint: later },
  EHOSTUNREACH: { text: 'can not be reached from here', retryable: true, hint: isItThere },
  ENETUNREACH: { text: 'can not be reached from here', retryable: true, hint: isItThere },
  EADDRNOTAVAIL: { text: 'can not be reached from here', retryable: true, hint: isItThere },
}

const neverSentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether the request behind an error of `Net` certainly reached no server, so that to repeat it repeats nothing. */
export function neverSent(error: unknown): boolean {
  return ToolyardError.isInstance(error) && neverSentCodes.has(codeOf(error.cause))
}

export function netError(thrown: unknown, host: string): ToolyardError {
  if (ToolyardError.isInstance(thrown)) return thrown
  const code = codeOf(thrown)
  const fail = (text: string, retryable: boolean, hint: string): ToolyardError =>
    new ToolyardError('unavailable', `${host} ${text}.`, { retryable, hint, cause: thrown })
  const told = table[code]
  if (told) return fail(told.text, told.retryable, told.hint)
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return new ToolyardError('timeout', `${host} did not accept the connection in time.`, {
      retryable: true,
      hint: isItThere,
      cause: thrown,
    })
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED' || code === 'UND_ERR_ABORTED')
    return new ToolyardError('closed', 'the network is closed: Toolyard is shutting down.', { cause: thrown })
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED')
    return new ToolyardError(
      'invalid_arguments',
      `a request to ${host} can't be written: ${messageOf(thrown)}`,
      {
        hint: 'Check headers, path and method.',
        cause: thrown,
      },
    )
  if (isTls(code)) return fail(`could not be trusted: ${messageOf(thrown)} (${code})`, false, tlsHint)
  if (code.startsWith('HPE_')) return fail(`did not answer in HTTP: ${messageOf(thrown)}`, false, isItThere)
  if (code.startsWith('Z_') || code.startsWith('ERR_') || code.startsWith('ZSTD_'))
    return fail(`sent an answer that can't be decoded: ${messageOf(thrown)}`, false, isItThere)
  return fail(`could not be asked: ${messageOf(thrown)}`, true, later)
}

const tlsHint =
  'Check the certificate of the host and the clock of this machine; a certificate authority of your own is named by NODE_EXTRA_CA_CERTS.'

const tlsCodes =
  /^(?:CERT_|CRL_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH|EPROTO)/

function isTls(code: string): boolean {
  return tlsCodes.test(code)
}

/** Where several addresses were tried, the first tells why. */
function codeOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return ''
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code
  if ('name' in thrown && thrown.name === 'HTTPParserError') return 'HPE_'
  return thrown instanceof AggregateError ? codeOf(thrown.errors[0]) : ''
}
