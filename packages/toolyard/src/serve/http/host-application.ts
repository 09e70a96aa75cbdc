/**
 * Who sends a request, as the application says in which we are mounted. Its word stands in for our own tokens and sessions.
 *
 * @module
 */
import type { IncomingMessage } from 'node:http'
import { cleanText, sha256, ToolyardError } from '../../kernel/index.ts'
import type { Awaitable, TokenRole } from '../../store/index.ts'
import { hostTokenMark, type HttpCaller } from './caller.ts'
import { role as roleShape } from './shapes/access.ts'
import type { HttpExchange } from './message.ts'

/** A person or a program, and what it may do here. */
export interface HttpPrincipal {
  /**
   * Who it is, in the journal and in the inbox. Calls, conversations and results belong to it: give each user a name of its own that
   * never becomes another's, such as an id or a verified address.
   */
  readonly name: string
  readonly role: TokenRole
  /** Id or name of the one agent that it speaks for; needed for the role `agent`, and for no other. */
  readonly agent?: string | undefined
}

/** What the application is asked about. */
export interface HostRequest {
  readonly method: string
  /** Path and query, as they came. */
  readonly url: string
  readonly headers: Headers
  /** The object that was given to `fetch` or `listener`, with what middleware has put on it. */
  readonly original: Request | IncomingMessage
}

/** Undefined if the application does not know who it is: then the request is answered 401. */
export type Authenticate = (request: HostRequest) => Awaitable<HttpPrincipal | undefined>

const longestName = 100

export function byHostApplication(
  authenticate: Authenticate,
): (exchange: HttpExchange) => Promise<HttpCaller> {
  return async (exchange) => callerOf(await authenticate(hostRequestOf(exchange)))
}

function hostRequestOf({ request, original }: HttpExchange): HostRequest {
  let headers: Headers | undefined
  return {
    method: request.method ?? '',
    url: request.originalUrl ?? request.url ?? '',
    get headers() {
      return (headers ??= headersOf(original))
    },
    original,
  }
}

function headersOf(original: Request | IncomingMessage): Headers {
  if (original instanceof Request) return original.headers
  const headers = new Headers()
  for (const [name, value] of Object.entries(original.headers))
    for (const one of [value].flat())
      if (one !== undefined && !name.startsWith(':')) headers.append(name, one)
  return headers
}

function callerOf(principal: HttpPrincipal | undefined): HttpCaller {
  if (!principal)
    throw new ToolyardError('unauthorised', 'this application does not know who sends the request', {
      hint: 'Sign in to the application first.',
    })
  const { name, role, agent } = principal
  const problem = problemOf(principal)
  if (problem !== undefined)
    throw new ToolyardError('internal', `authenticate() answered a principal ${problem}`, {
      hint: 'Answer { name, role }, with an agent for the role agent alone; see docs/guide/http.md.',
    })
  return {
    role,
    name,
    agent,
    tokenId: `${hostTokenMark}${sha256(JSON.stringify([name, role, agent])).slice(0, 32)}`,
  }
}

function problemOf({ name, role, agent }: HttpPrincipal): string | undefined {
  const isLine = typeof name === 'string' && !/[\n\t]/.test(name) && cleanText(name) === name
  if (!isLine || name === '' || name.length > longestName)
    return `whose name is not one line of 1 to ${longestName} visible characters`
  if (!roleShape.options.includes(role)) return `whose role is none of ${roleShape.options.join(', ')}`
  if ((role === 'agent') !== (typeof agent === 'string' && agent !== ''))
    return role === 'agent' ? 'of the role agent without an agent' : `of the role ${role} with an agent`
  return undefined
}
