/**
 * Connections that wait for us to take them, while the process is busy: how many we ask the system to keep, and how many it allows.
 *
 * @module
 */
import { readFile } from 'node:fs/promises'

export const listenBacklog = 4096

/** What the system allows at the most: `net.core.somaxconn`. Undefined if it can't be told. */
export async function allowedBacklog(): Promise<number | undefined> {
  const text = await readFile('/proc/sys/net/core/somaxconn', 'utf8').catch(() => '')
  const most = Number(text.trim())
  return text !== '' && Number.isSafeInteger(most) ? most : undefined
}
