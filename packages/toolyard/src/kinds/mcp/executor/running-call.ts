/**
 * One request that a caller waits for: whose it is, and how long the server may be silent.
 *
 * Every sign of life begins the wait anew; while a person is asked, no time counts.
 *
 * @module
 */
import type { ToolContext } from '../../../define/index.ts'

export class RunningCall {
  readonly context: ToolContext
  readonly idleMs: number
  /** How often the server has asked a model for it. */
  sampled = 0
  /** Told once, when the call is stopped or the server was silent for too long. */
  onStop: ((reason: unknown) => void) | undefined
  readonly #abort = (): void => this.#stop(this.context.signal.reason)
  #controller: AbortController | undefined
  #deadline: { cancel(): void } | undefined
  #asking = 0
  #stopped: { readonly reason: unknown } | undefined
  #isSilent = false

  constructor(context: ToolContext, idleMs: number) {
    this.context = context
    this.idleMs = idleMs
    const { signal } = context
    if (signal.aborted) this.#abort()
    else {
      signal.addEventListener('abort', this.#abort, { once: true })
      this.#wait()
    }
  }

  /** Aborts when `onStop` is told. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#stopped) this.#controller.abort(this.#stopped.reason)
    return this.#controller.signal
  }

  get isStopped(): boolean {
    return this.#stopped !== undefined
  }

  /** Whether it was given up because nothing came. */
  get isSilent(): boolean {
    return this.#isSilent
  }

  /** The server is at work. */
  touch(): void {
    if (this.#asking === 0 && !this.#stopped) this.#wait()
  }

  async whileAsking<T>(ask: () => Promise<T>): Promise<T> {
    this.#asking++
    this.#deadline?.cancel()
    try {
      return await ask()
    } finally {
      this.#asking--
      this.touch()
    }
  }

  end(): void {
    this.#deadline?.cancel()
    this.#asking = Infinity
    this.context.signal.removeEventListener('abort', this.#abort)
  }

  #wait(): void {
    this.#deadline?.cancel()
    this.#deadline = this.context.clock.after(this.idleMs, () => {
      this.#isSilent = true
      this.#stop(new Error(`no answer within ${this.idleMs} ms`))
    })
  }

  #stop(reason: unknown): void {
    if (this.#stopped) return
    this.#stopped = { reason }
    this.#deadline?.cancel()
    this.#controller?.abort(reason)
    this.onStop?.(reason)
  }
}
