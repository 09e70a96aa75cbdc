/**
 * Where the next page of a list is.
 *
 * @module
 */
import type { RestPagination } from '../../../define/index.ts'
import type { NameAndValue } from '../definition/index.ts'
import { parsePath, readPath } from '../../../kernel/index.ts'
import type { HttpAnswer } from './answer.ts'
import type { RestRequest } from './rest-call.ts'

/** One page that was read. */
export interface ReadPage {
  readonly request: RestRequest
  readonly answer: HttpAnswer
  readonly body: unknown
  readonly items: readonly unknown[]
  /** How many items the first page had. */
  readonly firstSize: number
}

export type NextPage =
  | { readonly request: RestRequest }
  /** Why there is a next page that is not asked for. */
  | { readonly stopped: string }

/** The first page: counted ones begin where the call says, or at the start. */
export function firstPage(request: RestRequest, pagination: RestPagination): RestRequest {
  if (pagination.type === 'offset') {
    const start = withQuery(request, pagination.query, String(numberIn(request, pagination.query) ?? 0))
    return pagination.limitQuery === undefined
      ? start
      : withQuery(start, pagination.limitQuery, String(pagination.limit))
  }
  if (pagination.type !== 'page') return request
  const { query, first = 1 } = pagination
  return withQuery(request, query, String(numberIn(request, query) ?? first))
}

/** Undefined if this was the last one. */
export function nextPage(page: ReadPage, pagination: RestPagination): NextPage | undefined {
  const { request, items, body } = page
  switch (pagination.type) {
    case 'link':
      return linked(page, linkIn(page, pagination.path))
    case 'cursor': {
      const cursor = textAt(body, pagination.path)
      return cursor === undefined ? undefined : { request: withQuery(request, pagination.query, cursor) }
    }
    case 'page': {
      if (items.length === 0) return undefined
      const number = numberIn(request, pagination.query) ?? pagination.first ?? 1
      return { request: withQuery(request, pagination.query, String(number + 1)) }
    }
    default: {
      // A service that gives fewer than it was asked for from the start has a limit of its own.
      const isShort = items.length < pagination.limit && page.firstSize >= pagination.limit
      if (items.length === 0 || isShort) return undefined
      const offset = (numberIn(request, pagination.query) ?? 0) + items.length
      return { request: withQuery(request, pagination.query, String(offset)) }
    }
  }
}

function linkIn({ answer, body }: ReadPage, path: string | undefined): string | undefined {
  return path === undefined ? nextLink(answer.response.headers['link']) : textAt(body, path)
}

/** The credentials of a tool are for its host: a page elsewhere is not asked for. */
function linked({ request, answer }: ReadPage, link: string | undefined): NextPage | undefined {
  if (link === undefined) return undefined
  const url = URL.parse(link, answer.response.url)
  if (!url || url.origin !== new URL(request.address).origin)
    return { stopped: `the next page is on another host (${url?.host ?? 'unreadable'})` }
  return { request: { ...request, address: url.origin + url.pathname, query: [...url.searchParams] } }
}

/** `Link: <https://…?page=2>; rel="next"`. */
function nextLink(header: string | undefined): string | undefined {
  for (const [, url, parameters = ''] of (header ?? '').slice(0, 65_536).matchAll(/<([^<>]*)>([^<]*)/g))
    if (/;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(parameters)) return url
  return undefined
}

function textAt(body: unknown, path: string): string | undefined {
  const found = readPath(body, parsePath(path) ?? [])
  const value = 'value' in found ? found.value : undefined
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Equal for requests of the same page. */
export function pageKey({ address, query }: RestRequest): string {
  return `${new URL(address).href} ${JSON.stringify(query)}`
}

function withQuery(request: RestRequest, name: string, value: string): RestRequest {
  const others: NameAndValue[] = request.query.filter(([key]) => key !== name)
  return { ...request, query: [...others, [name, value]] }
}

function numberIn({ query }: RestRequest, name: string): number | undefined {
  const text = query.find(([key]) => key === name)?.[1]
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
