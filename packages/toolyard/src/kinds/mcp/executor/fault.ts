/**
 * What went wrong with a server, in words: whatever the SDK, the network or the program threw. The words of others are cleaned
 * and redacted where they are shown, not here: cleaning alone could take a letter of a secret.
 *
 * @module
 */
import { messageOf, ToolyardError, visibleText } from '../../../kernel/index.ts'

/** Codes of the SDK, and HTTP statuses that mean the same. */
const closed = new Set<unknown>(['CONNECTION_CLOSED', 'NOT_CONNECTED', 'SEND_FAILED'])
/** No person has agreed yet, or the server no longer trusts the one who did. */
const unauthorised = new Set<unknown>(['UnauthorizedError', 'AuthorizationServerMismatchError'])
const maxText = 2000

interface ThrownFacts {
  readonly code?: unknown
  readonly status?: unknown
  readonly name?: unknown
  readonly data?: unknown
}

export function nameServer(server: string): string {
  return `the MCP server "${visibleText(server)}"`
}

/** Whether a server wants a person to authorise us first. */
export function wantsAuthorisation(error: unknown): boolean {
  const { code, status, name } = thrown(error)
  return unauthorised.has(name) || code === 'CLIENT_HTTP_AUTHENTICATION' || status === 401
}

export function isClosed(error: unknown): boolean {
  return closed.has(thrown(error).code) || messageOf(error) === 'Not connected'
}

/** Whether nothing came from the server, rather than something that is wrong. */
export function isOfNetwork(error: unknown): boolean {
  if (ToolyardError.isInstance(error)) return error.code === 'unavailable'
  return error instanceof TypeError || isClosed(error)
}

/** The HTTP status with which a request was refused. */
export function statusOf(error: unknown): number | undefined {
  const { status, data } = thrown(error)
  if (typeof status === 'number') return status
  const inner = typeof data === 'object' && data !== null && 'status' in data ? data.status : undefined
  return typeof inner === 'number' ? inner : undefined
}

/** The number of an error that the server itself answered with. */
export function protocolCode(error: unknown): number | undefined {
  const { code } = thrown(error)
  return typeof code === 'number' ? code : undefined
}

export function loginHint(server: string): string {
  return `Somebody has to authorise it: toolyard servers login ${server}`
}

/** Why a server could not be reached. */
export function connectFault(error: unknown, server: string): ToolyardError {
  if (ToolyardError.isInstance(error)) return error
  const who = nameServer(server)
  if (wantsAuthorisation(error))
    return new ToolyardError('unavailable', `${who} wants to know who we are`, {
      cause: error,
      hint: loginHint(server),
    })
  const own = ownCause(error)
  const said = messageOf(own ?? error).slice(0, maxText)
  return new ToolyardError('unavailable', `${who} could not be reached: ${said}`, {
    cause: error,
    hint: own?.hint ?? 'Check how it is started or reached.',
    retryable: true,
  })
}

/** The SDK puts words of its own around what our network said. */
function ownCause(error: unknown): ToolyardError | undefined {
  let at: unknown = error
  for (let depth = 0; depth < 5 && typeof at === 'object' && at !== null; depth++) {
    if (ToolyardError.isInstance(at)) return at
    const { cause, data } = at as { readonly cause?: unknown; readonly data?: { readonly cause?: unknown } }
    at = cause ?? data?.cause
  }
  return undefined
}

/** A server ended by itself while a caller waited for it. */
export function lostFault(server: string, fault: string, when: string): ToolyardError {
  return new ToolyardError('tool_failed', `${nameServer(server)} was lost ${when}: it ${fault}`, {
    hint: 'Whether it did what was asked is not known. It is reached again with the next call.',
  })
}

/** What the server says of a tool is not what was accepted. */
export function staleFault(tool: string, server: string): ToolyardError {
  return new ToolyardError(
    'stale_tool',
    `${nameServer(server)} now says something else of "${tool}" than before`,
    {
      hint: `Somebody has to look at the change and accept it: toolyard accept ${tool}.`,
    },
  )
}

/** A fault of a request that the server answered with an error, or not at all. */
export function requestFault(error: unknown, server: string, what: string): ToolyardError {
  const who = nameServer(server)
  const said = messageOf(error).slice(0, maxText)
  if (ToolyardError.isInstance(error)) {
    if (said.includes(who)) return error
    return new ToolyardError(error.code, `${what} of ${who} failed: ${said}`, error)
  }
  if (protocolCode(error) !== undefined)
    return new ToolyardError('tool_failed', `${who} refused ${what}: ${said}`, { cause: error })
  const status = statusOf(error)
  if (status !== undefined)
    return new ToolyardError('tool_failed', `${who} answered ${what} with HTTP status ${status}: ${said}`, {
      cause: error,
      retryable: status === 429 || status >= 500,
    })
  return new ToolyardError('tool_failed', `${what} of ${who} failed: ${said}`, { cause: error })
}

function thrown(error: unknown): ThrownFacts {
  return typeof error === 'object' && error !== null ? error : {}
}

/** Of a server that failed a moment ago, and is tried again later. */
export function restingFault(what: string, pauseMs: number, failures: number): ToolyardError {
  const often = failures > 1 ? `. It has failed ${failures} times in a row` : ''
  return new ToolyardError('unavailable', `${what}${often}`, {
    hint: `It is tried again in ${Math.ceil(pauseMs / 1000)} s.`,
    retryable: true,
    retryAfterMs: Math.ceil(pauseMs),
  })
}
