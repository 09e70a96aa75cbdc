/**
 * What a person has before them: at most one line of progress, and at most one open question.
 *
 * The line of progress is taken away by the next output. While a question is open nothing else is drawn: progress is left out,
 * other output waits and comes in its order when the question has ended.
 *
 * @module
 */
export class Screen {
  readonly #toError: (text: string) => unknown
  #isProgressShown = false
  #waiting: (() => void)[] | undefined

  constructor(toError: (text: string) => unknown) {
    this.#toError = toError
  }

  /** Now, or after the question that is open. */
  send(write: () => void): void {
    if (this.#waiting) {
      this.#waiting.push(write)
      return
    }
    this.clear()
    write()
  }

  progress(text: string): void {
    if (this.#waiting) return
    this.clear()
    this.#toError(text)
    this.#isProgressShown = text !== ''
  }

  clear(): void {
    if (this.#isProgressShown) this.#toError('\r\u001b[2K')
    this.#isProgressShown = false
  }

  async during<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#waiting) return await ask()
    this.clear()
    const waiting: (() => void)[] = []
    this.#waiting = waiting
    try {
      return await ask()
    } finally {
      this.#waiting = undefined
      for (const write of waiting) write()
    }
  }
}
