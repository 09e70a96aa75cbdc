/**
 * The one way of finding out what other processes have changed where only the database is shared: look again and again.
 *
 * What this process changes is told at once by those who change it; looks are for the rest. Looks never overlap. While nothing is
 * found they become rarer, down to a limit.
 *
 * @module
 */
import type { Clock } from '../kernel/index.ts'

export interface LookOptions {
  /** A quiet clock keeps no process alive. */
  readonly clock: Clock
  /** Answers whether it found something. */
  readonly look: () => Promise<boolean>
  /** From one look to the next. */
  readonly everyMs: number
  /** The longest wait while nothing is found; `everyMs` by default. */
  readonly idleMs?: number | undefined
  /** The wait after a look that failed, such as when the database is away; `idleMs` by default. */
  readonly failedMs?: number | undefined
  readonly failed?: ((error: unknown) => void) | undefined
}

export interface RepeatedLook {
  /** Something is expected: the waits begin anew with the shortest one. */
  expect(): void
  /** Resolves when a look that has begun is over. */
  stop(): Promise<void>
}

export function lookAgain(options: LookOptions): RepeatedLook {
  const { clock, look, everyMs, idleMs = everyMs, failedMs = idleMs, failed } = options
  let isOver = false
  let waitMs = everyMs
  let current: Promise<void> = Promise.resolve()
  let deadline: ReturnType<Clock['after']> | undefined
  const turn = async (): Promise<void> => {
    try {
      waitMs = (await look()) ? everyMs : Math.min(idleMs, waitMs * 1.5)
    } catch (error) {
      waitMs = failedMs
      failed?.(error)
    }
    plan()
  }
  const plan = (): void => {
    if (!isOver) deadline = clock.after(waitMs, () => void (current = turn()))
  }
  plan()
  return {
    expect() {
      waitMs = everyMs
    },
    async stop() {
      isOver = true
      deadline?.cancel()
      await current
    },
  }
}
