/**
 * Puts the credentials of a tool on a request, at the last moment.
 *
 * @module
 */
import { encode } from '../definition/index.ts'
import { badSecret, notInHeaders } from './build-request.ts'
import { filled, type RestCall, type RestRequest } from './rest-call.ts'

export interface AuthorisedRequest extends Omit<RestRequest, 'query'> {
  readonly url: string
  /** The access token that it carries, where it was asked for. */
  readonly token?: string
}

/** Shorter texts that are written into a definition are words, not secrets. */
const minLiteral = 8

export function authorise(
  call: RestCall,
  request: RestRequest,
): AuthorisedRequest | Promise<AuthorisedRequest> {
  const { auth } = call.plan.facts
  if (!auth) return withQuery(request, request.headers, request.query)
  switch (auth.type) {
    case 'bearer':
      return withHeader(request, 'authorization', `Bearer ${secretOf(call, 'auth.token', auth.token)}`)
    case 'basic': {
      const name = filled(call, 'auth.username', auth.username)
      const pair = `${name}:${secretOf(call, 'auth.password', auth.password)}`
      const encoded = Buffer.from(pair).toString('base64')
      call.context.host.secrets.hide(encoded, 'auth.password')
      return withHeader(request, 'authorization', `Basic ${encoded}`)
    }
    case 'api_key': {
      const value = secretOf(call, 'auth.value', auth.value)
      if (auth.in === 'header') return withHeader(request, auth.name.toLowerCase(), value)
      return withQuery(request, request.headers, [...request.query, [auth.name, value]])
    }
    default:
      return call.tokens
        .get(call, auth)
        .then((token) => ({ ...withHeader(request, 'authorization', `Bearer ${token}`), token }))
  }
}

/** A value that stands in the definition itself is as secret as one that is referred to. */
function secretOf(call: RestCall, field: string, text: string): string {
  const value = filled(call, field, text)
  if (value === text && text.length >= minLiteral) call.context.host.secrets.hide(text, field)
  return value
}

function withHeader(request: RestRequest, name: string, value: string): AuthorisedRequest {
  if (notInHeaders.test(value)) throw badSecret('config.auth')
  return withQuery(request, { ...request.headers, [name]: value }, request.query)
}

function withQuery(
  { address, body }: RestRequest,
  headers: RestRequest['headers'],
  query: RestRequest['query'],
): AuthorisedRequest {
  let url = address
  let sign = '?'
  for (const [name, value] of query) {
    url += `${sign}${encode(name)}=${encode(value)}`
    sign = '&'
  }
  return { address, headers, body, url }
}
