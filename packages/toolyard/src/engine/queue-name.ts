/**
 * What queues are called: `calls@WORKSPACE`. Workers of another workspace, whose files are others, do not see it.
 *
 * @module
 */
import { sha256 } from '../kernel/index.ts'

const hashLength = 16

export function queueOf(name: string, workspace: string): string {
  return `${name}@${sha256(workspace).slice(0, hashLength)}`
}

/** `calls` of `calls@WORKSPACE`. */
export function queueFamily(queue: string): string {
  const end = queue.lastIndexOf('@')
  return end < 0 ? queue : queue.slice(0, end)
}
