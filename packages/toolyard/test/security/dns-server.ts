/**
 * A name server for one namespace: answers from a table that may change with every look-up, as one that rebinds names does.
 * The system's own resolver asks it, so nothing of ours has to be told.
 */
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

/** The addresses of a name at its `count`th look-up, from 0; undefined if there is no such name. */
export type Names = (name: string, count: number) => readonly string[] | undefined

const types: Readonly<Record<number, 4 | 6>> = { 1: 4, 28: 6 }

export class DnsServer {
  readonly #socket: Socket = createSocket('udp4')
  readonly #counts = new Map<string, number>()
  #names: Names = () => undefined

  async open(): Promise<void> {
    this.#socket.on('message', (question, { port, address }) =>
      this.#socket.send(this.#answer(question), port, address),
    )
    this.#socket.bind(53, '127.0.0.1')
    await once(this.#socket, 'listening')
  }

  /** From now on these; look-ups are counted anew. */
  serve(names: Names): void {
    this.#names = names
    this.#counts.clear()
  }

  close(): void {
    this.#socket.close()
  }

  #answer(question: Buffer): Buffer {
    const { name, end } = nameIn(question)
    const type = question.readUInt16BE(end)
    // A look-up asks for both kinds of addresses: each is counted by itself.
    const key = `${type} ${name}`
    const count = this.#counts.get(key) ?? 0
    this.#counts.set(key, count + 1)
    const addresses = this.#names(name, count)
    const records = (addresses ?? []).filter((address) => types[type] === (address.includes(':') ? 6 : 4))
    const head = Buffer.from(question.subarray(0, 12))
    head.writeUInt16BE(addresses ? 0x8180 : 0x8183, 2)
    for (const [at, value] of [1, records.length, 0, 0].entries()) head.writeUInt16BE(value, 4 + at * 2)
    return Buffer.concat([
      head,
      question.subarray(12, end + 4),
      ...records.map((address) => record(address, type)),
    ])
  }
}

function nameIn(question: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = question.readUInt8(at); length > 0; length = question.readUInt8(at)) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

/** For the name that was asked for, to be kept for no time at all. */
function record(address: string, type: number): Buffer {
  const bytes = address.includes(':') ? bytesOf6(address) : Buffer.from(address.split('.').map(Number))
  const head = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length])
  return Buffer.concat([head, bytes])
}

function bytesOf6(address: string): Buffer {
  const [before = '', after] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const first = groups(before)
  const last = groups(after)
  const middle = Array.from({ length: 8 - first.length - last.length }, () => '0')
  const whole = [...first, ...middle, ...last].map((group) => group.padStart(4, '0')).join('')
  return Buffer.from(whole, 'hex')
}

function groups(text = ''): string[] {
  return text.split(':').filter((group) => group !== '')
}
