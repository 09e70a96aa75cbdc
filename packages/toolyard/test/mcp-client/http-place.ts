/** Web servers on a free port of this machine, for as long as a test takes. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import { createServer as createMcpServer, type Shelf } from './fixtures/sdk-server.ts'

export interface Place extends AsyncDisposable {
  readonly url: string
  /** As `network.allow` wants it. */
  readonly target: string
  readonly requests: IncomingMessage[]
}

export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Place> {
  const requests: IncomingMessage[] = []
  const server: Server = createServer((request, response) => {
    requests.push(request)
    Promise.resolve(answer(request, response)).catch(() => response.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    target: `127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** The SDK's own server over HTTP; `legacy` answers in the older protocol only. */
export async function serveSdk({ legacy = false } = {}): Promise<Place & { readonly shelf: Shelf }> {
  const shelf: Shelf = { extra: false, changed: () => handler.notify.toolsChanged() }
  const handler: McpHttpHandler = createMcpHandler(
    () => createMcpServer(shelf),
    legacy ? {} : { legacy: 'reject' },
  )
  const place = await serve(async (request, response): Promise<void> => {
    const body = await readBody(request)
    if (legacy && body.includes('server/discover')) return void response.writeHead(400).end()
    const answer = await handler.fetch(
      new Request(`${place.url}${request.url}`, {
        method: request.method ?? 'GET',
        headers: request.headers as Record<string, string>,
        ...(body !== '' && { body }),
        signal: closing(response),
      }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (answer.body)
      Readable.fromWeb(answer.body as never)
        .on('error', () => response.destroy())
        .pipe(response)
    else response.end()
  })
  return {
    ...place,
    shelf,
    [Symbol.asyncDispose]: () => handler.close().then(() => place[Symbol.asyncDispose]()),
  }
}

export async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** Aborts when the other end hangs up. */
function closing(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => controller.abort())
  return controller.signal
}
