/**
 * Whom a request is addressed to, and which page it comes from. Both are looked at before anything else.
 *
 * A page of another site can make a browser send requests here, also under a name of its own that points to this machine.
 * So the `Host` must be one of ours to the letter, and an `Origin`, if there is one, a page of ours.
 *
 * @module
 */
import { networkInterfaces } from 'node:os'
import { ToolyardError } from '../../kernel/index.ts'
import type { HttpRequest } from './message.ts'

export interface HostGuardOptions {
  readonly port: number
  /** The address that is listened on. */
  readonly host: string
  /** Names under which a proxy, or another machine, reaches this server: `tools.example.com`, `box:8080`. */
  readonly allowedHosts: readonly string[]
}

const loopback: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']
const anyAddress: readonly string[] = ['0.0.0.0', '::', '[::]']

export interface HostGuard {
  /** The names under which this server is reached; `checked` if any name will do. */
  readonly hosts: readonly string[] | 'checked'
  /** Throws `forbidden`. */
  check(request: HttpRequest): void
}

export function createHostGuard({ port, host, allowedHosts }: HostGuardOptions): HostGuard {
  const own = [...loopback, ...(anyAddress.includes(host) ? ownAddresses() : [bracketed(host)])]
  const named = allowedHosts.map((name) => name.toLowerCase())
  const withPort = (name: string): string[] => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])
  const all = [
    ...own.flatMap(withPort),
    ...named.flatMap((name) => (portOf(name) === undefined ? [name, ...withPort(name)] : [name])),
  ]
  const [plain, secure] = [alsoWithout(all, ':80'), alsoWithout(named, ':443')]
  const hosts = new Set([...plain, ...secure])
  const origins = new Set([
    ...plain.map((name) => `http://${name}`),
    ...secure.map((name) => `https://${name}`),
  ])
  const check: HostGuard['check'] = ({ headers, rawHeaders }) => {
    const given = headers.host?.toLowerCase()
    if (given === undefined || !hosts.has(given) || hasTwoHosts(rawHeaders))
      throw new ToolyardError('forbidden', 'this server does not answer under that name', {
        hint: 'Use the address that was printed at the start; --allowed-host NAME adds another.',
      })
    if (headers.origin !== undefined && !origins.has(headers.origin.toLowerCase()))
      throw new ToolyardError('forbidden', 'requests from pages of other sites are not answered', {
        hint: 'Open the console of this server, or send the request without a browser.',
      })
  }
  return { hosts: [...hosts], check }
}

/**
 * For a handler in another application's server. Which names that one is reached under only the application knows: without them any
 * will do, and a page must be of the same origin as the request. Names without a port stand for all their ports.
 */
export function createMountGuard(allowedHosts: readonly string[] | undefined): HostGuard {
  const named = allowedHosts && new Set(allowedHosts.map((name) => name.toLowerCase()))
  const isAllowed = (hostname: string, ports: readonly string[]): boolean =>
    named === undefined || named.has(hostname) || ports.some((port) => named.has(`${hostname}:${port}`))
  const check: HostGuard['check'] = ({ headers, rawHeaders }) => {
    const given = headers.host ?? String(headers[':authority'] ?? '')
    const host = URL.parse(`http://${given}`)
    if (!host || !isAllowed(host.hostname, portsOf(given)) || hasTwoHosts(rawHeaders))
      throw new ToolyardError('forbidden', 'this application does not answer under that name', {
        hint: 'Add the name to allowedHosts of createHttpHandler.',
      })
    if (headers.origin === undefined) return
    const origin = URL.parse(headers.origin)
    const isOwn =
      origin && (named ? isAllowed(origin.hostname, [portOfOrigin(origin)]) : isSameHost(origin, given))
    if (!isOwn)
      throw new ToolyardError('forbidden', 'requests from pages of other sites are not answered', {
        hint: 'If a proxy changes the Host header, list the names that browsers see in allowedHosts.',
      })
  }
  return { hosts: allowedHosts ?? 'checked', check }
}

function portOf(name: string): string | undefined {
  return /:(\d+)$/.exec(name)?.[1]
}

/** Also as a browser writes them: without the port that their scheme has anyway. */
function alsoWithout(names: readonly string[], port: ':80' | ':443'): readonly string[] {
  return names.flatMap((name) => (name.endsWith(port) ? [name, name.slice(0, -port.length)] : [name]))
}

/** Without a port in the `Host`, it is the usual one of a scheme that the header does not tell. */
function portsOf(host: string): readonly string[] {
  const port = portOf(host)
  return port === undefined ? ['80', '443'] : [port]
}

function portOfOrigin({ protocol, port }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80')
}

/** The port that goes without saying depends on the scheme, which only the page tells. */
function isSameHost({ protocol, host }: URL, given: string): boolean {
  return /^https?:$/.test(protocol) && URL.parse(`${protocol}//${given}`)?.host === host
}

export function isLoopback(host: string): boolean {
  return loopback.includes(bracketed(host))
}

/** A name can be made to point anywhere; a number of this machine can't. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).map(({ address }) => bracketed(address)),
  )
}

/** As it stands in a URL. */
export function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host.toLowerCase()}]` : host.toLowerCase()
}

/** Node keeps the first and forgets the others; a proxy before us may have believed another. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count > 1
}
