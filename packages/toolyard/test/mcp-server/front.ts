/** A yard with MCP servers behind it, served over HTTP to clients in front. */
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { ToolyardOptions } from 'toolyard'
import { type McpHttp, serveMcp } from '../helpers/mcp-http.ts'
import { open, type OpenOptions, type OpenYard, published } from '../mcp-client/support.ts'

export const everything = published('@modelcontextprotocol/server-everything/dist/index.js', 'stdio')
export const secret = 'tr0ub4dor-and-three-more-words'
export const library = {
  command: process.execPath,
  args: [join(import.meta.dirname, 'fixtures/library-server.ts'), secret],
}

export interface Front extends AsyncDisposable {
  readonly place: OpenYard
  readonly http: McpHttp
  connect(options?: {
    readonly era?: 'legacy' | 'modern'
    readonly agent?: string
    readonly client?: ConstructorParameters<typeof Client>[1]
  }): Promise<Client>
}

export async function front(
  servers: Parameters<typeof open>[0],
  options: OpenOptions & ToolyardOptions = {},
): Promise<Front> {
  const place = await open(servers, options)
  const http = await serveMcp(place.yard)
  const clients: Client[] = []
  return {
    place,
    http,
    async connect({ era = 'modern', agent, client: given } = {}) {
      const mode = era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } as const } : {}
      const client = new Client({ name: `test-${clients.length}`, version: '1' }, { ...given, ...mode })
      await client.connect(
        new StreamableHTTPClientTransport(agent === undefined ? http.url : http.agentUrl(agent)),
      )
      clients.push(client)
      return client
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.close().catch(() => {})))
      await http[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    },
  }
}

export const promptNames = async (client: Client): Promise<string[]> =>
  (await client.listPrompts()).prompts.map(({ name }) => name)
export const addresses = async (client: Client): Promise<string[]> => {
  const all: string[] = []
  for (let cursor: string | undefined; ;) {
    const page = await client.request({
      method: 'resources/list',
      params: cursor === undefined ? {} : { cursor },
    })
    all.push(...page.resources.map(({ uri }) => uri))
    if (page.nextCursor === undefined) return all
    cursor = page.nextCursor
  }
}
