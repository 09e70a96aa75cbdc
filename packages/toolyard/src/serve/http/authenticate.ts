/**
 * Who sends a request: by the token in its `Authorization` header, or by the session of a browser that has signed in.
 *
 * A token anywhere else, in the address above all, counts for nothing: it would end up in logs.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { AccessToken, Awaitable } from '../../store/index.ts'
import type { HttpCaller } from './caller.ts'
import type { HttpRequest } from './message.ts'
import { isSame, type Sessions } from './sessions.ts'
import type { TokenBook } from './token-book.ts'

export interface Doorkeeper {
  readonly tokens: TokenBook
  readonly sessions: Sessions
  /** Browsers keep cookies by host, not by port: two servers on one machine need two names. */
  readonly cookieName: string
  /** The path under which all of this is; empty if it is the whole server. */
  readonly basePath: string
}

const safeMethods: readonly unknown[] = ['GET', 'HEAD']

/** Throws `unauthorised`, or `forbidden` if a browser's request lacks the proof that it comes from our page. */
export function authenticate(door: Doorkeeper, request: HttpRequest): Awaitable<HttpCaller> {
  const { authorization } = request.headers
  if (authorization === undefined) return byCookie(door, request)
  const token = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization)?.[1]
  if (token === undefined) throw unauthorised()
  const found = door.tokens.find(token)
  return found instanceof Promise ? found.then(callerOf) : callerOf(found)
}

/** The id of the session that a browser sends along. */
export function sessionIdOf({ cookieName }: Doorkeeper, { headers }: HttpRequest): string | undefined {
  for (const cookie of headers.cookie?.split(';') ?? []) {
    const [name, value] = cookie.trim().split('=', 2)
    if (name === cookieName) return value
  }
  return undefined
}

async function byCookie(door: Doorkeeper, request: HttpRequest): Promise<HttpCaller> {
  const id = sessionIdOf(door, request)
  const session = id === undefined ? undefined : door.sessions.find(id)
  if (!session) throw unauthorised()
  const caller = callerOf(await door.tokens.byId(session.tokenId))
  const { 'x-toolyard-csrf': proof } = request.headers
  if (!safeMethods.includes(request.method) && !isSame(String(proof), session.csrf))
    throw new ToolyardError('forbidden', 'the header X-Toolyard-CSRF is missing or wrong', {
      hint: 'Send the value that GET /api/session answers.',
    })
  return { ...caller, csrf: session.csrf }
}

export function callerOf(token: AccessToken | undefined): HttpCaller {
  if (!token) throw unauthorised()
  const { role, name, id, agent } = token
  return { role, name, tokenId: id, agent }
}

function unauthorised(): ToolyardError {
  return new ToolyardError('unauthorised', 'a token is needed, and the one that came is not known', {
    hint: 'Send "Authorization: Bearer TOKEN"; "toolyard serve" prints a link with it, and "toolyard doctor" tells which file holds it.',
  })
}
