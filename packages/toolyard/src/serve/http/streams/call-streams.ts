/**
 * The calls whose events are kept: those that run, and for a while those that have ended.
 *
 * @module
 */
import { CallStream, type StreamedCall } from './call-stream.ts'

const keepMs = 5 * 60_000
/** Of calls that have ended: how many, and how many characters of them; past it the oldest are forgotten first. */
const mostEnded = 1000
const mostCharacters = 16_000_000

export class CallStreams {
  readonly #running = new Map<string, CallStream>()
  /** In the order in which they ended. */
  readonly #ended = new Map<string, CallStream>()
  #characters = 0
  #timer: NodeJS.Timeout | undefined

  find(callId: string): CallStream | undefined {
    return this.#running.get(callId) ?? this.#ended.get(callId)
  }

  /** Of a call id that is used again the newer stream counts. */
  add(call: StreamedCall): CallStream {
    const stream = new CallStream(call)
    this.#forget(call.id)
    this.#running.set(call.id, stream)
    return stream
  }

  /** Told when a call has ended. */
  ended(stream: CallStream): void {
    if (this.#running.get(stream.id) !== stream) return
    this.#running.delete(stream.id)
    this.#ended.set(stream.id, stream)
    this.#characters += stream.size
    this.#timer ??= setInterval(() => this.#tidy(), keepMs / 10).unref()
    for (const id of this.#ended.keys()) {
      if (this.#ended.size <= mostEnded && this.#characters <= mostCharacters) return
      this.#forget(id)
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#running.clear()
    this.#ended.clear()
  }

  #forget(callId: string): void {
    this.#characters -= this.#ended.get(callId)?.size ?? 0
    this.#ended.delete(callId)
  }

  #tidy(): void {
    const now = performance.now()
    for (const [id, { endedAt = now }] of this.#ended) {
      if (now - endedAt <= keepMs) return
      this.#forget(id)
    }
  }
}
