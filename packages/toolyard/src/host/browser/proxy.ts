/**
 * The one way out of a browser: a SOCKS5 proxy on a socket in a folder of ours. Names are looked up here, by the guard of the
 * network, which decides on the address that is connected to; the browser never learns one.
 *
 * A connection is made when the browser has said its first word to the site: that tells http from https, so that its origin
 * is known, and a connection that is opened in advance reaches no server.
 *
 * @module
 */
import { createServer, type Server, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { ToolyardError } from '../../kernel/index.ts'
import type { Net } from '../net/index.ts'
import type { FailedConnection, OpenBrowserOptions } from './browser.ts'
import { granted, greetingAnswer, greetingLength, readWanted, type ProxyTarget } from './socks.ts'

export interface ProxyParts {
  readonly net: Pick<Net, 'connect'>
  readonly allowed: OpenBrowserOptions['allowed']
  readonly limits?: Partial<ProxyLimits> | undefined
}

interface ProxyLimits {
  /** At once. */
  readonly connections: number
  /** In both directions, of all connections together. */
  readonly bytes: number
  /** Without a byte in either direction. */
  readonly idleMs: number
}

const usual: ProxyLimits = { connections: 128, bytes: 1_000_000_000, idleMs: 300_000 }
/** Until the browser has said whom it wants, and the first word to the site. */
const greetingMs = 30_000
const mostFailures = 50
/** Of TLS: the first byte of a handshake. */
const handshake = 0x16
/** How the program that starts Chromium names its own connection: see `relay.ts`. */
const lifeByte = 0

export class BrowserProxy {
  readonly failures: FailedConnection[] = []
  readonly #parts: ProxyParts
  readonly #limits: ProxyLimits
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #lives = new Set<Socket>()
  #bytes = 0
  #isClosed = false

  constructor(parts: ProxyParts) {
    this.#parts = parts
    this.#limits = { ...usual, ...parts.limits }
    this.#server = createServer({ allowHalfOpen: true }, (socket) => this.#accept(socket))
    this.#server.maxConnections = this.#limits.connections
  }

  async listen(path: string): Promise<void> {
    const listening = Promise.withResolvers<void>()
    this.#server.once('error', listening.reject)
    this.#server.listen(path, listening.resolve)
    await listening.promise
    this.#server.unref()
  }

  /** Keeps a failure for those who ask, once. */
  tell(origin: string, why: string): void {
    const known = this.failures.findIndex((one) => one.origin === origin && one.why === why)
    if (known >= 0) this.failures.splice(known, 1)
    this.failures.push({ origin, why })
    if (this.failures.length > mostFailures) this.failures.shift()
  }

  /** Ends every connection, that of the program that starts Chromium too, which ends with it. */
  async close(): Promise<void> {
    this.#isClosed = true
    const closed = Promise.withResolvers<void>()
    this.#server.close(() => closed.resolve())
    this.#endAll()
    for (const socket of this.#lives) socket.destroy()
    await closed.promise
  }

  #accept(socket: Socket): void {
    this.#keep(socket)
    socket.setTimeout(greetingMs, () => socket.destroy())
    void meet(socket)
      .then((met) => (met ? this.#connect(socket, met) : this.#live(socket)))
      .catch(() => socket.destroy())
  }

  #live(socket: Socket): void {
    socket.setTimeout(0)
    this.#sockets.delete(socket)
    this.#lives.add(socket)
    socket.on('close', () => this.#lives.delete(socket)).resume()
  }

  async #connect(socket: Socket, met: FirstRequest): Promise<void> {
    const { net, allowed } = this.#parts
    const { idleMs } = this.#limits
    const origin = originOf(met)
    try {
      socket.setTimeout(0)
      this.#checkBytes()
      const why = await allowed(origin)
      if (why !== undefined) throw new ToolyardError('denied', why)
      const site = await net.connect(origin)
      if (this.#isClosed) return void site.destroy()
      this.#keep(site)
      socket.setTimeout(idleMs, () => socket.destroy())
      this.#join(socket, site, met.first)
    } catch (error) {
      this.#fail(origin, error)
      socket.destroy()
    }
  }

  #join(socket: Socket, site: Socket, first: Buffer): void {
    const count = ({ length }: Buffer): void => {
      this.#bytes += length
      if (this.#bytes > this.#limits.bytes) this.#endAll()
    }
    site.write(first)
    count(first)
    for (const [from, to] of [
      [socket, site],
      [site, socket],
    ] as const) {
      from.on('data', count)
      pipeline(from, to, () => {})
    }
  }

  #checkBytes(): void {
    const { bytes } = this.#limits
    if (this.#bytes <= bytes) return
    throw new ToolyardError('too_large', `this browser has moved more than ${bytes} bytes.`, {
      hint: 'Close it and open another one.',
    })
  }

  #fail(origin: string, error: unknown): void {
    const { message, hint } = ToolyardError.from(error)
    this.tell(origin, hint === undefined ? message : `${message} ${hint}`)
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#sockets.delete(socket))
  }

  #endAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}

/** Whom a browser wants, and its first word to them. */
interface FirstRequest {
  readonly wanted: ProxyTarget
  readonly first: Buffer
}

/** Undefined if it is the connection of the program that starts Chromium. */
function meet(socket: Socket): Promise<FirstRequest | undefined> {
  const met = Promise.withResolvers<FirstRequest | undefined>()
  let bytes: Buffer = Buffer.alloc(0)
  let isGreeted = false
  let wanted: ReturnType<typeof readWanted>
  const step = (): FirstRequest | 'more' | undefined => {
    if (!isGreeted) {
      if (bytes[0] === lifeByte) return undefined
      const length = greetingLength(bytes)
      if (length === undefined) return 'more'
      isGreeted = true
      bytes = bytes.subarray(length)
      socket.write(greetingAnswer)
    }
    if (!wanted) {
      wanted = readWanted(bytes)
      if (!wanted) return 'more'
      bytes = bytes.subarray(wanted.length)
      socket.write(granted)
    }
    return bytes.length === 0 ? 'more' : { wanted, first: bytes }
  }
  const hear = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk])
    try {
      const done = step()
      if (done === 'more') return
      socket.off('data', hear).pause()
      met.resolve(done)
    } catch (error) {
      met.reject(error)
    }
  }
  socket.on('data', hear)
  for (const event of ['end', 'close']) socket.once(event, () => met.reject(new Error('it has left')))
  return met.promise
}

function originOf({ wanted: { host, port }, first }: FirstRequest): string {
  return new URL(`${first[0] === handshake ? 'https' : 'http'}://${host}:${port}/`).origin
}
