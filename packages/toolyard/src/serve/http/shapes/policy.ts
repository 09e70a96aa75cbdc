/**
 * The policy, and what it says of one call.
 *
 * @module
 */
import { z } from 'zod'
import { toolResult } from './calls.ts'
import { anything, text } from './common.ts'

const effect = z.enum(['deny', 'ask', 'allow'])
const judged = z.object({ rule: z.string(), effect, matched: z.boolean(), reason: z.string().optional() })

export const explanation = z.object({
  tool: z.string(),
  fingerprint: z.string(),
  mode: z.string(),
  input: anything,
  resources: z.array(z.object({ kind: z.string(), id: z.string(), access: z.string() })),
  hooks: z.array(z.string()),
  decision: z.object({ effect, rule: z.string(), reason: z.string() }),
  considered: z.array(judged),
  commands: z.array(anything).optional(),
  offer: z.string().optional(),
})

/** What is decided, or the result of a call that fails before. */
export const explainAnswer = z.union([explanation, z.object({ result: toolResult })])

export const policy = z.object({
  mode: z.string(),
  rules: z.array(z.object({ rule: z.string(), effect, reason: z.string().optional() })),
  /** What is true of the tools that are here, in groups: asked of the code that decides about calls. */
  groups: z.array(
    z.object({
      /** Whether the application itself brought the tools. */
      isOwn: z.boolean(),
      reaches: z.enum(['read', 'edit', 'database', 'outside']),
      /** `varies`: it depends on the arguments. */
      effect: z.enum(['deny', 'ask', 'allow', 'varies']),
      by: z.string().optional(),
      rule: z.string().optional(),
      tools: z.array(z.string()),
    }),
  ),
})

export const replayBody = z.strictObject({ effect, rule: text.min(1) })

export const replayAnswer = z.object({
  /** Calls of the journal that were looked at, the newest first. */
  calls: z.int(),
  /** Of those, such as would not get as far as policy any more. */
  skipped: z.int(),
  /** Whether time was over before all were looked at. */
  isCut: z.boolean(),
  changes: z.array(
    z.object({ tool: z.string(), from: effect, to: effect, count: z.int(), calls: z.array(z.string()) }),
  ),
})
