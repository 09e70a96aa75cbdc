/** A site on this machine and a Toolyard whose browser may reach it. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createToolyard, type ToolResult, type ToolService, type ToolyardOptions } from 'toolyard'

type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void)
type Pages = Readonly<Record<string, Answer>>

export interface Site {
  readonly origin: string
  readonly asked: string[]
}

export async function openSite(test: TestContext, pages: Pages): Promise<Site> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const page = pages[new URL(request.url ?? '', 'http://site').pathname]
    if (typeof page === 'function') page(request, response)
    else if (page === undefined) response.writeHead(404).end('nothing here')
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  const port = await listen(server)
  test.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${port}`, asked }
}

function listen(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  return promise
}

export interface Browsing {
  readonly yard: ToolService
  readonly workspace: string
  /** Calls the tool, whatever comes of it. */
  try(input: object, threadId?: string): Promise<ToolResult>
  /** Calls the tool and answers its text. */
  use(input: object, threadId?: string): Promise<string>
}

export async function openBrowsing(
  test: TestContext,
  sites: readonly Site[],
  options: ToolyardOptions = {},
): Promise<Browsing> {
  const workspace = await mkdtemp(join(tmpdir(), 'toolyard-browser-'))
  const yard = await createToolyard({
    builtins: ['web'],
    workspace,
    policy: { mode: 'bypass' },
    network: { allow: sites.map(({ origin }) => new URL(origin).host) },
    ...options,
  })
  test.after(async () => {
    await yard.close()
    await rm(workspace, { recursive: true, force: true })
  })
  const attempt = (input: object, threadId = 't'): Promise<ToolResult> =>
    yard.call('use_browser', input, { threadId })
  return {
    yard,
    workspace,
    try: attempt,
    async use(input, threadId) {
      const result = await attempt(input, threadId)
      assert.equal(result.status, 'ok', `${JSON.stringify(input)}: ${JSON.stringify(result.error)}`)
      return textOf(result)
    },
  }
}

export async function browse(test: TestContext, pages: Pages): Promise<Browsing & Site> {
  const site = await openSite(test, pages)
  return { ...site, ...(await openBrowsing(test, [site])) }
}

function textOf({ content }: ToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : `(${block.type})`)).join('\n')
}

/** The ref of the first element whose line matches. */
export function refOf(text: string, line: RegExp | string): string {
  const found = text
    .split('\n')
    .find((each) => (typeof line === 'string' ? each.includes(line) : line.test(each)))
  const [, ref] = /\[ref=(\w+)\]/.exec(found ?? '') ?? []
  assert.ok(ref, `no ref for ${String(line)} in:\n${text}`)
  return ref
}

export function pageOf(body: string, title = 'A page'): string {
  return `<!doctype html><title>${title}</title>${body}`
}
