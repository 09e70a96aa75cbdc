/** A server on this machine, and a Toolyard that may reach it. */
import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createToolyard, type ToolService, type ToolyardOptions } from 'toolyard'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export type Answer = (asked: Asked, response: ServerResponse) => void

export interface Site {
  readonly origin: string
  readonly host: string
  readonly asked: Asked[]
}

/** Answers by path, without the query. */
export async function openSite(test: TestContext, pages: Readonly<Record<string, Answer>>): Promise<Site> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, path: url, headers, body: Buffer.concat(parts) }
      asked.push(one)
      const page = pages[url.split('?', 1)[0] ?? '']
      if (page) page(one, response)
      else response.writeHead(404, { 'content-type': 'text/plain' }).end('not here')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  test.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin: `http://${host}`, host, asked }
}

export interface Ground {
  readonly yard: ToolService
  readonly workspace: string
}

export async function openGround(
  test: TestContext,
  hosts: readonly string[],
  options: ToolyardOptions = {},
): Promise<Ground> {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-web-')))
  const yard = await createToolyard({
    builtins: ['web'],
    policy: { mode: 'bypass' },
    network: { allow: hosts },
    workspace,
    environment: {},
    ...options,
  })
  test.after(async () => {
    await yard.close()
    rmSync(workspace, { recursive: true, force: true })
  })
  return { yard, workspace }
}

export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))

type Result = Awaited<ReturnType<ToolService['call']>>

export function textOf(result: Result): string {
  const [block] = result.content
  return block?.type === 'text' ? block.text : ''
}

/** Repeats what it was sent, credentials included. */
export const echo: Answer = ({ headers, body }, response) => {
  const said = headers.authorization ?? ''
  response
    .writeHead(200, { 'content-type': 'application/json', 'x-said': said, link: `<${said}>` })
    .end(JSON.stringify({ headers, body: body.toString() }))
}

export async function ask({ yard }: Ground, input: object): Promise<string> {
  const result = await yard.call('http_request', input)
  assert.equal(result.status, 'ok', JSON.stringify(result.error))
  return textOf(result)
}

export async function refused({ yard }: Ground, input: object): Promise<NonNullable<Result['error']>> {
  const result = await yard.call('http_request', input)
  assert.notEqual(result.status, 'ok', textOf(result))
  assert.ok(result.error)
  return result.error
}
