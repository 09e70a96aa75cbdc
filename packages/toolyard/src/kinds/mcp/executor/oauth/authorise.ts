/**
 * Lets a person agree in a browser that we may use a server, and keeps what was agreed.
 *
 * @module
 */
import {
  auth,
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import type { McpUrlSpec } from '../../definition/index.ts'
import { type Clock, ToolyardError, version } from '../../../../kernel/index.ts'
import { connectFault, nameServer, wantsAuthorisation } from '../fault.ts'
import { type Loopback, openLoopback } from './loopback.ts'
import { createProvider } from './provider.ts'
import type { OAuthTokenStore } from './token-store.ts'

export interface AuthoriseOptions {
  /** Shows the person a page; it must never be read by a shell. */
  readonly open: (url: string) => void | Promise<void>
  readonly signal?: AbortSignal
  /** How long the person has; ten minutes by default. */
  readonly timeoutMs?: number
}

export interface AuthoriseRequest extends AuthoriseOptions {
  readonly server: string
  readonly url: URL
  readonly spec: McpUrlSpec
  readonly tokens: OAuthTokenStore
  readonly clock: Clock
  readonly fetch: (input: string | URL, init?: RequestInit) => Promise<Response>
  readonly headers: Readonly<Record<string, string>>
  readonly fill: (text: string) => string
  /** More rights than were agreed before. */
  readonly scope: string | undefined
}

const personMs = 600_000

export async function authorise(request: AuthoriseRequest): Promise<void> {
  const { server, url, spec, tokens, fill, open, fetch } = request
  if ((spec.oauth?.grant ?? 'authorization_code') !== 'authorization_code')
    throw new ToolyardError(
      'invalid_config',
      `${nameServer(server)} uses client credentials: there is nobody to ask`,
    )
  let state = ''
  await using loopback = await openLoopback(spec.oauth?.redirectPort ?? 0, () => state)
  let isOpen = false
  const browser = {
    redirectUrl: loopback.redirectUrl,
    open: async (page: URL): Promise<void> => {
      isOpen = true
      await open(page.href)
    },
  }
  const provider = createProvider({ url, spec, tokens, fill, browser })
  state = provider.expectedState
  const transport = new StreamableHTTPClientTransport(url, {
    fetch,
    requestInit: { headers: { ...request.headers } },
    authProvider: provider,
  })
  try {
    await begin(request, provider, transport)
    if (!isOpen) return
    await transport.finishAuth(await answered(request, loopback))
  } catch (error) {
    throw connectFault(error, server)
  } finally {
    await transport.close()
  }
}

/** Asks in the server's own way, so that it says what it wants; resolves when the page is open, or none is needed. */
async function begin(
  { url, scope, fetch }: AuthoriseRequest,
  provider: OAuthClientProvider,
  transport: StreamableHTTPClientTransport,
): Promise<void> {
  if (scope !== undefined)
    return void (await auth(provider, {
      serverUrl: url,
      fetchFn: fetch,
      forceReauthorization: true,
      ...(scope !== '' && { scope }),
    }))
  const client = new Client({ name: 'toolyard', version }, { versionNegotiation: { mode: 'auto' } })
  try {
    await client.connect(transport)
    // Some servers let every client in and ask who it is afterwards.
    if (client.getServerCapabilities()?.tools) await client.listTools().catch(onlyUnauthorised)
    await client.close()
  } catch (error) {
    if (!wantsAuthorisation(error)) throw error
  }
}

function onlyUnauthorised(error: unknown): void {
  if (wantsAuthorisation(error)) throw error
}

async function answered(
  { server, clock, signal, timeoutMs = personMs }: AuthoriseRequest,
  { answer }: Loopback,
): Promise<URLSearchParams> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = (): void =>
    reject(new ToolyardError('timeout', `nobody has authorised ${nameServer(server)} within ${timeoutMs} ms`))
  const abort = (): void => reject(new ToolyardError('cancelled', 'the authorisation was cancelled'))
  const deadline = clock.after(timeoutMs, late)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    const params = await Promise.race([answer, promise])
    const refusal = params.get('error')
    // Who answers with an error may be another party: its words are not repeated before the SDK knows who it is.
    if (refusal !== null && !params.has('code') && !params.has('iss'))
      throw new ToolyardError('denied', `${nameServer(server)} was not authorised (${refusal.slice(0, 60)})`)
    return params
  } finally {
    deadline.cancel()
    signal?.removeEventListener('abort', abort)
  }
}
