/**
 * Every page of a list that a server keeps, whatever the server does with pages.
 *
 * @module
 */
import type { Client } from '@modelcontextprotocol/client'
import { anyResult, rawOf } from './raw-results.ts'

export interface ServerList {
  readonly method: 'tools/list' | 'prompts/list' | 'resources/list' | 'resources/templates/list'
  /** Under which the items stand in a page. */
  readonly key: string
  readonly most: number
}

export interface ListedItems {
  readonly items: readonly unknown[]
  /** Why not everything was read. */
  readonly problem: string | undefined
}

const maxPages = 1000
/** Characters of all pages. */
const maxSize = 64_000_000

export async function listPages(
  client: Client,
  { method, key, most }: ServerList,
  options: { readonly timeout: number; readonly signal?: AbortSignal },
): Promise<ListedItems> {
  const items: unknown[] = []
  const seen = new Set<string>()
  const noun = key === 'resourceTemplates' ? 'templates' : key
  let size = 0
  let cursor: string | undefined
  for (let page = 1; ; page++) {
    const result = await client.request(
      { method, ...(cursor !== undefined && { params: { cursor } }) },
      anyResult,
      options,
    )
    const raw = rawOf(result) ?? {}
    const listed = Array.isArray(raw[key]) ? (raw[key] as unknown[]) : []
    size += sizeOf(listed)
    if (size > maxSize) return { items, problem: `sends more than ${maxSize} characters of definitions` }
    items.push(...listed.slice(0, most - items.length))
    cursor = typeof raw['nextCursor'] === 'string' ? raw['nextCursor'] : undefined
    if (cursor === undefined) return { items, problem: undefined }
    if (items.length >= most) return { items, problem: `offers more than ${most} ${noun}` }
    if (seen.has(cursor)) return { items, problem: `sends the same page of ${noun} again and again` }
    if (page === maxPages) return { items, problem: `sends more than ${maxPages} pages of ${noun}` }
    seen.add(cursor)
  }
}

function sizeOf(items: readonly unknown[]): number {
  try {
    return JSON.stringify(items).length
  } catch {
    return Infinity
  }
}
