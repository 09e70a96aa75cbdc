/**
 * The body of an answer of the web's form: one piece with its length, or a stream from the moment on at which it is opened as one.
 *
 * @module
 */

/** Bytes that wait in the stream itself; what waits beyond is counted by the writer. */
const queued = 64 * 1024

export class AnswerBody {
  readonly #early: Buffer[] = []
  #stream: ReadableStreamDefaultController<Uint8Array> | undefined
  #whenRead: (() => void) | undefined
  /** Closed, given up, or left by its reader. */
  #isOver = false

  get isStream(): boolean {
    return this.#stream !== undefined
  }

  /** `done` is called when there is room for more. */
  write(chunk: Buffer, done: () => void): void {
    if (!this.#stream) this.#early.push(chunk)
    else if (!this.#isOver) this.#stream.enqueue(chunk)
    if (this.#stream && !this.#isOver && (this.#stream.desiredSize ?? 0) <= 0) this.#whenRead = done
    else done()
  }

  /** What was written so far, and then all that comes. `onLeave` is called when the reader leaves. */
  open(onLeave: () => void): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#stream = controller
          for (const chunk of this.#early.splice(0)) controller.enqueue(chunk)
        },
        pull: () => this.#read(),
        cancel: () => {
          this.#isOver = true
          onLeave()
        },
      },
      { highWaterMark: queued, size: (chunk) => chunk.byteLength },
    )
  }

  /** Ends the stream. Without one, the whole body. */
  end(): Buffer<ArrayBuffer> {
    if (this.#stream && !this.#isOver) this.#stream.close()
    this.#isOver = true
    return Buffer.concat(this.#early)
  }

  /** Ends it before its time. Who has left is owed no error; who is there must not take a part for the whole. */
  giveUp(hasLeft: boolean): void {
    if (!this.#isOver && hasLeft) this.#stream?.close()
    else if (!this.#isOver) this.#stream?.error(new Error('the answer was given up'))
    this.#isOver = true
    this.#read()
  }

  #read(): void {
    const ready = this.#whenRead
    this.#whenRead = undefined
    ready?.()
  }
}
