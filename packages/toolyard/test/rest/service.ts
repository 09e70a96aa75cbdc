/** A service on loopback for REST tools to call, and a Toolyard that may reach it. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createToolyard, type ToolService, type ToolyardOptions } from 'toolyard'
import type { RestToolSpec } from '../../src/kinds/rest/definition/index.ts'

export interface Received {
  readonly method: string
  /** With its query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly text: string
}

/** Answers a request; `count` is how many came before. What it returns is sent as JSON. */
export type Answering = (request: Received, response: ServerResponse, count: number) => unknown

export interface Service extends AsyncDisposable {
  readonly origin: string
  /** As `network.allow` takes it. */
  readonly host: string
  readonly received: Received[]
  /** Connections that were made. */
  readonly connections: () => number
}

export async function openService(answer: Answering = () => ({ ok: true })): Promise<Service> {
  const received: Received[] = []
  let connections = 0
  const server = createServer((request, response) => void serve(request, response))
  server.on('connection', () => connections++)
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const { method = '', url = '', headers } = request
    const one: Received = { method, url, headers, body, text: body.toString() }
    received.push(one)
    const value = await answer(one, response, received.length - 1)
    if (value === undefined) return
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(value))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    received,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A tool without parameters, unless it says otherwise. */
export type Spec = Omit<RestToolSpec, 'name' | 'description' | 'config'> & {
  readonly config?: Partial<RestToolSpec['config']>
}

/** A Toolyard with one tool, `ask`, of the service. */
export async function yardOf(
  service: Pick<Service, 'origin' | 'host'>,
  spec: Spec = {},
  options: ToolyardOptions = {},
): Promise<ToolService> {
  const yard = await createToolyard({ network: { allow: [service.host] }, ...options })
  const retry = { delayMs: 1, maxDelayMs: 5 }
  yard.registerRestTool('ask', {
    description: 'Asks the service.',
    ...spec,
    config: { baseUrl: service.origin, retry, ...spec.config },
  })
  return yard
}

/** JSON Schema of an object with these parameters. */
export function parameters(
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[] = [],
): object {
  return { type: 'object', properties, required, additionalProperties: false }
}
