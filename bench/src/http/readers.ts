/**
 * Readers of event streams on bare sockets: some read all that comes, some open a stream and never read.
 *
 * @module
 */
import { connect, type Socket } from 'node:net'

export interface Address {
  readonly port: number
  readonly token: string
}

export class Reader {
  readonly #socket: Socket
  #events = 0
  #carry = ''
  readonly #mark: string

  private constructor(socket: Socket, mark: string) {
    this.#socket = socket
    this.#mark = mark
  }

  /** Counts the lines that begin with `mark`. Resolves when the stream has begun. */
  static async open({ port, token }: Address, mark: string): Promise<Reader> {
    const socket = connect(port, '127.0.0.1')
    const reader = new Reader(socket, mark)
    socket.write(
      `GET /api/events?topics=calls HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nAccept: text/event-stream\r\n\r\n`,
    )
    socket.setEncoding('latin1')
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.once('data', (head: string) =>
        head.startsWith('HTTP/1.1 200') ? resolve() : reject(new Error(`no stream: ${head.slice(0, 300)}`)),
      )
    })
    socket.on('error', () => {})
    return reader
  }

  get events(): number {
    return this.#events
  }

  get isClosed(): boolean {
    return this.#socket.destroyed
  }

  read(): this {
    this.#socket.on('data', (text: string) => {
      const whole = this.#carry + text
      for (let at = whole.indexOf(this.#mark); at >= 0; at = whole.indexOf(this.#mark, at + 1)) this.#events++
      this.#carry = whole.slice(-(this.#mark.length - 1))
    })
    return this
  }

  /** From now on nothing is taken from the socket. */
  stall(): this {
    this.#socket.pause()
    return this
  }

  close(): void {
    this.#socket.destroy()
  }
}
