/**
 * Bocha (博查): `POST /v1/web-search`, https://open.bocha.cn.
 *
 * @module
 */
import type { Freshness, SearchProvider } from './provider.ts'
import { endpoint, jsonBody, objectAt, objectsIn, textIn } from './formats.ts'

const spans: Readonly<Record<Freshness, string>> = {
  day: 'oneDay',
  week: 'oneWeek',
  month: 'oneMonth',
  year: 'oneYear',
}

export const bocha: SearchProvider = {
  name: 'bocha',
  title: 'Bocha (博查)',
  variable: 'BOCHA_API_KEY',
  address: 'https://api.bocha.cn',
  lacks: ['country', 'language'],
  request: ({ query, count, freshness, site }, { address, key }) => ({
    url: endpoint(address, '/v1/web-search').href,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: jsonBody({
      query,
      count,
      summary: true,
      freshness: freshness === undefined ? 'noLimit' : spans[freshness],
      include: site,
    }),
  }),
  results: (body) =>
    objectsIn(objectAt(body, 'data', 'webPages')['value']).map((page) => ({
      title: page['name'],
      url: page['url'],
      snippet: textIn(page['summary']) ?? page['snippet'],
      age: textIn(page['datePublished']) ?? inBeijing(page['dateLastCrawled']),
    })),
  said: (body) => textIn(objectAt(body)['message']) ?? textIn(objectAt(body)['msg']),
  statusIn: (body) => Number(objectAt(body)['code'] ?? Number.NaN) || undefined,
  /** 403 says that the balance is used up. */
  keyFault: ({ status }) => (status === 403 ? 'exhausted' : undefined),
}

/** This field is the time of publication in Beijing, though it ends with a Z. */
function inBeijing(date: unknown): unknown {
  return typeof date === 'string' ? date.replace(/Z$/, '+08:00') : undefined
}
