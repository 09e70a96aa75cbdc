/**
 * What calls are limited by where processes share an engine: rates, budgets, and locks of what no machine has for itself. Places, and
 * locks of files, are this process's own.
 *
 * The engine is asked by calls that have such a limit, and by no others.
 *
 * @module
 */
import { type Engine, type Limits, type LockRequest, queueOf, type Rate } from '../engine/index.ts'
import { settlesWithin, ToolyardError } from '../kernel/index.ts'

/** How long those who only read wait for an engine that is not open yet. */
const openMs = 3000

export function sharedLimits(here: Limits, workspace: string, shared: () => Promise<Engine>): Limits {
  return {
    ...here,
    rate(key, perMinute): Rate {
      const name = queueOf(key, workspace)
      let rate: Rate | undefined
      return { take: async (now) => (rate ??= (await shared()).limits.rate(name, perMinute)).take(now) }
    },
    spend: async (key, most) => (await shared()).limits.spend(queueOf(key, workspace), most),
    lock(requests, owner, signal) {
      const far = requests.filter(({ isEverywhere }) => isEverywhere)
      const near = here.lock(requests, owner, signal)
      if (far.length === 0) return near
      return lockFar(near, far, async (isReading) => {
        const engine = shared()
        if (isReading && !(await settlesWithin(engine, openMs)))
          throw new ToolyardError('unavailable', 'the engine does not answer')
        return (await engine).limits.lock(far, owner, signal)
      })
    },
  }
}

/** First those of this process, then those of all: in one order, so that none waits in a circle. */
async function lockFar(
  near: ReturnType<Limits['lock']>,
  far: readonly LockRequest[],
  lock: (isReading: boolean) => Promise<() => void>,
): Promise<() => void> {
  const isReading = far.every(({ access }) => access === 'read')
  const releaseNear = await near
  try {
    const releaseFar = await lock(isReading)
    return () => {
      releaseFar()
      releaseNear()
    }
  } catch (error) {
    // Who only reads goes on: while the engine is away, nobody begins to write.
    if (isAway(error) && isReading) return releaseNear
    releaseNear()
    throw error
  }
}

function isAway(error: unknown): boolean {
  return ToolyardError.isInstance(error) && error.code === 'unavailable'
}
