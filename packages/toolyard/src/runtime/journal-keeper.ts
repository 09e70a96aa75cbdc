/**
 * Keeps the journal within its age: soon after the start and then every hour, old calls are pruned in small batches.
 *
 * Commands that end at once never come to it; a process that ends stops after the batch that it is at.
 *
 * @module
 */
import type { Store } from '../store/index.ts'

export interface JournalKeeper {
  close(): Promise<void>
}

export interface JournalKeeperOptions {
  /** Calls are kept for so long; for ever without a number. */
  readonly days: number | undefined
  /** What is counted of them, for so long. */
  readonly statsDays?: number | undefined
  readonly now: () => number
  readonly firstMs?: number
  /** Told what went wrong; the next hour tries again. */
  readonly failed: (error: unknown) => void
}

const dayMs = 24 * 3_600_000
const usualStatsDays = 400
const usualFirstMs = 10_000
const everyMs = 3_600_000

export function keepJournal(
  store: Pick<Store, 'prune' | 'durable'>,
  { days, statsDays = usualStatsDays, now, firstMs = usualFirstMs, failed }: JournalKeeperOptions,
): JournalKeeper {
  if (days === undefined || !store.durable) return { close: async () => {} }
  const stop = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout
  const plan = (ms: number): void => {
    timer = setTimeout(() => {
      const [before, statsBefore] = [days, Math.max(days, statsDays)].map((age) => now() - age * dayMs)
      running = store.prune({ before: before ?? 0, statsBefore, signal: stop.signal }).catch(failed)
      plan(everyMs)
    }, ms).unref()
  }
  plan(firstMs)
  return {
    async close() {
      clearTimeout(timer)
      stop.abort()
      await running
    },
  }
}
