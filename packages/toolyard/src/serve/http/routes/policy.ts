/**
 * The rules by which calls are decided, and what they would say of one.
 *
 * @module
 */
import { z } from 'zod'
import { personOf } from '../caller.ts'
import { type Route, route } from '../route.ts'
import { anything, name } from '../shapes/common.ts'
import { explainAnswer, policy, replayAnswer, replayBody } from '../shapes/policy.ts'

export const policyRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/policy',
    summary: 'The policy mode, and the rules in the order in which they count.',
    access: 'viewer',
    answer: policy,
    handle: ({ yard }) => ({
      mode: yard.installation.policy.mode,
      rules: yard.installation.policy.rules.map(({ rule, effect, reason }) => ({ rule, effect, reason })),
      groups: yard.installation.policyGroups(),
    }),
  }),
  route({
    method: 'POST',
    path: '/api/policy/replay',
    summary:
      'What the newest 1,000 calls of the journal would get under one more rule, and what of that would be otherwise than now. Nothing is saved, nothing runs.',
    access: 'operator',
    body: replayBody,
    answer: replayAnswer,
    handle: ({ yard }, { body }) => yard.installation.replay(body),
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
    answer: explainAnswer,
    handle: async ({ yard }, { body, caller }) => {
      const { tool, input = {}, agent, threadId, principal = personOf(caller) } = body
      const said = await yard.explain(tool, input, { agent, threadId, principal, origin: 'http' })
      return 'considered' in said ? said : { result: said }
    },
  }),
]
