/**
 * The `web` section of a configuration. Keys are references to secrets (`${BRAVE_API_KEY}`), never values.
 *
 * @module
 */

export interface WebSettings {
  readonly search?: WebSearchSettings | undefined
  readonly browser?: BrowserSettings | undefined
  /**
   * Secrets that `http_request` may send: names of environment variables, each with the origins that it may be sent to, such
   * as `{ GITHUB_TOKEN: ['https://api.github.com'] }`. No other secret is ever sent.
   */
  readonly secrets?: Readonly<Record<string, readonly string[]>> | undefined
}

export type SearchProviderName = 'brave' | 'searxng' | 'tavily' | 'exa' | 'serper' | 'bocha'

export interface WebSearchSettings {
  /** By default the first whose key, or whose address, is there. */
  readonly provider?: SearchProviderName | undefined
  /** A reference to the key, where it is not in the provider's usual variable. */
  readonly apiKey?: string | undefined
  /** The provider's address: needed for SearXNG, otherwise the vendor's own. */
  readonly url?: string | undefined
}

export interface BrowserSettings {
  /** The program; the system's Chromium or Chrome by default. */
  readonly executable?: string | undefined
  /** How many conversations may have a browser at once; 4 by default. */
  readonly most?: number | undefined
  /** A browser that is not used for so long is closed; 10 minutes by default. */
  readonly idleMs?: number | undefined
}
