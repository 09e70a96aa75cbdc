/**
 * The policy, and what it says of one call.
 *
 * @module
 */
import { z } from 'zod'
import { toolResult } from './calls.ts'
import { anything } from './common.ts'

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
})
