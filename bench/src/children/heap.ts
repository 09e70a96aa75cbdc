/**
 * What is on the heap once everything that can go has gone.
 *
 * @module
 */
import { setImmediate } from 'node:timers/promises'

/** In bytes. Needs `--expose-gc`. */
export async function settledHeap(): Promise<number> {
  if (!globalThis.gc) throw new Error('Start Node with --expose-gc')
  for (let turn = 0; turn < 4; turn++) {
    await setImmediate()
    globalThis.gc()
  }
  return process.memoryUsage().heapUsed
}
