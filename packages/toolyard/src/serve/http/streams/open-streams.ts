/**
 * All event streams that are open: how many there may be, and the sign of life that each of them gets.
 *
 * @module
 */
import type { ServerResponse } from 'node:http'
import { ToolyardError } from '../../../kernel/index.ts'
import { EventStream } from './event-stream.ts'

const beatMs = 15_000
const beat = Buffer.from(': still here\n\n')

export class OpenStreams {
  readonly #most: number
  readonly #streams = new Set<EventStream>()
  readonly #endless = new Set<EventStream>()
  /** Responses that somebody else writes. */
  readonly #held = new Set<ServerResponse>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(most: number) {
    this.#most = most
  }

  get count(): number {
    return this.#streams.size + this.#held.size
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Throws `unavailable` where there are as many as there may be. */
  requireRoom(): void {
    if (this.#isClosed)
      throw new ToolyardError('closed', 'the server is shutting down', { hint: 'Connect again in a while.' })
    if (this.count < this.#most) return
    throw new ToolyardError(
      'unavailable',
      `there are ${this.#most} event streams open, and no more are served`,
      {
        hint: 'Close some, or call without a stream.',
        retryable: true,
        retryAfterMs: 5000,
      },
    )
  }

  /** A stream that never ends by itself is ended when the server is; others are waited for. */
  add(
    response: ServerResponse,
    { onClose, isEndless = false }: { readonly onClose: () => void; readonly isEndless?: boolean },
  ): EventStream {
    this.requireRoom()
    const stream: EventStream = new EventStream(response, () => {
      this.#streams.delete(stream)
      this.#endless.delete(stream)
      onClose()
    })
    this.#streams.add(stream)
    if (isEndless) this.#endless.add(stream)
    this.#timer ??= setInterval(() => this.#beat(), beatMs).unref()
    return stream
  }

  /** Counts a stream that somebody else writes. */
  hold(response: ServerResponse): void {
    this.requireRoom()
    this.#held.add(response)
    response.once('close', () => this.#held.delete(response))
  }

  /** Ends those that never end by themselves, and takes no more. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const stream of this.#endless) stream.end()
    for (const response of this.#held) response.end()
  }

  #beat(): void {
    for (const stream of this.#streams) stream.send(beat)
  }
}
