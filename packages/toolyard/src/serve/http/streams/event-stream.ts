/**
 * One reader of an event stream.
 *
 * A reader that does not read fills its queue; past a megabyte it is dropped, so that other readers do not pay for it.
 *
 * @module
 */
import type { HttpResponse } from '../message.ts'
import { securityHeaders } from '../send.ts'

const mostQueued = 1_000_000
/** From here on, writers that can wait should. */
const calmQueued = 128 * 1024

const streamHeaders: readonly string[] = [
  ...securityHeaders,
  'Content-Type',
  'text/event-stream; charset=utf-8',
  'Cache-Control',
  'no-store',
  'X-Accel-Buffering',
  'no',
]

export class EventStream {
  readonly #response: HttpResponse
  #isOpen = false
  #isOver = false
  #drained: PromiseWithResolvers<void> | undefined
  #gone: AbortController | undefined
  readonly #onClose: () => void

  /** `onClose` is told once, however it ends. */
  constructor(response: HttpResponse, onClose: () => void) {
    this.#response = response
    this.#onClose = onClose
    response.on('close', () => this.#closed())
    response.on('drain', () => this.#drain())
    // What is written to one who has just gone is lost, and nothing else.
    response.on('error', () => {})
    // Who has gone already is not told of it again.
    if (response.destroyed) queueMicrotask(() => this.#closed())
  }

  /** Tells the reader that a stream follows, once. Before that nothing is sent. */
  open(headers: readonly string[] = []): void {
    if (this.#isOpen || this.#response.destroyed) return
    this.#isOpen = true
    this.#response.writeHead(200, [...streamHeaders, ...headers] as string[])
    this.#response.flushHeaders()
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Aborted when the reader has gone. */
  get gone(): AbortSignal {
    const { signal } = (this.#gone ??= new AbortController())
    if (this.#isOver) this.#gone.abort()
    return signal
  }

  /** Takes whole events. The bytes may go to many readers: they never change. */
  send(piece: Buffer): void {
    if (!this.#isOpen || this.#isOver || this.#response.destroyed || piece.length === 0) return
    this.#response.write(piece)
    if (this.#response.writableLength > mostQueued) this.#response.destroy()
  }

  /** Undefined if the reader keeps up; else resolves when it has caught up, or is gone. */
  room(): Promise<void> | undefined {
    if (this.#isOver || this.#response.writableLength < calmQueued) return undefined
    return (this.#drained ??= Promise.withResolvers()).promise
  }

  /** After what was sent, the end. */
  end(): void {
    if (!this.#isOver) this.#response.end()
  }

  #drain(): void {
    this.#drained?.resolve()
    this.#drained = undefined
  }

  #closed(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#gone?.abort()
    this.#drain()
    this.#onClose()
  }
}

/** One event as it stands in a stream. `data` is JSON, which has no line ends. */
export function eventText(id: string | number, type: string, data: string): string {
  return `id: ${id}\nevent: ${type}\ndata: ${data}\n\n`
}
