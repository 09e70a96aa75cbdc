/**
 * Events of one call between the program that writes them and the reader of the call, whoever is quicker.
 *
 * @module
 */
import type { ProgramEvent } from './program-event.ts'

/** What may wait before the program has to. */
const roomyBytes = 256_000

interface Waiting {
  readonly event: ProgramEvent
  readonly size: number
}

export class EventQueue {
  #waiting: Waiting[] = []
  #size = 0
  #end: { readonly error: unknown } | undefined
  #reader: (() => void) | undefined
  #room: PromiseWithResolvers<void> | undefined

  push(event: ProgramEvent, size: number): void {
    if (this.#end) return
    this.#waiting.push({ event, size })
    this.#size += size
    this.#wake()
  }

  /** Nothing where there is room; else a promise of some. */
  room(): Promise<void> | undefined {
    if (this.#size < roomyBytes || this.#end) return undefined
    return (this.#room ??= Promise.withResolvers()).promise
  }

  /** The next event; nothing after the last. Throws what `fail` was told, after the events before it. */
  async next(): Promise<ProgramEvent | undefined> {
    while (this.#waiting.length === 0) {
      if (this.#end) {
        if (this.#end.error !== undefined) throw this.#end.error
        return undefined
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#reader = resolve
      await promise
    }
    const first = this.#waiting.shift()
    this.#size -= first?.size ?? 0
    if (this.#size < roomyBytes) this.#makeRoom()
    return first?.event
  }

  /** Nothing is taken any more; what waits can still be read. */
  close(): void {
    this.fail(undefined)
  }

  fail(error: unknown): void {
    if (this.#end) return
    this.#end = { error }
    this.#makeRoom()
    this.#wake()
  }

  #makeRoom(): void {
    this.#room?.resolve()
    this.#room = undefined
  }

  #wake(): void {
    const reader = this.#reader
    this.#reader = undefined
    reader?.()
  }
}
