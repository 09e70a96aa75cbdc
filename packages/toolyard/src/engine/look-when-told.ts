/**
 * Looks that follow signs: when something was written, in whichever process, and seldom otherwise.
 *
 * A sign says "look", never what is there. Signs that come close together make one look. While signs can't be heard (yet), it is
 * looked again and again, as `lookAgain` does; while they can, a slow look stays for signs that were lost.
 *
 * @module
 */
import type { LookOptions, RepeatedLook } from './look-again.ts'

export interface Signs {
  /**
   * Calls the listener when something may have been written, in whichever process. Answers how to stop; undefined if not every
   * write can be heard of here.
   */
  hear(listener: () => void): Promise<(() => void) | undefined>
}

export interface ToldLookOptions extends LookOptions {
  /** Without them it is looked again and again. */
  readonly signs: Signs | undefined
  /** From one look to the next while signs come. */
  readonly leastMs: number
  /** From one look to the next while no sign comes; shorter than usual if something may change without one, such as when a process dies. */
  readonly silenceMs?: (() => number | undefined) | undefined
}

/** For signs that were lost. */
const usualSilenceMs = 15_000

export function lookWhenTold(options: ToldLookOptions): RepeatedLook {
  const look = new ToldLook(options)
  void look.listen()
  return look
}

class ToldLook implements RepeatedLook {
  readonly #options: ToldLookOptions
  #waitMs: number
  #isOver = false
  #isAtWork = false
  /** A sign came while it looked. */
  #isTold = false
  #current: Promise<void> = Promise.resolve()
  #lookedAt = -Infinity
  #deadline: { cancel(): void } | undefined
  #stopHearing: (() => void) | undefined

  constructor(options: ToldLookOptions) {
    this.#options = options
    this.#waitMs = options.everyMs
    this.#plan(this.#waitMs)
  }

  async listen(): Promise<void> {
    try {
      const stop = await this.#options.signs?.hear(() => this.#told())
      if (this.#isOver) return stop?.()
      this.#stopHearing = stop
      // What was written until now gave no sign.
      if (stop) this.#told()
    } catch {
      // It looks, as if there were no signs.
    }
  }

  expect(): void {
    this.#waitMs = this.#options.everyMs
  }

  async stop(): Promise<void> {
    this.#isOver = true
    this.#deadline?.cancel()
    this.#stopHearing?.()
    await this.#current
  }

  #told(): void {
    if (this.#isOver || this.#isTold) return
    this.#isTold = true
    if (!this.#isAtWork) this.#plan(this.#lookedAt + this.#options.leastMs - this.#options.clock.now())
  }

  #plan(ms: number): void {
    this.#deadline?.cancel()
    if (this.#isOver) return
    const turn = (): void => void (this.#current = this.#turn())
    if (ms > 0) this.#deadline = this.#options.clock.after(ms, turn)
    else {
      // Signs are given in the middle of a change.
      const immediate = setImmediate(turn)
      this.#deadline = { cancel: () => clearImmediate(immediate) }
    }
  }

  async #turn(): Promise<void> {
    const { clock, everyMs, idleMs = everyMs, failedMs = idleMs, leastMs, failed, silenceMs } = this.#options
    this.#isAtWork = true
    this.#isTold = false
    this.#lookedAt = clock.now()
    let waitMs: number
    try {
      this.#waitMs = (await this.#options.look()) ? everyMs : Math.min(idleMs, this.#waitMs * 1.5)
      waitMs = this.#stopHearing ? (silenceMs?.() ?? usualSilenceMs) : this.#waitMs
    } catch (error) {
      waitMs = this.#waitMs = failedMs
      failed?.(error)
    }
    this.#isAtWork = false
    this.#plan(this.#isTold ? Math.min(waitMs, this.#lookedAt + leastMs - clock.now()) : waitMs)
  }
}
