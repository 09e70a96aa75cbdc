/**
 * The calls whose events are kept: those that run, and for a while those that have ended.
 *
 * @module
 */
import type { Bus } from '../../../engine/index.ts'
import type { CallsAnywhere } from '../../../parts/index.ts'
import { CallStream, type StreamedCall } from './call-stream.ts'

export class CallStreams {
  readonly #bus: Bus
  readonly #anywhere: CallsAnywhere
  readonly #stopKeeping: () => void
  readonly #running = new Map<string, CallStream>()
  /** In the order in which they ended. */
  readonly #ended = new Map<string, CallStream>()

  /** Other servers find them too. */
  constructor(bus: Bus, anywhere: CallsAnywhere) {
    this.#bus = bus
    this.#anywhere = anywhere
    this.#stopKeeping = anywhere.keep(async (id) => {
      const call = this.find(id)
      return (await call?.isKept()) ? call : undefined
    })
  }

  find(callId: string): CallStream | undefined {
    return this.#running.get(callId) ?? this.#ended.get(callId)
  }

  /** If a call id is used again, the newer stream counts. */
  add(call: StreamedCall): CallStream {
    const stream = new CallStream(this.#bus, call)
    this.#anywhere.listen()
    this.#ended.delete(call.id)
    this.#running.set(call.id, stream)
    return stream
  }

  /** Told when a call has ended. */
  ended(stream: CallStream): void {
    if (this.#running.get(stream.id) !== stream) return
    this.#running.delete(stream.id)
    this.#ended.set(stream.id, stream)
    void this.#forgetGone()
  }

  close(): void {
    this.#stopKeeping()
  }

  /** What the bus does not keep any more. */
  async #forgetGone(): Promise<void> {
    for (const [id, stream] of this.#ended) {
      if (await stream.isKept()) return
      if (this.#ended.get(id) === stream) this.#ended.delete(id)
    }
  }
}
