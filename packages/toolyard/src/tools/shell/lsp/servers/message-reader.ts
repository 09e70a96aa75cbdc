/**
 * Reads the messages of the protocol out of what a server prints, and trusts none of it.
 *
 * A header is short, a message has a size within limits and is a JSON object; anything else ends the reading with one
 * error that shows what came. One message goes out each turn of the event loop, and while more than a little waits the
 * server is made to wait: a flood costs neither memory nor the host's attention.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { Emitter, type Message, type MessageReader, type PartialMessageInfo } from 'vscode-jsonrpc/node'
import { isPlainObject, visibleText } from '../../../../kernel/index.ts'

const maxHeader = 4096
const maxMessage = 64 * 1024 * 1024
/** What may wait before the server has to. */
const maxWaiting = 1024 * 1024
const headerEnd = '\r\n\r\n'

export class MessageSource implements MessageReader {
  readonly #errors = new Emitter<Error>()
  readonly #closes = new Emitter<void>()
  readonly #partials = new Emitter<PartialMessageInfo>()
  readonly #bytes = new ChunkQueue()
  readonly #onGarbage: (sample: string) => void
  #deliver: ((message: Message) => void) | undefined
  /** The size of the message whose header has been read. */
  #expected: number | undefined
  #turn: NodeJS.Immediate | undefined
  #drained: PromiseWithResolvers<void> | undefined
  #isClosed = false

  /** `onGarbage` is called once, with a part of what came, where that is no message; nothing is read after that. */
  constructor(onGarbage: (sample: string) => void) {
    this.#onGarbage = onGarbage
  }

  readonly onError = this.#errors.event
  readonly onClose = this.#closes.event
  readonly onPartialMessage = this.#partials.event

  listen(deliver: (message: Message) => void): { dispose(): void } {
    this.#deliver = deliver
    this.#turn ??= setImmediate(() => this.#pump())
    return this
  }

  /** Takes what the server printed. The promise, where there is one, resolves when more may come. */
  push(chunk: Buffer): Promise<void> | void {
    if (this.#isClosed) return undefined
    this.#bytes.add(chunk)
    this.#turn ??= setImmediate(() => this.#pump())
    if (!this.#isFull()) return undefined
    this.#drained ??= Promise.withResolvers()
    return this.#drained.promise
  }

  dispose(): void {
    this.#isClosed = true
    clearImmediate(this.#turn)
    this.#goOn()
  }

  #pump(): void {
    this.#turn = undefined
    if (this.#isClosed || !this.#deliver) return
    try {
      const message = this.#next()
      if (!this.#isFull()) this.#goOn()
      if (!message) return
      this.#turn = setImmediate(() => this.#pump())
      this.#deliver(message)
    } catch (error) {
      this.dispose()
      this.#onGarbage(error instanceof GarbageError ? error.message : 'something that cannot be read')
    }
  }

  /** The next message, where all of it is there. */
  #next(): Message | undefined {
    const length = (this.#expected ??= readHeader(this.#bytes))
    if (length === undefined || this.#bytes.length < length) return undefined
    this.#expected = undefined
    return readBody(this.#bytes.take(length))
  }

  #isFull(): boolean {
    return this.#bytes.length > Math.max(maxWaiting, this.#expected ?? 0)
  }

  #goOn(): void {
    this.#drained?.resolve()
    this.#drained = undefined
  }
}

class GarbageError extends Error {}

function readHeader(bytes: ChunkQueue): number | undefined {
  const start = bytes.peek(maxHeader).toString('latin1')
  if (!'content-'.startsWith(start.slice(0, 8).toLowerCase())) throw new GarbageError(sample(start))
  const end = start.indexOf(headerEnd)
  if (end < 0) {
    if (start.length >= maxHeader) throw new GarbageError(sample(start))
    return undefined
  }
  const header = start.slice(0, end)
  const length = Number(/^content-length: *(\d{1,12}) *$/im.exec(header)?.[1] ?? Number.NaN)
  if (Number.isNaN(length)) throw new GarbageError(sample(header))
  if (length > maxMessage)
    throw new GarbageError(`a message of ${length} bytes; at most ${maxMessage} are read`)
  bytes.take(end + headerEnd.length)
  return length
}

function readBody(body: Buffer): Message {
  const text = body.toString('utf8')
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    throw new GarbageError(sample(text))
  }
  if (!isPlainObject(message)) throw new GarbageError(sample(text))
  return message as unknown as Message
}

function sample(text: string): string {
  return JSON.stringify(visibleText(text.slice(0, 200)))
}

/** Chunks in a row, joined only if a message needs it. */
class ChunkQueue {
  #chunks: Buffer[] = []
  length = 0

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.length += chunk.length
  }

  /** The first bytes, which stay. */
  peek(most: number): Buffer {
    const parts: Buffer[] = []
    let length = 0
    for (const chunk of this.#chunks) {
      if (length >= most) break
      parts.push(chunk)
      length += chunk.length
    }
    const [first] = parts
    return (parts.length === 1 && first ? first : Buffer.concat(parts)).subarray(0, most)
  }

  take(count: number): Buffer {
    const parts: Buffer[] = []
    let missing = count
    let used = 0
    for (const chunk of this.#chunks) {
      if (missing < chunk.length) break
      parts.push(chunk)
      missing -= chunk.length
      used++
    }
    const rest = this.#chunks.slice(used)
    const [cut] = rest
    if (missing > 0 && cut) {
      parts.push(cut.subarray(0, missing))
      rest[0] = cut.subarray(missing)
    }
    this.#chunks = rest
    this.length -= count
    return Buffer.concat(parts)
  }
}
