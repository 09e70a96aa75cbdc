/** How long the event loop was busy without a pause. */

export interface LoopTurns extends Disposable {
  /** The most milliseconds of work between two turns; time in which the machine did something else does not count. */
  readonly longestMs: number
}

export function watchLoop(): LoopTurns {
  let longest = 0
  let last = process.threadCpuUsage()
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
    timer = setImmediate(look)
  }
  let timer = setImmediate(look)
  return {
    get longestMs() {
      return longest
    },
    [Symbol.dispose]: () => clearImmediate(timer),
  }
}
