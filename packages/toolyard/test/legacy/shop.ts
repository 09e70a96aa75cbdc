/** A legacy project in a folder of its own, and the servers on this machine that its tools speak to. */
import { serve } from '@hono/node-server'
import { cp, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createToolyard, defineTool } from '../../src/index.ts'
import { createMcpHandler } from '../../src/serve/index.ts'

const modules = join(import.meta.dirname, '../../../../node_modules')

/** What arrived, without what differs from one connection to the next. */
export interface Arrived {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

export interface Shop extends AsyncDisposable {
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** `host:port` of both servers. */
  readonly targets: readonly string[]
  /** What arrived since this was asked last. */
  arrived(): readonly Arrived[]
}

const telling = ['authorization', 'x-api-key', 'x-team', 'content-type', 'accept']

export async function openShop(): Promise<Shop> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-legacy-')))
  await cp(join(import.meta.dirname, 'project'), folder, { recursive: true })
  await symlink(modules, join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n')
  let requests: Arrived[] = []
  const note = (arrived: Arrived): void => void requests.push(arrived)
  const api = await startApi(note)
  const mcp = await startMcp(note)
  return {
    folder,
    environment: {
      SHOP_API: api.url,
      SHOP_MCP: mcp.url,
      SHOP_KEY: 'key-of-the-shop',
      NEW_ORDER_API_KEY: 'sk-shop-4711',
    },
    targets: [api.url, mcp.url].map((url) => new URL(url).host),
    arrived() {
      const all = requests
      requests = []
      return all
    },
    async [Symbol.asyncDispose]() {
      await api.close()
      await mcp.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Running {
  readonly url: string
  close(): Promise<void>
}

async function startApi(note: (arrived: Arrived) => void): Promise<Running> {
  const server = createServer((request, response) => {
    void read(request).then((arrived) => {
      note(arrived)
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ asked: arrived.url }))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(request: IncomingMessage): Promise<Arrived> {
  const headers = Object.fromEntries(telling.map((name) => [name, request.headers[name]]))
  return { method: request.method ?? '', url: request.url ?? '', headers, body: await text(request) }
}

async function startMcp(note: (arrived: Arrived) => void): Promise<Running> {
  const tool = (name: string, inputSchema: { readonly [field: string]: StringConstructor }) =>
    defineTool({
      name,
      description: `The server's own ${name}.`,
      inputSchema,
      permission: 'read',
      effects: 'none',
      execute(input) {
        note({ method: 'tools/call', url: name, headers: {}, body: JSON.stringify(input) })
        return `${name} done`
      },
    })
  const yard = await createToolyard({
    tools: [tool('run_query', { sql: String }), tool('list_tables', {}), tool('drop_all', {})],
  })
  const handler = createMcpHandler(yard, { version: '1.0.0', hosts: ['localhost', '127.0.0.1'] })
  const { promise, resolve } = Promise.withResolvers<number>()
  const server = serve({ fetch: handler.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port))
  return {
    url: `http://127.0.0.1:${await promise}/mcp`,
    async close() {
      await handler.close()
      await yard.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
