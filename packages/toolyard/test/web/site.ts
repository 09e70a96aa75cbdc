/** A site on this machine, and a yard that may fetch from it and from nothing else. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createToolyard, type ToolService } from 'toolyard'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface Site extends AsyncDisposable {
  readonly origin: string
  readonly yard: ToolService
  /** Paths, in the order of the requests. */
  readonly asked: readonly string[]
}

/** Answers by path; a path without an answer is not found. */
export type Pages = Readonly<Record<string, Answer>> | ((path: string) => Answer)

export async function openSite(pages: Pages): Promise<Site> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const page = typeof pages === 'function' ? pages(path) : pages[path]
    if (page) page(request, response)
    else response.writeHead(404).end('nothing here')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const yard = await createToolyard({
    builtins: ['web'],
    policy: { mode: 'bypass' },
    network: { allow: [`127.0.0.1:${port}`] },
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    yard,
    asked,
    async [Symbol.asyncDispose]() {
      await yard.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

export const send =
  (body: string | Buffer, type = 'text/html; charset=utf-8'): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': type }).end(body)

/** What the model is shown; fails where the call does. */
export async function fetchText(site: Site, path: string, more: object = {}): Promise<string> {
  const result = await site.yard.call('web_fetch', { url: site.origin + path, ...more }, { threadId: 't' })
  assert.equal(result.status, 'ok', `${path} ${JSON.stringify(result.error)}`)
  const [block] = result.content
  return block?.type === 'text' ? block.text : ''
}
