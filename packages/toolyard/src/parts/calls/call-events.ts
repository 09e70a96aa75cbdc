/**
 * What a call tells while it runs, on its way to the stream of its job.
 *
 * Chunks go out in order; of progress that comes faster than it is written only the latest does. A tool that waits for its reader
 * is slowed down when too much is on its way.
 *
 * @module
 */
import type { ToolEvent } from '../../define/index.ts'
import type { EventSink } from '../../pipeline/index.ts'

/** Told when a call begins to wait without a worker. */
export const waitsMessage = 'Waits for a person.'

/** Events that are on their way at once. */
const mostOut = 32

export class CallEvents implements EventSink {
  readonly #emit: (data: unknown) => Promise<boolean>
  readonly #out = new Set<Promise<unknown>>()
  #progress: ToolEvent | undefined

  constructor(emit: (data: unknown) => Promise<boolean>) {
    this.#emit = emit
  }

  push(event: ToolEvent): void | Promise<void> {
    if (event.type === 'result') return undefined
    if (event.type === 'progress' && this.#out.size > 0) this.#progress = event
    else {
      this.#sendProgress()
      this.#send(event)
    }
    return this.#out.size < mostOut ? undefined : Promise.race(this.#out).then(() => undefined)
  }

  /** Resolves when everything is written. */
  async end(): Promise<void> {
    this.#sendProgress()
    while (this.#out.size > 0) await Promise.all(this.#out)
  }

  #sendProgress(): void {
    const progress = this.#progress
    this.#progress = undefined
    if (progress) this.#send(progress)
  }

  /** Events that can't be written are lost; the result is not among them. */
  #send(event: ToolEvent): void {
    const sent = this.#emit(event)
      .catch(() => false)
      .then(() => {
        this.#out.delete(sent)
        if (this.#out.size === 0) this.#sendProgress()
      })
    this.#out.add(sent)
  }
}
