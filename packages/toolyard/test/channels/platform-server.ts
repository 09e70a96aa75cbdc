/** A server on this machine that speaks as a platform does, and a Toolyard with channels that lead to it. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { createToolyard, type ToolService, type ToolyardOptions } from 'toolyard'

export interface Heard {
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly raw: string
  /** The body, if it is JSON. */
  readonly json: Readonly<Record<string, unknown>>
  /** The fields of a form; files as `NAME: TEXT`. */
  readonly form: Readonly<Record<string, string>>
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Ends the connection instead of answering. */
  readonly hangUp?: boolean
}

export interface PlatformServer {
  readonly origin: string
  readonly host: string
  readonly heard: Heard[]
}

/** Answers with what `reply` says of a request and its number from 0; with nothing for an address that it does not know. */
export async function openServer(
  test: TestContext,
  reply: (heard: Heard, at: number) => Reply | undefined | Promise<Reply | undefined>,
): Promise<PlatformServer> {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '', 'http://here')
      const raw = await buffer(request)
      const one: Heard = {
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        raw: raw.toString(),
        json: readJson(raw.toString()),
        form: await readForm(raw, request.headers['content-type'] ?? ''),
      }
      heard.push(one)
      const {
        status = 200,
        headers = {},
        body = {},
        hangUp,
      } = (await reply(one, heard.length - 1)) ?? {
        status: 404,
        body: { message: 'no such address' },
      }
      if (hangUp) request.socket.destroy()
      else
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(body))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  test.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, heard }
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

async function readForm(raw: Buffer, type: string): Promise<Readonly<Record<string, string>>> {
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)/.test(type)) return {}
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData()
  const fields: Record<string, string> = {}
  for (const [name, value] of form)
    fields[name] = typeof value === 'string' ? value : `${value.name}: ${await value.text()}`
  return fields
}

export const secrets = {
  BOT_TOKEN: '123456789:AAF-very-secret-token-of-a-bot',
  BOT_SECRET: 'SEC0123456789abcdef0123456789',
} as const

export interface YardOptions extends ToolyardOptions {
  readonly files?: Readonly<Record<string, string>>
}

export async function openYard(
  test: TestContext,
  { files = {}, ...options }: YardOptions,
): Promise<ToolService> {
  const workspace = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-channels-')))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, name)), { recursive: true })
    await writeFile(join(workspace, name), text)
  }
  const yard = await createToolyard({
    builtins: ['collab'],
    workspace,
    environment: { ...secrets },
    ...options,
  })
  test.after(async () => {
    await yard.close()
    await rm(workspace, { recursive: true, force: true })
  })
  return yard
}
