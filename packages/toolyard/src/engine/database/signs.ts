/**
 * The names of signs: what a process may wait for, or looks at when another one has changed it.
 *
 * @module
 */

/** A stream has another event. */
export function streamSign(id: string): string {
  return `stream ${id}`
}

/** Something waits in a queue, or will at a time that is known. */
export function queueSign(queue: string): string {
  return `queue ${queue}`
}

/** A job is to stop that this process runs. */
export function cancelSign(process: string): string {
  return `cancel ${process}`
}

/** A lock was given to the next in line. */
export function lockSign(key: string): string {
  return `lock ${key}`
}

/** Something was published. */
export const topicsSign = 'topics'
