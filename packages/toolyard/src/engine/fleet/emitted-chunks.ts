/**
 * Chunks on their way into a stream, in order: what comes while others are being written goes with the next write.
 *
 * @module
 */
const mostAtOnce = 200

interface WaitingChunk {
  readonly data: string
  readonly tell: PromiseWithResolvers<boolean>
}

export class EmittedChunks {
  /** Writes them; `before` is how many were written. Answers 0, or an array that begins with it, if the writer does not count any more. */
  readonly #write: (data: readonly string[], before: number) => Promise<unknown>
  #waiting: WaitingChunk[] = []
  #count = 0
  #writing: Promise<void> | undefined

  constructor(write: (data: readonly string[], before: number) => Promise<unknown>) {
    this.#write = write
  }

  get count(): number {
    return this.#count
  }

  add(data: unknown): Promise<boolean> {
    const tell = Promise.withResolvers<boolean>()
    this.#waiting.push({ data: JSON.stringify(data) ?? 'null', tell })
    this.#writing ??= this.#drain()
    return tell.promise
  }

  /** When all that was added is written, or could not be. */
  async written(): Promise<void> {
    await this.#writing
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, mostAtOnce)
      try {
        const answer = await this.#write(
          batch.map(({ data }) => data),
          this.#count,
        )
        const counts = (Array.isArray(answer) ? answer[0] : answer) === 1
        if (counts) this.#count += batch.length
        for (const { tell } of batch) tell.resolve(counts)
      } catch (error) {
        for (const { tell } of batch) tell.reject(error)
      }
    }
    this.#writing = undefined
  }
}
