/**
 * Brave Search: `GET /res/v1/web/search`, https://api-dashboard.search.brave.com/app/documentation/web-search.
 *
 * @module
 */
import type { Freshness, SearchProvider } from './provider.ts'
import { endpoint, objectAt, objectsIn, textIn, withSite } from './formats.ts'

const freshnesses: Readonly<Record<Freshness, string>> = { day: 'pd', week: 'pw', month: 'pm', year: 'py' }

export const brave: SearchProvider = {
  name: 'brave',
  title: 'Brave Search',
  variable: 'BRAVE_API_KEY',
  address: 'https://api.search.brave.com',
  lacks: [],
  request({ query, count, freshness, country, language, site }, { address, key }) {
    const url = endpoint(address, '/res/v1/web/search')
    const { searchParams } = url
    searchParams.set('q', withSite(query, site))
    searchParams.set('count', String(count))
    searchParams.set('result_filter', 'web')
    searchParams.set('text_decorations', 'false')
    if (freshness !== undefined) searchParams.set('freshness', freshnesses[freshness])
    if (country !== undefined) searchParams.set('country', country)
    if (language !== undefined) searchParams.set('search_lang', languageOf(language))
    return {
      url: url.href,
      method: 'GET',
      headers: { accept: 'application/json', 'x-subscription-token': key },
    }
  },
  results: (body) =>
    objectsIn(objectAt(body, 'web')['results']).map(({ title, url, description, age, page_age: date }) => ({
      title,
      url,
      snippet: description,
      age: date ?? age,
    })),
  said: (body) => textIn(objectAt(body, 'error')['detail']),
  keyFault({ status, body }) {
    const code = textIn(objectAt(body, 'error')['code']) ?? ''
    if (status === 422 && /TOKEN_INVALID/.test(code)) return 'wrong'
    return status === 429 && /QUOTA/.test(code) ? 'exhausted' : undefined
  },
  /** `X-RateLimit-Remaining: 0, 1000` and `X-RateLimit-Reset: 1, 1419704`: a number for each window, the seconds until it resets. */
  waitMs(headers) {
    const resets = numbersIn(headers['x-ratelimit-reset'])
    const remaining = numbersIn(headers['x-ratelimit-remaining'])
    const used = resets.filter((_, index) => remaining[index] === 0)
    const seconds = used.length > 0 ? Math.max(...used) : resets[0]
    return seconds === undefined ? undefined : seconds * 1000
  },
}

/** Its codes are its own in a few places. */
function languageOf(tag: string): string {
  const lower = tag.toLowerCase()
  const [base = lower] = lower.split('-')
  if (base === 'zh') return /hant|tw|hk|mo/.test(lower) ? 'zh-hant' : 'zh-hans'
  if (base === 'pt') return lower === 'pt-pt' ? 'pt-pt' : 'pt-br'
  if (lower === 'en-gb') return lower
  return base === 'ja' ? 'jp' : base === 'no' ? 'nb' : base
}

function numbersIn(text = ''): number[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => /^\d{1,12}$/.test(item))
    .map(Number)
}
