/** Waiting for a sign, not for a time. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Throws if it has not come to be so by then. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { what, patienceMs = 120_000, everyMs = 10 }: { what: string; patienceMs?: number; everyMs?: number },
): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`${what}: not after ${patienceMs / 1000} s`)
    await sleep(everyMs)
  }
}

/** The same for a number. Throws if it stands still for so long: how fast it grows is the machine's affair. */
export async function untilCount(
  wanted: number,
  count: () => number | Promise<number>,
  { what, patienceMs = 120_000, everyMs = 50 }: { what: string; patienceMs?: number; everyMs?: number },
): Promise<void> {
  let [last, since] = [await count(), performance.now()]
  while (last !== wanted) {
    if (performance.now() - since > patienceMs)
      throw new Error(`${what}: it stands at ${last} of ${wanted} for ${patienceMs / 1000} s`)
    await sleep(everyMs)
    const now = await count()
    if (now !== last) [last, since] = [now, performance.now()]
  }
}
