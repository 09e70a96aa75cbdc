/**
 * Exa: `POST /search`, https://exa.ai/docs/reference/search.
 *
 * @module
 */
import type { Freshness, SearchProvider } from './provider.ts'
import { endpoint, jsonBody, objectAt, objectsIn, textIn } from './formats.ts'

const dayMs = 86_400_000
const spans: Readonly<Record<Freshness, number>> = {
  day: dayMs,
  week: 7 * dayMs,
  month: 31 * dayMs,
  year: 366 * dayMs,
}

export const exa: SearchProvider = {
  name: 'exa',
  title: 'Exa',
  variable: 'EXA_API_KEY',
  address: 'https://api.exa.ai',
  lacks: ['language'],
  request: ({ query, count, freshness, country, site, now }, { address, key }) => ({
    url: endpoint(address, '/search').href,
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: jsonBody({
      query,
      numResults: count,
      type: 'auto',
      contents: { highlights: true },
      startPublishedDate:
        freshness === undefined ? undefined : new Date(now - spans[freshness]).toISOString(),
      userLocation: country,
      includeDomains: site === undefined ? undefined : [site],
    }),
  }),
  results: (body) =>
    objectsIn(objectAt(body)['results']).map(({ title, url, highlights, summary, text, publishedDate }) => ({
      title,
      url,
      snippet:
        Array.isArray(highlights) && highlights.length > 0 ? highlights.join(' … ') : (summary ?? text),
      age: publishedDate,
    })),
  said: (body) => textIn(objectAt(body)['error']),
}
