/**
 * Serper, results of Google: `POST /search`, https://serper.dev.
 *
 * @module
 */
import type { Freshness, SearchProvider } from './provider.ts'
import { endpoint, jsonBody, objectAt, objectsIn, textIn, withSite } from './formats.ts'

const spans: Readonly<Record<Freshness, string>> = {
  day: 'qdr:d',
  week: 'qdr:w',
  month: 'qdr:m',
  year: 'qdr:y',
}

export const serper: SearchProvider = {
  name: 'serper',
  title: 'Serper',
  variable: 'SERPER_API_KEY',
  address: 'https://google.serper.dev',
  lacks: [],
  request: ({ query, count, freshness, country, language, site }, { address, key }) => ({
    url: endpoint(address, '/search').href,
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: jsonBody({
      q: withSite(query, site),
      num: count,
      gl: country?.toLowerCase(),
      hl: language?.toLowerCase().replace(/^zh$/, 'zh-cn'),
      tbs: freshness === undefined ? undefined : spans[freshness],
    }),
  }),
  results: (body) =>
    objectsIn(objectAt(body)['organic']).map(({ title, link, snippet, date }) => ({
      title,
      url: link,
      snippet,
      age: date,
    })),
  said: (body) => textIn(objectAt(body)['message']),
  /** Used-up credits come as 400 with `Not enough credits`. */
  keyFault: ({ status, body }) =>
    status === 400 && /credits/i.test(textIn(objectAt(body)['message']) ?? '') ? 'exhausted' : undefined,
}
