/** A way to PostgreSQL that breaks at the worst moment: after the server has committed, before anybody hears of it. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** The message with which a transaction is committed. */
const commit = Buffer.from('\0commit\0')

export class CuttingProxy implements AsyncDisposable {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isArmed = false

  private constructor(target: number) {
    this.#server = createServer((client) => this.#join(client, connect(target, '127.0.0.1')))
  }

  static async start(target: number): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** The next commit is done, and its answer is lost. */
  arm(): void {
    this.#isArmed = true
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #join(client: Socket, server: Socket): void {
    let isCut = false
    for (const socket of [client, server]) {
      this.#sockets.add(socket)
      socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket))
    }
    client.on('data', (data: Buffer) => {
      if (this.#isArmed && data.includes(commit.subarray(1))) {
        this.#isArmed = false
        isCut = true
      }
      server.write(data)
    })
    server.on('data', (data: Buffer) => {
      if (isCut) client.destroy()
      else client.write(data)
    })
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  }
}
