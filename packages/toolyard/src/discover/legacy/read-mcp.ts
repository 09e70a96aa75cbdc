/**
 * How a legacy MCP tool is reached, and the servers that the files name by their addresses.
 *
 * Tools with the same address share a server. A server gives nothing of its own accord: only what the files name is taken.
 *
 * @module
 */
import type { McpFacts } from '../../define/index.ts'
import { type McpUrlSpec, readServerSpec } from '../../kinds/mcp/definition/index.ts'
import type { Table } from './table.ts'
import { readHeaders, type ToolTables } from './tool-tables.ts'

export interface ReadMcp {
  readonly mcp: McpFacts
  /** The server says what the parameters are. */
  readonly isDynamic: boolean
}

/** The servers of a registry, while its files are read. */
export class LegacyServers {
  readonly #specs = new Map<string, McpUrlSpec>()
  /** The name of the server at `url`; `wanted` if the file gives it one. Undefined if that name has another address. */
  nameOf(url: string, wanted: string | undefined): string | undefined {
    if (wanted !== undefined) {
      const known = this.#specs.get(wanted)
      return known && known.url !== url ? undefined : wanted
    }
    for (const [name, spec] of this.#specs) if (spec.url === url) return name
    const slug = slugOf(url)
    let name = slug
    for (let count = 2; this.#specs.has(name); count++) name = `${slug}_${count}`
    return name
  }

  add(name: string, spec: McpUrlSpec): void {
    const headers = { ...this.#specs.get(name)?.headers, ...spec.headers }
    this.#specs.set(name, { ...spec, ...(Object.keys(headers).length > 0 && { headers }) })
  }

  get(name: string): McpUrlSpec | undefined {
    return this.#specs.get(name)
  }
}

export function readMcp(
  tables: ToolTables,
  own: { readonly name: string; readonly hasSchema: boolean },
  servers: LegacyServers,
): ReadMcp | undefined {
  const wanted = tables.setting('serverName').filled('serverName')
  const flat = tables.of('mcp_server_url')
  const [table, key] =
    flat.value('mcp_server_url') === undefined
      ? [tables.setting('serverUrl'), 'serverUrl']
      : [flat, 'mcp_server_url']
  const url = table.text(key)
  const server =
    url === undefined ? (wanted ?? noServer(flat)) : readServer({ tables, table, key, wanted }, servers)
  if (server === undefined) return undefined
  const dynamic = tables.of('dynamic_schema')
  const isDynamic = (dynamic.flag('dynamic_schema') ?? false) || !own.hasSchema
  const name = tables.setting('toolName').filled('toolName') ?? own.name
  const interval = tables.of('refresh_interval')
  if (interval.number('refresh_interval') !== undefined)
    interval.note('refresh_interval', {
      reason:
        'refresh_interval is not needed: a server tells when its tools change, and is asked whenever it is reached again',
      hint: 'Leave it out.',
    })
  return { mcp: { server, name }, isDynamic }
}

function noServer(table: Table): undefined {
  return table.refuse('mcp_server_url', {
    reason: 'an MCP tool needs a server: mcp_server_url, or serverName in [config]',
    hint: 'Write mcp_server_url = "http://localhost:3000/mcp", or the name of a server in mcp.json.',
  })
}

interface ServerTable {
  readonly tables: ToolTables
  readonly table: Table
  readonly key: string
  readonly wanted: string | undefined
}

function readServer({ tables, table, key, wanted }: ServerTable, servers: LegacyServers): string | undefined {
  const url = table.text(key) ?? ''
  const { headers } = readHeaders(
    tables.of('headers').value('headers') === undefined ? tables.setting('headers') : tables.of('headers'),
    ['timeout'],
  )
  const spec = readServerSpec({ url, ...(Object.keys(headers).length > 0 && { headers }) })
  if ('reason' in spec || !('url' in spec)) {
    return table.refuse(key, {
      reason: `${key}: ${'reason' in spec ? spec.reason : 'is no address'}`,
      hint: 'Write the whole address, as in "http://localhost:3000/mcp".',
    })
  }
  const name = servers.nameOf(url, wanted)
  if (name === undefined) {
    return table.refuse(key, {
      reason: `the server "${wanted}" has the address ${servers.get(wanted ?? '')?.url} in another file, and ${url} here`,
      hint: 'Use one address, or give one of the servers another name.',
    })
  }
  servers.add(name, spec)
  return name
}

/** `http://localhost:8080/mcp` → `localhost_8080`; of `${DOCS_URL}`, `docs_url`. */
function slugOf(url: string): string {
  const host = /^https?:\/\/(?:[^/@]*@)?([^/?#]+)/i.exec(url)?.[1] ?? url
  return (
    host
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_+|_+$/g, '')
      .slice(0, 30) || 'server'
  )
}
