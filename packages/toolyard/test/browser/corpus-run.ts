/**
 * Runs the URL corpus through pages of a real browser and prints who saw a connection, case by case: once as the address of a
 * page, once asked for by a page. In a network namespace of its own every address is a local one, so that whatever the browser
 * reaches is a real connection to a listener here. Elsewhere only loopback listens.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { cases, type UrlCase } from '../security/net-corpus-run.ts'
import { anything, Ground } from './ground.ts'

export interface PageOutcome {
  readonly id: string
  /** Addresses and ports that saw a connection. */
  readonly reached: readonly string[]
}

const isAlone = process.argv.includes('--namespace')
const stepMs = 4000

async function main(): Promise<void> {
  if (isAlone) {
    execFileSync('ip', ['link', 'set', 'lo', 'up'])
    execFileSync('ip', ['route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo'])
    execFileSync('ip', ['-6', 'route', 'add', 'local', '::/0', 'dev', 'lo'])
  }
  const stage = new Stage()
  await stage.open()
  const ground = await Ground.make({ resolve: (host) => stage.resolve(host) })
  const { context } = await ground.browsers.open({ allowed: anything })
  const asking = await context.newPage()
  const outcomes: PageOutcome[] = []
  for (const one of cases) {
    // Outside a namespace a public address would be a real stranger.
    if (!isAlone && (one.expect === 'allow' || leadsOut(one))) continue
    stage.play(one)
    await visit({ context, asking }, stage.urlOf(one))
    outcomes.push({ id: one.id, reached: stage.reached })
  }
  await ground[Symbol.asyncDispose]()
  stage.close()
  process.stdout.write(JSON.stringify(outcomes))
}

function leadsOut({ redirects, serve, dns_sequence: sequence, body, dns }: UrlCase): boolean {
  return (redirects ?? serve ?? sequence ?? body ?? dns) !== undefined
}

interface Visitor {
  readonly context: BrowserContext
  /** Shows nothing. */
  readonly asking: Page
}

/** As its address, and twice as something that a page wants: a name may lead elsewhere the second time. */
async function visit({ context, asking }: Visitor, url: string): Promise<void> {
  const shown = await context.newPage()
  await shown.goto(url, { timeout: stepMs, waitUntil: 'commit' }).catch(() => {})
  const asked = `fetch(${JSON.stringify(url)}, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(${stepMs}) }).catch(() => {})`
  await asking.evaluate(`(async () => { await ${asked}; await ${asked} })()`)
  // A page that goes on to its error page meanwhile may never answer.
  void shown.close().catch(() => {})
}

class Stage {
  readonly #servers: Server[] = []
  readonly #sockets = new Set<Socket>()
  readonly #asked = new Map<string, number>()
  #reached = new Set<string>()
  #case: UrlCase | undefined
  #port = 0

  get reached(): readonly string[] {
    return [...this.#reached]
  }

  async open(): Promise<void> {
    const answer = (host: string, response: ServerResponse): void => this.#answer(host, response)
    const http = (): Server => createServer(({ headers }, response) => answer(headers.host ?? '', response))
    this.#port = await this.#listen(http(), 0)
    if (!isAlone) return
    const ports = cases.map(({ url }) => Number(/:(\d+)\/$/.exec(url)?.[1] ?? 0))
    for (const port of new Set([80, ...ports]))
      if (port > 0 && port < 65_536) await this.#listen(http(), port)
    for (const port of [443, 8443]) if (!ports.includes(port)) await this.#listen(createTcpServer(), port)
  }

  async #listen(server: Server, port: number): Promise<number> {
    server.on('connection', (socket: Socket) => {
      const { localAddress = '', localPort } = socket
      this.#reached.add(`${localAddress.replace(/^::ffff:/, '')} ${localPort}`)
      this.#sockets.add(socket)
      socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket))
      // Nobody here speaks TLS: a connection is all that counts.
      if (port === 443 || port === 8443) socket.destroy()
    })
    server.listen(port, '::')
    await once(server, 'listening')
    this.#servers.push(server)
    return (server.address() as AddressInfo).port
  }

  play(one: UrlCase): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#case = one
    this.#reached = new Set()
    this.#asked.clear()
  }

  urlOf({ url }: UrlCase): string {
    return url.replaceAll('{PORT}', String(this.#port))
  }

  /** The name servers of the case; later look-ups may get other answers. */
  resolve(host: string): readonly string[] | undefined {
    const { dns = {}, dns_sequence: sequence = {} } = this.#case ?? {}
    const count = this.#asked.get(host) ?? 0
    this.#asked.set(host, count + 1)
    const answers = sequence[host]
    return answers?.[Math.min(count, answers.length - 1)] ?? dns[host]
  }

  #answer(host: string, response: ServerResponse): void {
    const { redirects, serve = '', body = 'here' } = this.#case ?? {}
    response.setHeader('connection', 'close')
    response.setHeader('cache-control', 'no-store')
    const hop = redirects === 'loop' ? { status: 302, location: `/${Math.random()}` } : redirects?.[0]
    if (hop && host === 'start.test')
      response
        .writeHead(hop.status, { location: hop.location.replaceAll('{PORT}', String(this.#port)) })
        .end()
    else if (serve === 'endless') response.write('x'.repeat(1_000_000))
    else if (serve !== 'no-answer') response.end(body.replaceAll('{PORT}', String(this.#port)))
  }

  close(): void {
    for (const server of this.#servers) server.close()
    for (const socket of this.#sockets) socket.destroy()
  }
}

if (process.argv[1] === import.meta.filename) await main()
