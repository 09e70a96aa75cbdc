/** A clock whose time passes when a test says so. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../kernel/index.ts'

export interface ManualClock extends Clock {
  /** Everything that is due within this time fires, in order. */
  pass(ms: number): Promise<void>
  /** Lets everything happen that can happen now. */
  settle(): Promise<void>
}

const begin = 1_800_000_000_000

/** `turns`: how many turns of the event loop it takes until everything has happened that can happen now. */
export function createManualClock({ turns = 5 }: { readonly turns?: number } = {}): ManualClock {
  let now = 0
  let count = 0
  const deadlines = new Map<number, { readonly at: number; readonly fire: () => void }>()
  const next = (until: number): number | undefined => {
    let first: number | undefined
    for (const [id, { at }] of deadlines) {
      if (at <= until && (first === undefined || at < (deadlines.get(first)?.at ?? 0))) first = id
    }
    return first
  }
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < turns; turn++) await nextTurn()
  }
  return {
    now: () => now,
    wall: (at = now) => begin + at,
    after(ms, fire) {
      const id = ++count
      deadlines.set(id, { at: now + Math.max(ms, 0), fire })
      return { cancel: () => void deadlines.delete(id) }
    },
    close: () => deadlines.clear(),
    settle,
    async pass(ms) {
      const until = now + ms
      await settle()
      for (let id = next(until); id !== undefined; id = next(until)) {
        const due = deadlines.get(id)
        deadlines.delete(id)
        now = Math.max(now, due?.at ?? now)
        due?.fire()
        await settle()
      }
      now = until
    },
  }
}
