/**
 * MCP messages on two streams, one JSON object a line.
 *
 * What is no JSON, or no object, is reported and skipped. A message without an end is not waited for: the connection closes.
 *
 * @module
 */
import type { Readable } from 'node:stream'
import { isPlainObject, ToolyardError } from '../../kernel/index.ts'
import type { JSONRPCMessage, Transport } from './sdk.ts'

/** What is needed of a stream to write to. */
export type LineOutput = Pick<NodeJS.WritableStream, 'on' | 'once' | 'off'> & {
  /** Whether more may be written at once. */
  write(text: string): boolean
}

/** Of one message. */
const maxBytes = 16_000_000
const lineFeed = 0x0a

export class LineTransport implements Transport {
  onclose: Transport['onclose']
  onerror: Transport['onerror']
  onmessage: Transport['onmessage']
  /** Is shown every message first, and answers whether it has taken it. */
  take: ((message: Readonly<Record<string, unknown>>) => boolean) | undefined
  readonly #input: Readable
  readonly #output: LineOutput
  /** The beginning of a line whose end has not come yet. */
  #begun: Buffer[] = []
  #begunLength = 0
  #isClosed = false
  /** Set while the reader is slow. */
  #room: PromiseWithResolvers<void> | undefined

  constructor(input: Readable, output: LineOutput) {
    this.#input = input
    this.#output = output
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#read).on('error', this.#fail).once('end', this.#end).once('close', this.#end)
    this.#output.on('error', this.#fail)
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#end)
  }

  /** Waits where the reader is slow. */
  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.reject(new ToolyardError('closed', 'the connection is closed'))
    if (this.#output.write(`${JSON.stringify(message)}\n`)) return Promise.resolve()
    if (!this.#room) {
      this.#room = Promise.withResolvers()
      this.#output.once('drain', this.#makeRoom)
    }
    return this.#room.promise
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#input.off('data', this.#read).off('end', this.#end).off('close', this.#end)
    if (this.#input.listenerCount('data') === 0) this.#input.pause()
    this.#begun = []
    this.#makeRoom()
    this.onclose?.()
  }

  readonly #end = (): void => void this.close()

  readonly #makeRoom = (): void => {
    this.#room?.resolve()
    this.#room = undefined
  }

  readonly #fail = (error: Error): void => {
    if (this.#isClosed) return
    this.onerror?.(error)
    void this.close()
  }

  readonly #read = (chunk: Buffer): void => {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      this.#take(chunk.subarray(start, end))
      start = end + 1
    }
    if (start === chunk.length) return
    this.#begun.push(start === 0 ? chunk : chunk.subarray(start))
    this.#begunLength += chunk.length - start
    if (this.#begunLength > maxBytes) this.#fail(endless())
  }

  /** The rest of a line. */
  #take(rest: Buffer): void {
    const line = this.#begun.length === 0 ? rest : Buffer.concat([...this.#begun, rest])
    this.#begun = []
    this.#begunLength = 0
    if (line.length === 0 || this.#isClosed) return
    if (line.length > maxBytes) return this.#fail(endless())
    let message: unknown
    try {
      message = JSON.parse(line.toString())
    } catch (error) {
      return this.onerror?.(error as Error)
    }
    if (!isPlainObject(message)) return this.onerror?.(new TypeError('a line is no JSON object'))
    if (!this.take?.(message)) this.onmessage?.(message as unknown as JSONRPCMessage)
  }
}

function endless(): ToolyardError {
  return new ToolyardError(
    'invalid_arguments',
    `what came on standard input is no MCP message: more than ${maxBytes / 1_000_000} MB without the end of a line`,
    { hint: 'Let an MCP client start this command; it sends one JSON message a line.' },
  )
}
