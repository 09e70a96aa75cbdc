/**
 * Requests over connections that stay open, one after the other on each, as fast as they are answered.
 *
 * Written on bare sockets, so that whoever asks costs less than whoever answers.
 *
 * @module
 */
import { connect, type Socket } from 'node:net'

export interface Load {
  readonly port: number
  readonly connections: number
  readonly requests: number
  /** The whole request, as it goes over the wire. */
  request(this: void, index: number): string
  /** Whether an answer is right: nobody is measured at failing. */
  isRight(this: void, answer: string): boolean
}

/** Milliseconds that each request took. */
export async function runLoad(load: Load): Promise<number[]> {
  const times: number[] = []
  let next = 0
  const take = (): number | undefined => (next < load.requests ? next++ : undefined)
  await Promise.all(Array.from({ length: load.connections }, () => runConnection(load, take, times)))
  return times
}

function runConnection(load: Load, take: () => number | undefined, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(load.port, '127.0.0.1')
    socket.setNoDelay(true)
    let received = ''
    let sentAt = 0
    const send = (): void => {
      const index = take()
      if (index === undefined) {
        socket.end()
        resolve()
        return
      }
      sentAt = performance.now()
      socket.write(load.request(index))
    }
    socket.setEncoding('latin1')
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (text: string) => {
      received += text
      const size = sizeOf(received)
      if (size === undefined || received.length < size) return
      times.push(performance.now() - sentAt)
      if (!load.isRight(received)) {
        socket.destroy()
        reject(new Error(`a wrong answer: ${received.slice(0, 1000)}`))
        return
      }
      received = received.slice(size)
      send()
    })
  })
}

/** Of head and body together, once the head is there. */
function sizeOf(received: string): number | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const length = /content-length: (\d+)/i.exec(received.slice(0, end))?.[1]
  if (length === undefined) throw new Error(`an answer without a length: ${received.slice(0, 500)}`)
  return end + 4 + Number(length)
}

export function postRequest(path: string, body: unknown, headers: Readonly<Record<string, string>>): string {
  const text = JSON.stringify(body)
  const lines = Object.entries({
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    ...headers,
  })
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`
}
