/** User and system time as Linux counts it: of this process and of all that it has waited for, with what those have started. */
import { readFileSync } from 'node:fs'

/** In seconds. */
export interface ProcessorTime {
  readonly own: number
  /** Of children that have ended. */
  readonly children: number
}

export function processorTime(): ProcessorTime {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  // The name of the program stands in parentheses and may hold anything; utime, stime, cutime and cstime are fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const seconds = (from: number): number => (Number(fields[from]) + Number(fields[from + 1])) / 100
  return { own: seconds(11), children: seconds(13) }
}

/** Asked at the end of each child, answers what that child took. */
export function childTimes(): () => number {
  let before = processorTime().children
  return () => {
    const now = processorTime().children
    const taken = now - before
    before = now
    return taken
  }
}
