/**
 * The web for `search`: through `web_search`, so that its settings and every rule about it hold.
 *
 * @module
 */
import type { Finding, ToolContext } from '../../define/index.ts'
import { createQueryMatcher } from '../../kernel/index.ts'

const mostResults = 20
const longestQuery = 400

interface WebData {
  readonly results?: readonly { readonly title: string; readonly url: string; readonly snippet: string }[]
}

export async function searchWeb(
  query: string,
  limit: number,
  context: ToolContext,
): Promise<{ readonly findings: readonly Finding[]; readonly missing: readonly string[] }> {
  const matcher = createQueryMatcher(query)
  const input = { query: query.slice(0, longestQuery), num_results: Math.min(limit, mostResults) }
  const { status, data, error } = await context.call('web_search', input)
  if (status !== 'ok')
    return { findings: [], missing: [`web: ${error?.message ?? `it could not be searched (${status})`}`] }
  const { results = [] } = (data ?? {}) as WebData
  return {
    findings: results.map(({ title, url, snippet }) => {
      const score = matcher.score({ title, text: snippet })
      return { place: 'web', id: url, title, excerpt: matcher.excerpt(snippet), score }
    }),
    missing: [],
  }
}
