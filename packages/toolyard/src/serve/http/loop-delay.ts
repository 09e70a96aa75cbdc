/**
 * How late the event loop is: how long all requests wait while one of them computes.
 *
 * @module
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolution = 20
/** For how long what was measured counts. */
const windowMs = 60_000
const inSeconds = 1e-9

export interface LoopDelay {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

export class LoopWatch {
  readonly #histogram = monitorEventLoopDelay({ resolution })
  #since = performance.now()

  constructor() {
    this.#histogram.enable()
  }

  /** In seconds, of the last minute or two. */
  read(): LoopDelay {
    const { max } = this.#histogram
    const delay = {
      p50: late(this.#histogram.percentile(50)),
      p99: late(this.#histogram.percentile(99)),
      max: late(max),
    }
    if (performance.now() - this.#since >= windowMs) {
      this.#histogram.reset()
      this.#since = performance.now()
    }
    return delay
  }

  close(): void {
    this.#histogram.disable()
  }
}

/** The clock of the histogram counts its own interval as well. */
function late(nanoseconds: number): number {
  return Math.max(0, nanoseconds * inSeconds - resolution / 1000) || 0
}
