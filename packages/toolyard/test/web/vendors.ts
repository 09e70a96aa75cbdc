/** Search services as their documentation shows them: how they are asked, what they answer. */
import assert from 'node:assert/strict'
import type { Asked } from './api-site.ts'
import { type Refused, refusals } from './vendor-refusals.ts'

interface Page {
  readonly title: string
  readonly url: string
  readonly text: string
  readonly date: string
}

interface Vendor {
  readonly path: string
  readonly variable: string
  readonly answer: (pages: readonly Page[]) => unknown
  /** The request for "release notes", 5 of the last week on nodejs.org, from Germany, in German. */
  checkAsked(asked: Asked): void
  readonly refusals: readonly Refused[]
}

const queryOf = ({ path }: Asked): Record<string, string> =>
  Object.fromEntries(new URL(path, 'http://x').searchParams)
const bodyOf = ({ body, headers, method }: Asked): unknown => {
  assert.equal(method, 'POST')
  assert.equal(headers['content-type'], 'application/json')
  return JSON.parse(body.toString())
}
const key = 'key-9f31-secret'

const brave: Vendor = {
  path: '/res/v1/web/search',
  variable: 'BRAVE_API_KEY',
  answer: (pages) => ({
    type: 'search',
    query: { original: 'q', more_results_available: true },
    web: {
      type: 'search',
      results: pages.map(({ title, url, text, date }) => ({
        type: 'search_result',
        title,
        url,
        description: `<strong>${text}</strong>`,
        page_age: date.replace(/\.\d+Z$/, ''),
        age: 'some time ago',
        profile: { name: 'x', url, long_name: 'x', img: 'x' },
        language: 'en',
      })),
      family_friendly: true,
    },
  }),
  checkAsked(asked) {
    assert.equal(asked.method, 'GET')
    assert.equal(asked.headers['x-subscription-token'], key)
    assert.deepEqual(queryOf(asked), {
      q: 'release notes site:nodejs.org',
      count: '5',
      result_filter: 'web',
      text_decorations: 'false',
      freshness: 'pw',
      country: 'DE',
      search_lang: 'de',
    })
  },
  refusals: refusals.brave,
}

const searxng: Vendor = {
  path: '/search',
  variable: 'SEARXNG_URL',
  answer: (pages) => ({
    query: 'q',
    number_of_results: 0,
    results: pages.map(({ title, url, text, date }) => ({
      title,
      url,
      content: text,
      publishedDate: date.replace(/\.\d+Z$/, ''),
      engine: 'duckduckgo',
      engines: ['duckduckgo'],
      score: 1,
      category: 'general',
    })),
    answers: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [],
  }),
  checkAsked(asked) {
    assert.equal(asked.method, 'GET')
    assert.deepEqual(queryOf(asked), {
      q: 'release notes site:nodejs.org',
      format: 'json',
      time_range: 'week',
      language: 'de-DE',
    })
  },
  refusals: refusals.searxng,
}

const tavily: Vendor = {
  path: '/search',
  variable: 'TAVILY_API_KEY',
  answer: (pages) => ({
    query: 'q',
    follow_up_questions: null,
    answer: null,
    images: [],
    results: pages.map(({ title, url, text, date }) => ({
      title,
      url,
      content: text,
      score: 0.9,
      raw_content: null,
      published_date: date,
    })),
    response_time: 1.2,
    request_id: 'r',
  }),
  checkAsked(asked) {
    assert.equal(asked.headers.authorization, `Bearer ${key}`)
    assert.deepEqual(bodyOf(asked), {
      query: 'release notes',
      max_results: 5,
      search_depth: 'basic',
      time_range: 'week',
      country: 'germany',
      include_domains: ['nodejs.org'],
    })
  },
  refusals: refusals.tavily,
}

const exa: Vendor = {
  path: '/search',
  variable: 'EXA_API_KEY',
  answer: (pages) => ({
    requestId: 'b5947044c4b78efa9552a7c89b306d95',
    results: pages.map(({ title, url, text, date }) => ({
      id: url,
      title,
      url,
      publishedDate: date,
      author: null,
      highlights: [text],
      highlightScores: [0.4],
    })),
    costDollars: { total: 0.005 },
  }),
  checkAsked(asked) {
    assert.equal(asked.headers['x-api-key'], key)
    const { startPublishedDate: from, ...rest } = bodyOf(asked) as Record<string, unknown>
    assert.ok(Math.abs(Date.now() - 7 * 86_400_000 - Date.parse(String(from))) < 600_000)
    assert.deepEqual(rest, {
      query: 'release notes',
      numResults: 5,
      type: 'auto',
      contents: { highlights: true },
      userLocation: 'DE',
      includeDomains: ['nodejs.org'],
    })
  },
  refusals: refusals.exa,
}

const serper: Vendor = {
  path: '/search',
  variable: 'SERPER_API_KEY',
  answer: (pages) => ({
    searchParameters: { q: 'q', type: 'search', engine: 'google' },
    organic: pages.map(({ title, url, text, date }, index) => ({
      title,
      link: url,
      snippet: text,
      date,
      position: index + 1,
    })),
    credits: 1,
  }),
  checkAsked(asked) {
    assert.equal(asked.headers['x-api-key'], key)
    assert.deepEqual(bodyOf(asked), {
      q: 'release notes site:nodejs.org',
      num: 5,
      gl: 'de',
      hl: 'de',
      tbs: 'qdr:w',
    })
  },
  refusals: refusals.serper,
}

const bocha: Vendor = {
  path: '/v1/web-search',
  variable: 'BOCHA_API_KEY',
  answer: (pages) => ({
    code: 200,
    log_id: 'd71841ad20095f61',
    msg: null,
    data: {
      _type: 'SearchResponse',
      queryContext: { originalQuery: 'q' },
      webPages: {
        webSearchUrl: '',
        totalEstimatedMatches: 8_912_791,
        value: pages.map(({ title, url, text, date }) => ({
          id: null,
          name: title,
          url,
          displayUrl: url,
          snippet: text,
          summary: text,
          siteName: 'x',
          datePublished: date,
          dateLastCrawled: date,
          cachedPageUrl: null,
          language: null,
        })),
        someResultsRemoved: true,
      },
      images: { value: [] },
      videos: null,
    },
  }),
  checkAsked(asked) {
    assert.equal(asked.headers.authorization, `Bearer ${key}`)
    assert.deepEqual(bodyOf(asked), {
      query: 'release notes',
      count: 5,
      summary: true,
      freshness: 'oneWeek',
      include: 'nodejs.org',
    })
  },
  refusals: refusals.bocha,
}

export const vendors = { brave, searxng, tavily, exa, serper, bocha }
