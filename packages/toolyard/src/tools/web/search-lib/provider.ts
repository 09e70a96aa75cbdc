/**
 * What a search service is to `web_search`: how it is asked, and how its answer is read. One file for each; none of them opens
 * a connection or sees more of a key than it puts into a header.
 *
 * @module
 */
import type { SearchProviderName } from '../../../define/index.ts'

export type Freshness = 'day' | 'week' | 'month' | 'year'

export interface SearchQuery {
  readonly query: string
  readonly count: number
  readonly freshness?: Freshness | undefined
  /** Two letters, in upper case. */
  readonly country?: string | undefined
  /** A language tag: `en`, `zh-CN`. */
  readonly language?: string | undefined
  /** A host, in lower case. */
  readonly site?: string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface SearchRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** As the service gives it: not cleaned, not cut. */
export interface RawResult {
  readonly title: unknown
  readonly url: unknown
  readonly snippet: unknown
  /** A date, or words such as `2 days ago`. */
  readonly age?: unknown
}

/** What is wrong with a key that is refused. */
export type KeyFault = 'wrong' | 'exhausted'

export interface Refusal {
  readonly status: number
  /** The answer as JSON; undefined if it is none. */
  readonly body: unknown
}

export interface SearchProvider {
  readonly name: SearchProviderName
  readonly title: string
  /** Where its key, or its address, is looked for. */
  readonly variable: string
  /** The vendor's own address; undefined if everybody has their own. */
  readonly address?: string
  /** What of a query it can't do. */
  readonly lacks: readonly ('country' | 'language' | 'freshness')[]
  request(query: SearchQuery, at: { readonly address: string; readonly key: string }): SearchRequest
  results(body: unknown): readonly RawResult[]
  /** What the service itself says went wrong; undefined if its answer has no such words. */
  said(body: unknown): string | undefined
  /** Beside 401, 402 and 403, which mean the same everywhere. */
  keyFault?(refusal: Refusal): KeyFault | 'none' | undefined
  /** The status that an answer has inside, if that may differ from the outer one. */
  statusIn?(body: unknown): number | undefined
  /** A sentence for a refusal that has a reason of its own. */
  explain?(refusal: Refusal): string | undefined
  /** Milliseconds, if it tells in its own headers how long to wait. */
  waitMs?(headers: Readonly<Record<string, string>>): number | undefined
}
