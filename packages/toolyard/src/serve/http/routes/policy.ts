/**
 * The rules by which calls are decided, and what they would say of one.
 *
 * @module
 */
import { z } from 'zod'
import { personOf } from '../caller.ts'
import { type Route, route } from '../route.ts'
import { anything, name } from '../shapes/common.ts'
import { toolResult } from '../shapes/calls.ts'

const effect = z.enum(['deny', 'ask', 'allow'])
const judged = z.object({ rule: z.string(), effect, matched: z.boolean(), reason: z.string().optional() })

const explanation = z.object({
  tool: z.string(),
  fingerprint: z.string(),
  mode: z.string(),
  input: anything,
  resources: z.array(anything),
  hooks: z.array(z.string()),
  decision: z.object({ effect, rule: z.string(), reason: z.string() }),
  considered: z.array(judged),
  commands: z.array(anything).optional(),
  offer: z.string().optional(),
})

export const policyRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/policy',
    summary: 'The policy mode, and the rules in the order in which they count.',
    access: 'viewer',
    answer: z.object({
      mode: z.string(),
      rules: z.array(z.object({ rule: z.string(), effect, reason: z.string().optional() })),
    }),
    handle: ({ yard: { policy } }) => ({
      mode: policy.mode,
      rules: policy.rules.map(({ rule, effect: says, reason }) => ({ rule, effect: says, reason })),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/policy/explain',
    summary:
      'What would be decided about a call, by which rule and why; or the result where it would fail before. Runs nothing.',
    access: 'operator',
    body: z.strictObject({
      tool: name,
      input: anything.optional(),
      agent: name.optional(),
      threadId: name.optional(),
      /** Whose call it would be: the one who asks, unless another one is named. */
      principal: name.optional(),
    }),
    answer: z.union([explanation, z.object({ result: toolResult })]),
    handle: async ({ yard }, { body, caller }) => {
      const { tool, input = {}, agent, threadId, principal = personOf(caller) } = body
      const said = await yard.explain(tool, input, { agent, threadId, principal, origin: 'http' })
      return 'considered' in said ? said : { result: said }
    },
  }),
]
