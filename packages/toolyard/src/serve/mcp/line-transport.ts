/**
 * MCP messages on two streams, one JSON object a line.
 *
 * A line that is no message is answered with what is wrong with it, and what runs goes on. One that is too long is skipped
 * without being kept. Only input that has never been a message and does not end closes the connection.
 *
 * @module
 */
import type { Readable } from 'node:stream'
import { GrowingBytes, ToolyardError } from '../../kernel/index.ts'
import { PassingId } from './passing-id.ts'
import {
  dropped,
  isTaken,
  maxMessageBytes,
  readMessage,
  type JsonRpcRefusal,
  tooLong,
} from './read-message.ts'
import type { JSONRPCMessage, Transport } from './sdk.ts'

/** What is needed of a stream to write to. */
export type LineOutput = Pick<NodeJS.WritableStream, 'on' | 'once' | 'off'> & {
  /** Whether more may be written at once. */
  write(text: string): boolean
}

/** A line that is too long, of which nothing is kept. */
interface SkippedLine {
  readonly id: PassingId
  bytes: number
}

/** Without the end of a line, and without any message before: the other end is no MCP client. */
const endlessBytes = 1_000_000_000
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
  readonly #begun = new GrowingBytes()
  /** Set while a line that is too long passes by. */
  #passing: SkippedLine | undefined
  /** A message has come. */
  #isMet = false
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

  /** Waits if the reader is slow. */
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
    this.#begun.take()
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
      this.#endLine(chunk.subarray(start, end))
      start = end + 1
    }
    if (start < chunk.length) this.#keep(start === 0 ? chunk : chunk.subarray(start))
  }

  /** A part of a line whose end is not in it. */
  #keep(part: Buffer): void {
    if (this.#isClosed) return
    if (!this.#passing && this.#begun.length + part.length <= maxMessageBytes) return this.#begun.push(part)
    const passing = this.#pass(part)
    if (passing.bytes > endlessBytes && !this.#isMet) this.#fail(endless())
  }

  /** The rest of a line. */
  #endLine(rest: Buffer): void {
    if (this.#isClosed) return
    if (this.#passing || this.#begun.length + rest.length > maxMessageBytes) {
      const { id } = this.#pass(rest)
      this.#passing = undefined
      return this.#refuse(tooLong(id.id))
    }
    if (this.#begun.length === 0) return this.#take(rest)
    this.#begun.push(rest)
    this.#take(this.#begun.take())
  }

  /** Looks at a part of a line that is too long, and keeps none of it. */
  #pass(part: Buffer): SkippedLine {
    const passing = (this.#passing ??= { id: new PassingId(), bytes: 0 })
    for (const bytes of [this.#begun.take(), part]) {
      passing.id.add(bytes)
      passing.bytes += bytes.length
    }
    return passing
  }

  #take(line: Buffer): void {
    if (isBlank(line)) return
    const read = readMessage(line)
    if (!('message' in read)) return this.#refuse(read.refusal)
    const { message } = read
    this.#isMet = true
    if (this.take?.(message)) return
    if (isTaken(message)) this.onmessage?.(message as unknown as JSONRPCMessage)
    else this.#refuse(dropped(message))
  }

  /** Nothing more is read while a refusal waits: who sends what is refused, and reads nothing, fills no memory with it. */
  #refuse(refusal: JsonRpcRefusal | undefined): void {
    if (!refusal || this.#isClosed) return
    const sent = this.send(refusal as unknown as JSONRPCMessage)
    if (!this.#room) return
    this.#input.pause()
    void sent.then(() => this.#isClosed || this.#input.resume())
  }
}

/** Empty, or the end of a line that another system writes with two characters. */
function isBlank(line: Buffer): boolean {
  return line.length === 0 || (line.length < 100 && line.toString().trim() === '')
}

function endless(): ToolyardError {
  return new ToolyardError(
    'invalid_arguments',
    `what came on standard input is no MCP message: more than ${maxMessageBytes / 1_000_000} MB without the end of a line`,
    { hint: 'Let an MCP client start this command; it sends one JSON message a line.' },
  )
}
