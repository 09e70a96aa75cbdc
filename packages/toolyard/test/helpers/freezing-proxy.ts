/** A way to a server that can freeze, reset, and end for good. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

interface Hold {
  readonly text: string
  readonly held: () => void
  readonly free: Promise<void>
}

export class FreezingProxy implements AsyncDisposable {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isFrozen = false
  #isDead = false
  #cutText: string | undefined
  #freezeText: string | undefined
  #hold: Hold | undefined

  private constructor(target: number) {
    this.#server = createServer((client) => this.#join(client, target))
  }

  static async start(target: number): Promise<FreezingProxy> {
    const proxy = new FreezingProxy(target)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Nothing gets through, in both directions; connections stay. */
  freeze(): void {
    this.#isFrozen = true
    for (const socket of this.#sockets) socket.pause()
  }

  thaw(): void {
    this.#isFrozen = false
    for (const socket of this.#sockets) socket.resume()
  }

  /** Cuts what is connected. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy()
  }

  /** The server gets what bears this text, and its answer is lost with the connection. */
  cutAnswer(text: string): void {
    this.#cutText = text
  }

  /** The server gets what bears this text; from then on nothing gets through. */
  freezeAfter(text: string): void {
    this.#freezeText = text
  }

  /** The answer that bears this text, and all after it on its connection, arrives when it is let go. */
  holdAnswer(text: string): { readonly held: Promise<void>; readonly letGo: () => void } {
    const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    this.#hold = { text, held: held.resolve, free: free.promise }
    return { held: held.promise, letGo: free.resolve }
  }

  /** Nothing gets through ever again. */
  kill(): void {
    this.#isDead = true
    this.reset()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #join(client: Socket, target: number): void {
    if (this.#isDead) return void client.destroy()
    const server = connect(target, '127.0.0.1')
    let isCut = false
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from)
      from.setNoDelay(true)
      from.on('error', () => {})
      from.on('data', (data: Buffer) => {
        if (from === client && this.#cutText !== undefined && data.includes(this.#cutText)) {
          this.#cutText = undefined
          isCut = true
        }
        if (from === server && isCut) client.resetAndDestroy()
        else if (from === server && this.#hold && data.includes(this.#hold.text))
          this.#holdBack(from, to, data)
        else to.write(data)
        if (from === client && this.#freezeText !== undefined && data.includes(this.#freezeText)) {
          this.#freezeText = undefined
          this.freeze()
        }
      })
      from.on('close', () => {
        this.#sockets.delete(from)
        to.destroy()
      })
      if (this.#isFrozen) from.pause()
    }
  }

  #holdBack(from: Socket, to: Socket, data: Buffer): void {
    const { held, free } = this.#hold ?? {}
    this.#hold = undefined
    from.pause()
    held?.()
    void free?.then(() => {
      to.write(data)
      from.resume()
    })
  }
}
