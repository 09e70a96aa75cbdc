/**
 * Tavily: `POST /search`, https://docs.tavily.com/documentation/api-reference/endpoint/search.
 *
 * @module
 */
import type { SearchProvider } from './provider.ts'
import { endpoint, jsonBody, objectAt, objectsIn, textIn } from './formats.ts'

export const tavily: SearchProvider = {
  name: 'tavily',
  title: 'Tavily',
  variable: 'TAVILY_API_KEY',
  address: 'https://api.tavily.com',
  lacks: ['language'],
  request: ({ query, count, freshness, country, site }, { address, key }) => ({
    url: endpoint(address, '/search').href,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: jsonBody({
      query,
      max_results: count,
      search_depth: 'basic',
      time_range: freshness,
      country: country === undefined ? undefined : countryName(country),
      include_domains: site === undefined ? undefined : [site],
    }),
  }),
  results: (body) =>
    objectsIn(objectAt(body)['results']).map(({ title, url, content, published_date: date }) => ({
      title,
      url,
      snippet: content,
      age: date,
    })),
  said: (body) => textIn(objectAt(body, 'detail')['error']) ?? textIn(objectAt(body)['detail']),
  /** 432: the plan's limit; 433: the limit of paying as one goes. */
  keyFault: ({ status }) => (status === 432 || status === 433 ? 'exhausted' : undefined),
}

const otherNames: Readonly<Record<string, string>> = {
  CZ: 'czech republic',
  TR: 'turkey',
  MM: 'myanmar',
  CV: 'cape verde',
  HK: 'hong kong',
}

/** It knows countries by their English names, in lower case. */
function countryName(code: string): string {
  return otherNames[code] ?? (new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code).toLowerCase()
}
