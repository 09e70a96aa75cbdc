/**
 * `scriptedRunner`: runs agents with a script in place of a model. Only the words are scripted: it is the same loop as with any model,
 * and every call is real.
 *
 * @module
 */
import type { Runner } from '../agents/index.ts'
import { createLoopRunner } from '../agents/loop/index.ts'
import {
  modelOf,
  readTurns,
  type Script,
  type ScriptRule,
  type ScriptTurn,
} from '../agents/models/scripted/index.ts'
import { createClock, createIds } from '../kernel/index.ts'

/** Far more than a test says. */
const contextLimit = 1_000_000

/**
 * Give it as `runners: { script: scriptedRunner([…]) }`, and name it as the `runner` of an agent. Each run begins where its thread
 * stands. Throws `invalid_config` if a turn is wrong.
 */
export function scriptedRunner(
  turns: readonly ScriptTurn[] | Script | { readonly rules: readonly ScriptRule[] },
): Runner {
  const script = readTurns(turns)
  const models = { open: async (name: string) => modelOf({ name, contextLimit }, script) }
  return createLoopRunner({ models, clock: createClock({ quiet: true }), ids: createIds() })
}
