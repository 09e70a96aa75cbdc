/**
 * Joins the fleet and takes up its work. A Redis that is away is waited for; one that can't carry a fleet is an error.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf, ToolyardError } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'

interface JoinOptions {
  readonly signal: AbortSignal
  /** Told once that it waits. */
  readonly tell: (line: string) => void
}

const againMs = 1000

/** False if it was stopped before. Throws what waiting does not help against. */
export async function joinFleet(yard: ToolService, { signal, tell }: JoinOptions): Promise<boolean> {
  const { engine, isWorking, work } = yard.installation
  for (let tries = 0; !signal.aborted; tries++) {
    try {
      await engine.shared()
      if (isWorking) await work()
      if (tries > 0) tell('The engine answers again.')
      return true
    } catch (error) {
      if (!ToolyardError.isInstance(error) || !error.retryable) throw error
      if (tries === 0) tell(`${messageOf(error)}. Trying again until it is there.`)
    }
    await sleep(againMs, undefined, { signal }).catch(() => {})
  }
  return false
}
