/**
 * Every tool that a server lists, as it came.
 *
 * @module
 */
import type { Client } from '@modelcontextprotocol/client'
import { listPages } from './list-pages.ts'

export interface ListedTools {
  readonly definitions: readonly unknown[]
  /** Why not everything was read. */
  readonly problem: string | undefined
}

const maxDefinitions = 5000

export async function listTools(
  client: Client,
  options: { readonly timeout: number; readonly signal?: AbortSignal },
): Promise<ListedTools> {
  const list = { method: 'tools/list', key: 'tools', most: maxDefinitions } as const
  const { items, problem } = await listPages(client, list, options)
  return { definitions: items, problem }
}
