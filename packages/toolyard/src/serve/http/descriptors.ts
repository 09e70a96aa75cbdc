/**
 * How many descriptors this process has open, and may have. Known on Linux only.
 *
 * @module
 */
import { readdir, readFile } from 'node:fs/promises'

export interface Descriptors {
  readonly open: number
  readonly most: number | undefined
}

export async function openDescriptors(): Promise<Descriptors | undefined> {
  try {
    const [open, limits] = await Promise.all([
      readdir('/proc/self/fd'),
      readFile('/proc/self/limits', 'utf8'),
    ])
    const most = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1])
    return { open: open.length, most: Number.isFinite(most) ? most : undefined }
  } catch {
    return undefined
  }
}
