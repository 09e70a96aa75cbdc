/**
 * How much more memory a process held at its peak than before, as the operating system counts it.
 *
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'

/** Bytes. Linux only: the high-water mark is set back before. */
export async function peakGrowth(
  work: () => Promise<unknown>,
  pid: number | 'self' = 'self',
): Promise<number> {
  globalThis.gc?.()
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = statusOf(pid, 'VmRSS')
  await work()
  return statusOf(pid, 'VmHWM') - before
}

function statusOf(pid: number | 'self', field: string): number {
  const found = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  if (!found) throw new Error(`/proc/${pid}/status has no ${field}`)
  return Number(found[1]) * 1024
}
