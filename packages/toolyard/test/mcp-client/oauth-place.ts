/** An MCP server that wants to know who calls, and the authorisation server that it trusts, in one. */
import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Place, readBody, serve } from './http-place.ts'

export interface OAuthPlace extends Place {
  /** What the authorisation server was asked for, in order. */
  readonly asked: string[]
  /** No token that was given out before is good any more. */
  forget(): void
}

export interface OAuthOptions {
  /** What it names as the page where people agree. */
  readonly authorizationEndpoint?: string
  /** What a person comes back with, where it is not what was asked for. */
  readonly state?: string
  readonly refuses?: boolean
}

export async function serveOAuth(options: OAuthOptions = {}): Promise<OAuthPlace> {
  const issuer = new Issuer(options)
  const place: Place = await serve(async (request, response) => {
    const { origin, url } = issuer.at(request)
    if (await issuer.answers(request, { url, origin, response })) return
    if (issuer.knows(request)) return speak(request, response)
    const where = `${origin}/.well-known/oauth-protected-resource/mcp`
    json(response.setHeader('www-authenticate', `Bearer resource_metadata="${where}"`), 401, {})
  })
  return { ...place, asked: issuer.asked, forget: () => issuer.forget() }
}

interface Answering {
  readonly url: URL
  readonly origin: string
  readonly response: ServerResponse
}

class Issuer {
  readonly asked: string[] = []
  readonly #options: OAuthOptions
  readonly #tokens = new Set<string>()
  readonly #refreshes = new Set<string>()
  readonly #codes = new Map<string, string>()

  constructor(options: OAuthOptions) {
    this.#options = options
  }

  at(request: IncomingMessage): { readonly origin: string; readonly url: URL } {
    const origin = `http://${request.headers.host}`
    return { origin, url: new URL(request.url ?? '/', origin) }
  }

  forget(): void {
    this.#tokens.clear()
  }

  knows({ headers }: IncomingMessage): boolean {
    return this.#tokens.has(headers.authorization?.replace('Bearer ', '') ?? '')
  }

  /** Whether the request was one for the issuer. */
  async answers(request: IncomingMessage, { url, origin, response }: Answering): Promise<boolean> {
    if (url.pathname.startsWith('/.well-known/oauth-protected-resource'))
      json(response, 200, { resource: `${origin}/mcp`, authorization_servers: [origin] })
    else if (url.pathname.startsWith('/.well-known/')) json(response, 200, this.#metadata(origin))
    else if (url.pathname === '/register') {
      this.asked.push('register')
      const given = JSON.parse(await readBody(request)) as object
      json(response, 201, { ...given, client_id: `client-${randomUUID()}` })
    } else if (url.pathname === '/authorize') response.writeHead(302, { location: this.#sendBack(url) }).end()
    else if (url.pathname === '/token') await this.#token(request, response)
    else return false
    return true
  }

  #metadata(origin: string): object {
    return {
      issuer: origin,
      authorization_endpoint: this.#options.authorizationEndpoint ?? `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
    }
  }

  /** Where a browser goes whose owner has agreed, or has not. */
  #sendBack({ searchParams }: URL): string {
    this.asked.push('authorize')
    const back = new URL(searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('state', this.#options.state ?? searchParams.get('state') ?? '')
    if (this.#options.refuses) back.searchParams.set('error', 'access_denied')
    else {
      const code = randomUUID()
      this.#codes.set(code, searchParams.get('code_challenge') ?? '')
      back.searchParams.set('code', code)
    }
    return back.href
  }

  async #token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await readBody(request))
    const grant = form.get('grant_type') ?? ''
    this.asked.push(grant)
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isGood =
      (grant === 'authorization_code' && this.#codes.get(form.get('code') ?? '') === verifier) ||
      (grant === 'refresh_token' && this.#refreshes.delete(form.get('refresh_token') ?? '')) ||
      (grant === 'client_credentials' &&
        request.headers.authorization === `Basic ${btoa('robot:s3cret-of-the-robot')}`)
    if (!isGood) return json(response, 400, { error: 'invalid_grant' })
    const [access_token, refresh_token] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`]
    this.#tokens.add(access_token)
    this.#refreshes.add(refresh_token)
    json(response, 200, { access_token, refresh_token, token_type: 'Bearer', expires_in: 3600 })
  }
}

/** The server itself, for those whom it knows. Its tool shows what it was given, to see whether that is hidden. */
async function speak(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return void response.writeHead(405).end()
  const { id, method } = JSON.parse(await readBody(request)) as { id?: number; method: string }
  if (method === 'server/discover') return void response.writeHead(400).end()
  if (id === undefined) return void response.writeHead(202).end()
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 's', version: '1' },
    },
    'tools/list': { tools: [{ name: 'secret', description: 'Secret.', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: `you are ${request.headers.authorization}` }] },
  }
  json(response, 200, { jsonrpc: '2.0', id, result: results[method] })
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
