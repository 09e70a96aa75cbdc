/**
 * Items on their way from a writer to one reader that may be slower.
 *
 * Bounded: a writer that waits while there is no room goes at the reader's pace; one that does not wait can't fill memory,
 * because past `most` its items are dropped and counted.
 *
 * @module
 */

export interface QueueOptions<T> {
  /** How much may wait for the reader before the writer should wait; everything by default. */
  readonly room?: number
  /** How much may wait at all; everything by default. */
  readonly most?: number
  /** Items that are taken even past `most`. */
  readonly keeps?: (item: T) => boolean
}

export class Queue<T extends {}> {
  readonly #options: QueueOptions<T>
  #items: { readonly item: T; readonly size: number }[] = []
  #at = 0
  #size = 0
  #dropped = 0
  #reader: PromiseWithResolvers<T | undefined> | undefined
  #roomy: PromiseWithResolvers<void> | undefined
  #end: { readonly error: unknown } | undefined

  constructor(options: QueueOptions<T> = {}) {
    this.#options = options
  }

  /** The item that was pushed last, if it still waits. */
  get last(): T | undefined {
    return this.#items.at(-1)?.item
  }

  push(item: T, size = 1): void {
    const { most = Infinity, keeps } = this.#options
    if (this.#end) return
    if (this.#reader) {
      this.#reader.resolve(item)
      this.#reader = undefined
    } else if (this.#size >= most && !keeps?.(item)) this.#dropped++
    else {
      this.#items.push({ item, size })
      this.#size += size
    }
  }

  /** Puts an item in the place of the last one. */
  replaceLast(item: T): void {
    const last = this.#items.pop()
    if (last) this.#items.push({ ...last, item })
  }

  /** `undefined` if there is room, otherwise a promise of some, for the writer to wait for. */
  room(): Promise<void> | undefined {
    if (this.#size < (this.#options.room ?? Infinity) || this.#end) return undefined
    return (this.#roomy ??= Promise.withResolvers()).promise
  }

  /** The next item, if it is there already. */
  take(): T | undefined {
    const first = this.#items[this.#at]
    if (first === undefined) return undefined
    this.#size -= first.size
    if (++this.#at === this.#items.length) {
      this.#items = []
      this.#at = 0
    }
    if (this.#size < (this.#options.room ?? Infinity)) this.#makeRoom()
    return first.item
  }

  /** The next item, waited for; `undefined` after the last. Rejects with what `end` was told, after all items. */
  next(): Promise<T | undefined> {
    const item = this.take()
    if (item !== undefined) return Promise.resolve(item)
    if (!this.#end) return (this.#reader = Promise.withResolvers()).promise
    return this.#end.error === undefined ? Promise.resolve(undefined) : Promise.reject(this.#end.error)
  }

  /** How many items were dropped since this was last asked. */
  takeDropped(): number {
    const dropped = this.#dropped
    this.#dropped = 0
    return dropped
  }

  /** Nothing is taken any more; what waits can still be read. */
  end(error?: unknown): void {
    if (this.#end) return
    this.#end = { error }
    this.#makeRoom()
    if (error === undefined) this.#reader?.resolve(undefined)
    else this.#reader?.reject(error)
    this.#reader = undefined
  }

  /** Ends, and forgets what waits. */
  abandon(): void {
    this.#items = []
    this.#at = this.#size = 0
    this.end()
  }

  #makeRoom(): void {
    this.#roomy?.resolve()
    this.#roomy = undefined
  }
}
