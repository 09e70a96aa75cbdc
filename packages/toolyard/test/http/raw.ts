/** Requests as bytes on a socket: what no well-behaved client would send. */
import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly head: string
  readonly body: string
}

/** Sends the text and reads until the answer is whole, or the server has closed the connection; status 0 without an answer. */
export function sendRaw(port: number, text: string | Buffer, patienceMs = 20_000): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no whole answer came: ${received.slice(0, 300)}`))
    }, patienceMs)
    const end = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answerOf(received))
    }
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      received += chunk
      if (isWhole(received)) end()
    })
    socket.on('error', () => {})
    socket.on('close', end)
    socket.write(text)
  })
}

export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | null
  /** Lines that are not headers of one name and one value. */
  readonly raw?: string
}

/** As it goes over the wire; the length is added where nothing says it. */
export function requestText({ method, path, headers, body, raw }: RawRequest): string {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (raw !== undefined) lines.push(raw)
  else if (
    typeof body === 'string' &&
    !names.includes('content-length') &&
    !names.includes('transfer-encoding')
  )
    lines.push(`content-length: ${Buffer.byteLength(body)}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** A connection that is opened and left as it is. */
export function openSocket(port: number, text = ''): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      if (text !== '') socket.write(text)
      resolve(socket)
    })
    socket.on('error', reject)
  })
}

function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = /^content-length: (\d+)/im.exec(received.slice(0, end))?.[1]
  return length !== undefined && Buffer.byteLength(received.slice(end + 4)) >= Number(length)
}

function answerOf(received: string): RawAnswer {
  const end = received.indexOf('\r\n\r\n')
  const [head, body] = end === -1 ? [received, ''] : [received.slice(0, end), received.slice(end + 4)]
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body }
}
