/**
 * Access tokens by OAuth2 client credentials: asked for once, shared by concurrent calls, kept until shortly before they expire.
 *
 * @module
 */
import type { NetResponse } from '../../../host/index.ts'
import { isPlainObject, sha256, ToolyardError } from '../../../kernel/index.ts'
import { filled, type OAuth2, type RestCall, type TokenKeeper } from './rest-call.ts'

interface FetchedToken {
  readonly text: string
  readonly expiresAt: number
}

/** Where the server does not say how long a token holds. */
const defaultLifeMs = 5 * 60_000
/** A token is not used in its last moments. */
const marginMs = 30_000
const mostTokens = 1000

export class Tokens implements TokenKeeper {
  readonly #tokens = new Map<string, FetchedToken>()
  readonly #asked = new Map<string, Promise<FetchedToken>>()

  async get(call: RestCall, auth: OAuth2): Promise<string> {
    const credentials = credentialsOf(call, auth)
    const known = this.#tokens.get(credentials.key)
    if (known && known.expiresAt > call.context.clock.now()) return known.text
    // The first caller may be cancelled; the others then ask for themselves.
    const running = this.#asked.get(credentials.key)
    const shared = running && (await running.catch(() => undefined))
    return (shared ?? (await this.#ask(call, auth, credentials))).text
  }

  drop(text: string): void {
    for (const [key, token] of this.#tokens) if (token.text === text) this.#tokens.delete(key)
  }

  #ask(call: RestCall, auth: OAuth2, credentials: Credentials): Promise<FetchedToken> {
    const { key } = credentials
    const running = this.#asked.get(key)
    if (running) return running
    const asked = request(call, auth, credentials)
    this.#asked.set(key, asked)
    const keep = (token: FetchedToken): void => {
      if (this.#tokens.size >= mostTokens) this.#tokens.clear()
      this.#tokens.set(key, token)
    }
    asked.then(keep, () => undefined).finally(() => this.#asked.delete(key))
    return asked
  }
}

interface Credentials {
  readonly key: string
  readonly tokenUrl: string
  readonly id: string
  readonly secret: string
}

function credentialsOf(call: RestCall, auth: OAuth2): Credentials {
  const { context } = call
  const tokenUrl = filled(call, 'auth.tokenUrl', auth.tokenUrl)
  const id = filled(call, 'auth.clientId', auth.clientId)
  const secret = filled(call, 'auth.clientSecret', auth.clientSecret)
  context.host.secrets.hide(secret, 'auth.clientSecret')
  const key = sha256(JSON.stringify([tokenUrl, id, secret, auth.scopes, auth.audience]))
  return { key, tokenUrl, id, secret }
}

async function request(call: RestCall, auth: OAuth2, credentials: Credentials): Promise<FetchedToken> {
  const { context } = call
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  }
  if (auth.clientAuth === 'body') {
    form.set('client_id', credentials.id)
    form.set('client_secret', credentials.secret)
  } else headers['authorization'] = basic(credentials)
  if (auth.scopes?.length) form.set('scope', auth.scopes.join(' '))
  if (auth.audience !== undefined) form.set('audience', auth.audience)
  const response = await context.host.net.request({
    url: credentials.tokenUrl,
    method: 'POST',
    headers,
    body: String(form),
    signal: context.signal,
    maxBytes: 1_000_000,
    maxRedirects: 0,
  })
  return readToken(call, response)
}

async function readToken({ context }: RestCall, response: NetResponse): Promise<FetchedToken> {
  const host = new URL(response.url).host
  const text = await response.text()
  const answer = parse(text)
  const token = answer?.['access_token']
  if (response.status !== 200 || typeof token !== 'string' || token === '')
    throw new ToolyardError(
      'unavailable',
      `no access token from ${host}: it answered ${response.status}${reasonIn(answer)}.`,
      {
        hint: 'Check clientId, clientSecret, scopes and tokenUrl of the tool.',
        retryable: response.status >= 500 || response.status === 429,
      },
    )
  const seconds = Number(answer?.['expires_in'])
  const life = seconds > 0 ? seconds * 1000 : defaultLifeMs
  context.host.secrets.hide(token)
  return { text: token, expiresAt: context.clock.now() + Math.max(life - marginMs, life / 2) }
}

/** What OAuth2 says of a refusal; nothing else of the answer is told. */
function reasonIn(answer: Record<string, unknown> | undefined): string {
  const told = [answer?.['error'], answer?.['error_description']].filter((text) => typeof text === 'string')
  return told.length === 0 ? '' : ` (${told.join(': ').slice(0, 300)})`
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isPlainObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Both are form-encoded first, as the standard has it. */
function basic({ id, secret }: Credentials): string {
  return `Basic ${Buffer.from(`${formEncoded(id)}:${formEncoded(secret)}`).toString('base64')}`
}

function formEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+')
}
