/**
 * SearXNG, an instance of one's own: `GET /search?format=json`, https://docs.searxng.org/dev/search_api.html.
 *
 * @module
 */
import type { SearchProvider } from './provider.ts'
import { endpoint, objectAt, objectsIn, withSite } from './formats.ts'

export const searxng: SearchProvider = {
  name: 'searxng',
  title: 'SearXNG',
  variable: 'SEARXNG_URL',
  lacks: [],
  request({ query, freshness, country, language, site }, { address }) {
    const url = endpoint(address, '/search')
    const { searchParams } = url
    searchParams.set('q', withSite(query, site))
    searchParams.set('format', 'json')
    if (freshness !== undefined) searchParams.set('time_range', freshness)
    if ((language ?? country) !== undefined) searchParams.set('language', localeOf(language, country))
    return { url: url.href, method: 'GET', headers: { accept: 'application/json' } }
  },
  results: (body) =>
    objectsIn(objectAt(body)['results']).map(({ title, url, content, publishedDate }) => ({
      title,
      url,
      snippet: content,
      age: publishedDate,
    })),
  said: () => undefined,
  keyFault: () => 'none',
  explain: ({ status }) =>
    status === 403
      ? 'This instance gives no JSON: add "json" to search.formats in its settings.yml.'
      : status === 429
        ? 'Its limiter takes this for a robot: allow this address in its limiter.toml.'
        : undefined,
}

/** It takes language and country as one: `de-AT`. A country alone stands for the language that most people speak there. */
function localeOf(language: string | undefined, country: string | undefined): string {
  const [base, second = ''] = language?.split('-') ?? []
  const region = country ?? (/^[a-z]{2}$/i.test(second) ? second.toUpperCase() : undefined)
  const spoken = base ?? new Intl.Locale(`und-${region}`).maximize().language
  return region === undefined ? spoken : `${spoken}-${region}`
}
