/**
 * The stage of the URL corpus: listeners that tell which addresses saw a connection. In a network namespace of its own every
 * address is a local one: whatever a request reaches is a real connection to a listener here. Elsewhere only loopback listens.
 */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net'

export interface UrlCase {
  readonly id: string
  readonly url: string
  readonly expect: 'allow' | 'deny'
  readonly class: string
  readonly reason: string
  readonly dns?: Readonly<Record<string, readonly string[]>>
  readonly dns_sequence?: Readonly<Record<string, readonly (readonly string[])[]>>
  readonly redirects?: 'loop' | readonly { readonly status: number; readonly location: string }[]
  readonly body?: string
  readonly serve?: string
}

export interface CaseOutcome {
  readonly id: string
  /** The code of the error; nothing where there was an answer. */
  readonly code?: string
  readonly message?: string
  readonly status?: number
  readonly text?: string
  /** Addresses that saw a connection. */
  readonly reached: readonly string[]
  /** Headers of the last request, by host. */
  readonly seen: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const corpusFile = new URL('../corpora/urls.json', import.meta.url)
export const isAlone = process.argv.includes('--namespace')

export const cases = (
  JSON.parse(readFileSync(corpusFile, 'utf8')) as { readonly entries: readonly UrlCase[] }
).entries

/** What became of a request: an answer, or the code of an error. */
export type Visit = Pick<CaseOutcome, 'code' | 'message' | 'status' | 'text'>

/** Every address becomes one of this namespace. */
export function takeAllAddresses(): void {
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  execFileSync('ip', ['route', 'add', 'local', '0.0.0.0/0', 'dev', 'lo'])
  execFileSync('ip', ['-6', 'route', 'add', 'local', '::/0', 'dev', 'lo'])
}

/** Outside a namespace a public address would be a real stranger. */
export function mayBeTried(one: UrlCase): boolean {
  return isAlone || (one.expect === 'deny' && !leadsOut(one))
}

function leadsOut({ redirects, serve, dns_sequence: sequence, body }: UrlCase): boolean {
  return (redirects ?? serve ?? sequence ?? body) !== undefined
}

export class Stage {
  readonly #servers: (Server | TcpServer)[] = []
  #case: UrlCase | undefined
  #port = 0
  #reached = new Set<string>()
  #seen: Record<string, Record<string, unknown>> = {}

  /** Listens on the ports that the corpus speaks of. */
  async open(): Promise<void> {
    const http = createServer({ maxHeaderSize: 65_536 }, (request, response) =>
      this.#answer(request, response),
    )
    this.#port = await this.#listen(http, 0)
    if (!isAlone) return
    const ports = new Set([80, ...cases.map(({ url }) => Number(/:(\d+)\/$/.exec(url)?.[1] ?? 0))])
    for (const port of [...ports].filter((number) => number > 0 && number < 65_536))
      await this.#listen(
        createServer((request, response) => this.#answer(request, response)),
        port,
      )
    await this.#listen(createTcpServer(), 443)
  }

  async #listen(server: Server | TcpServer, port: number): Promise<number> {
    server.on('connection', (socket: { localAddress?: string; destroy(): void }) => {
      this.#reached.add(socket.localAddress?.replace(/^::ffff:/, '') ?? '')
      // Nobody here speaks TLS: a connection is all that counts.
      if (port === 443) socket.destroy()
    })
    server.listen(port, '::')
    await once(server, 'listening')
    this.#servers.push(server)
    return (server.address() as { readonly port: number }).port
  }

  close(): void {
    for (const server of this.#servers) {
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
    }
  }

  /** The requests of one case, by whoever `visit` makes them with; tells what they reached. */
  async play(one: UrlCase, visit: (url: string) => Promise<Visit>): Promise<CaseOutcome> {
    this.#case = one
    this.#reached = new Set()
    this.#seen = {}
    const outcome = await visit(one.url.replaceAll('{PORT}', String(this.#port)))
    return { ...outcome, id: one.id, reached: [...this.#reached], seen: this.#seen }
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { redirects, body = '', serve = '' } = this.#case ?? {}
    const host = request.headers.host ?? ''
    this.#seen[host] = { ...request.headers }
    const hop = redirects === 'loop' ? { status: 302, location: `/${Math.random()}` } : redirects?.[0]
    if (hop && host === 'start.test') {
      response.writeHead(hop.status, { location: hop.location.replaceAll('{PORT}', String(this.#port)) })
      response.end()
    } else if (serve !== '') performances[serve]?.(response)
    else response.end(body.replaceAll('{PORT}', String(this.#port)) || 'here')
  }
}

const performances: Readonly<Record<string, (response: ServerResponse) => void>> = {
  endless: (response) => {
    const send = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', send)
    send()
  },
  'headers:2MB': (response) => {
    response.socket?.write(`HTTP/1.1 200 OK\r\n${`x-y: ${'z'.repeat(1000)}\r\n`.repeat(2000)}\r\n`)
  },
  'content-length:lies-huge': (response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n')
  },
  'no-answer': () => {},
  'html:attrs-1e6': (response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<p ${Array.from({ length: 1e6 }, (_, at) => `a${at}=1`).join(' ')}>`)
  },
  'charset:unknown': (response) => {
    response.setHeader('content-type', 'text/plain; charset=x-nobody-knows')
    response.end('grüß')
  },
}
