/**
 * Signing in with a token, for browsers: the token is exchanged for a cookie that no script can read.
 *
 * @module
 */
import { z } from 'zod'
import { callerOf, type Doorkeeper, sessionIdOf } from '../authenticate.ts'
import { type Route, route } from '../route.ts'
import { session } from '../shapes/access.ts'

const ended = z.object({ ended: z.boolean() })

export const sessionRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/session',
    summary: 'Signs in: exchanges a token for a session cookie.',
    access: 'anyone',
    body: z.strictObject({ token: z.string().min(1).max(500) }),
    answer: session,
    handle: async ({ tokens, sessions, ...door }, { body, response }) => {
      const { role, name, tokenId, agent } = callerOf(await tokens.find(body.token))
      const { id, session: started } = sessions.start(tokenId)
      response.setHeader('Set-Cookie', cookieOf(door, id))
      return { role, name, agent, csrf: started.csrf }
    },
  }),
  route({
    method: 'GET',
    path: '/api/session',
    summary: 'Who is signed in.',
    access: 'viewer',
    agents: true,
    answer: session,
    handle: (_services, { caller: { role, name, agent, csrf } }) => ({ role, name, agent, csrf: csrf ?? '' }),
  }),
  route({
    method: 'DELETE',
    path: '/api/session',
    summary: 'Signs out.',
    access: 'viewer',
    agents: true,
    answer: ended,
    handle: (services, { request, response }) => {
      const id = sessionIdOf(services, request)
      if (id !== undefined) services.sessions.end(id)
      response.setHeader('Set-Cookie', `${cookieOf(services, '')}; Max-Age=0`)
      return { ended: true }
    },
  }),
]

function cookieOf(
  { cookieName, basePath }: Pick<Doorkeeper, 'cookieName' | 'basePath'>,
  value: string,
): string {
  return `${cookieName}=${value}; HttpOnly; SameSite=Strict; Path=${basePath || '/'}`
}
