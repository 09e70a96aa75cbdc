/**
 * Every page of a server's tools, whatever the server does with pages.
 *
 * @module
 */
import type { Client } from '@modelcontextprotocol/client'
import { anyResult, rawOf } from './raw-results.ts'

export interface ListedTools {
  readonly definitions: readonly unknown[]
  /** Why not everything was read. */
  readonly problem: string | undefined
}

const maxPages = 1000
const maxDefinitions = 5000
/** Characters of all pages. */
const maxSize = 64_000_000

export async function listTools(
  client: Client,
  options: { readonly timeout: number; readonly signal?: AbortSignal },
): Promise<ListedTools> {
  const definitions: unknown[] = []
  const seen = new Set<string>()
  let size = 0
  let cursor: string | undefined
  for (let page = 1; ; page++) {
    const result = await client.request(
      { method: 'tools/list', ...(cursor !== undefined && { params: { cursor } }) },
      anyResult,
      options,
    )
    const raw = rawOf(result) ?? {}
    const tools = Array.isArray(raw['tools']) ? (raw['tools'] as unknown[]) : []
    size += sizeOf(tools)
    if (size > maxSize)
      return { definitions, problem: `sends more than ${maxSize} characters of definitions` }
    definitions.push(...tools.slice(0, maxDefinitions - definitions.length))
    cursor = typeof raw['nextCursor'] === 'string' ? raw['nextCursor'] : undefined
    if (cursor === undefined) return { definitions, problem: undefined }
    if (definitions.length >= maxDefinitions)
      return { definitions, problem: `offers more than ${maxDefinitions} tools` }
    if (seen.has(cursor)) return { definitions, problem: 'sends the same page of tools again and again' }
    if (page === maxPages) return { definitions, problem: `sends more than ${maxPages} pages of tools` }
    seen.add(cursor)
  }
}

function sizeOf(tools: readonly unknown[]): number {
  try {
    return JSON.stringify(tools).length
  } catch {
    return Infinity
  }
}
