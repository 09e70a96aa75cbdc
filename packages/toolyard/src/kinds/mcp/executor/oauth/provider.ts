/**
 * Who we are for one server, in the form that the SDK asks for.
 *
 * Silent by default: it uses and renews what was agreed before, and where that is not enough the server counts as waiting
 * for a person to authorise it; nothing is registered and no person is sent anywhere. With a browser it goes all the way.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import {
  type AddClientAuthentication,
  createPrivateKeyJwtAuth,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { McpUrlSpec } from '../../definition/index.ts'
import type { Agreement, OAuthTokenStore } from './token-store.ts'

export interface ProviderParts {
  readonly url: URL
  readonly spec: McpUrlSpec
  readonly tokens: OAuthTokenStore
  /** Puts values in the place of references. */
  readonly fill: (text: string) => string
  /** Where a person can agree: the address that they come back to, and how they are sent off. */
  readonly browser?: {
    readonly redirectUrl: string
    readonly open: (url: URL) => void | Promise<void>
  }
  /** Told that more rights are wanted than were agreed. */
  readonly wanted?: (scope: string) => void
}

/** Only named in requests that no browser follows. */
const nowhere = 'http://127.0.0.1/callback'
const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

export function createProvider(
  parts: ProviderParts,
): OAuthClientProvider & { readonly expectedState: string } {
  return new AgreedProvider(parts)
}

class AgreedProvider implements OAuthClientProvider {
  readonly clientMetadataUrl?: string
  readonly addClientAuthentication?: AddClientAuthentication
  readonly expectedState = randomBytes(16).toString('base64url')
  readonly #parts: ProviderParts
  readonly #key: string
  #verifier = ''
  #discovery: OAuthDiscoveryState | undefined
  /** Of clients that need no person: made anew in every process. */
  #ownTokens: StoredOAuthTokens | undefined

  constructor(parts: ProviderParts) {
    this.#parts = parts
    this.#key = parts.url.href
    const { clientMetadataUrl } = parts.spec.oauth ?? {}
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl
    if (!parts.browser) Object.defineProperty(this, 'saveClientInformation', { value: undefined })
    if (this.#isAlone)
      Object.defineProperty(this, 'prepareTokenRequest', { value: (scope?: string) => this.#request(scope) })
    const { privateKey } = parts.spec.oauth ?? {}
    if (privateKey !== undefined) this.addClientAuthentication = this.#signed(privateKey)
  }

  get redirectUrl(): string | undefined {
    return this.#isAlone ? undefined : (this.#parts.browser?.redirectUrl ?? nowhere)
  }

  get clientMetadata(): OAuthClientMetadata {
    const { scopes } = this.#parts.spec.oauth ?? {}
    return {
      client_name: 'Toolyard',
      redirect_uris: this.redirectUrl === undefined ? [] : [this.redirectUrl],
      grant_types: this.#isAlone ? [this.#grantType] : ['authorization_code', 'refresh_token'],
      response_types: this.#isAlone ? [] : ['code'],
      ...(scopes?.length && { scope: scopes.join(' ') }),
    }
  }

  state(): string {
    return this.expectedState
  }

  async clientInformation(): Promise<StoredOAuthClientInformation | undefined> {
    const { spec, fill, browser } = this.#parts
    const { clientId, clientSecret, issuer } = spec.oauth ?? {}
    if (clientId !== undefined)
      return {
        client_id: fill(clientId),
        ...(clientSecret !== undefined && { client_secret: fill(clientSecret) }),
        ...(issuer !== undefined && { issuer }),
      }
    const { client, redirectUrl } = await this.#agreement()
    // A registration holds for the address that it was made with.
    if (client !== undefined && (!browser || redirectUrl === browser.redirectUrl))
      return client as StoredOAuthClientInformation
    if (browser) return undefined
    throw new UnauthorizedError('nobody has authorised us yet')
  }

  saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    return this.#change({ client, redirectUrl: this.redirectUrl })
  }

  async tokens(): Promise<StoredOAuthTokens | undefined> {
    if (this.#isAlone) return this.#ownTokens
    return (await this.#agreement()).tokens as StoredOAuthTokens | undefined
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    if (this.#isAlone) this.#ownTokens = tokens
    else await this.#change({ tokens })
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const { browser, wanted } = this.#parts
    // What a server names as a page may be anything.
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new UnauthorizedError(`it wants us to open ${url.protocol}, which is no page`)
    if (browser) await browser.open(url)
    else if (await this.tokens()) wanted?.(url.searchParams.get('scope') ?? '')
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  /** Kept until a person has agreed, and no longer: a server may change whom it trusts. */
  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    if (this.#parts.browser) this.#discovery = discovery
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery
  }

  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (scope === 'tokens' || scope === 'all') this.#ownTokens = undefined
    if (scope === 'discovery' || scope === 'all') this.#discovery = undefined
    await this.#change({
      ...((scope === 'client' || scope === 'all') && { client: undefined }),
      ...((scope === 'tokens' || scope === 'all') && { tokens: undefined }),
    })
  }

  /** What is configured is enough: no person has to agree. */
  get #isAlone(): boolean {
    const { grant = 'authorization_code' } = this.#parts.spec.oauth ?? {}
    return grant !== 'authorization_code'
  }

  get #grantType(): string {
    return this.#parts.spec.oauth?.grant === 'jwt_bearer' ? jwtBearer : 'client_credentials'
  }

  #request(scope: string | undefined): URLSearchParams {
    const { spec, fill } = this.#parts
    const { assertion } = spec.oauth ?? {}
    return new URLSearchParams({
      grant_type: this.#grantType,
      ...(this.#grantType === jwtBearer && { assertion: fill(assertion ?? '') }),
      ...(scope && { scope }),
    })
  }

  /** The key is read when it is used: references are filled in then. */
  #signed(privateKey: string): AddClientAuthentication {
    const { spec, fill } = this.#parts
    const { clientId = '', signingAlgorithm: alg = 'ES256' } = spec.oauth ?? {}
    return (...request) => {
      const id = fill(clientId)
      const sign = createPrivateKeyJwtAuth({ issuer: id, subject: id, privateKey: fill(privateKey), alg })
      return sign(...request)
    }
  }

  #agreement(): Promise<Agreement> {
    return this.#parts.tokens.get(this.#key)
  }

  #change(change: Parameters<OAuthTokenStore['change']>[1]): Promise<void> {
    return this.#parts.tokens.change(this.#key, change)
  }
}
