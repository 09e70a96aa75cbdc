/**
 * The reading end of one stream of a program.
 *
 * Reads into one buffer again and again, so that gigabytes leave no garbage. A program's output has an end when the last
 * holder of the pipe is gone; if another process keeps it although the program has ended, it ends when nothing comes any more.
 *
 * @module
 */
import { Socket } from 'node:net'
import { settlesWithin } from '../../kernel/index.ts'

const bufferBytes = 65_536
/** How long nothing may come from a pipe that is kept open by a process that is not ours. */
const quietMs = 50
const mostRounds = 40

export class OutputPipe {
  readonly #socket: Socket
  readonly #closed: Promise<void>
  #isClosed = false
  #isHeld = false
  #reads = 0

  /** `take` answers `false` to hold the program back. */
  constructor(fd: number, take: (chunk: Buffer) => boolean) {
    const buffer = Buffer.allocUnsafeSlow(bufferBytes)
    this.#socket = new Socket({
      fd,
      readable: true,
      writable: false,
      onread: {
        buffer,
        callback: (count) => {
          this.#reads++
          this.#isHeld = !take(buffer.subarray(0, count))
          return !this.#isHeld
        },
      },
    })
    this.#closed = new Promise((resolve) => {
      this.#socket.once('close', () => {
        this.#isClosed = true
        resolve()
      })
    })
    this.#socket.on('error', () => {})
    this.#socket.resume()
  }

  resume(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.#socket.resume()
  }

  /**
   * What is in the pipe still arrives, then it is closed. It holds little: a process that prints for longer is not ours. With
   * `hurry`, a process that holds it back is not waited for.
   */
  async finish(hurry: () => boolean): Promise<void> {
    let reads = -1
    for (let rounds = 0; !this.#isClosed && rounds < mostRounds;) {
      const isHeld = this.#isHeld && !hurry()
      if (!isHeld && reads === this.#reads) break
      if (!isHeld) rounds++
      reads = this.#reads
      await settlesWithin(this.#closed, quietMs)
    }
    this.#socket.destroy()
  }
}
