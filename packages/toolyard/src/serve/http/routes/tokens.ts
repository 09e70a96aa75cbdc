/**
 * Tokens: who may come in, as what. Only administrators see or change them; a token's value is shown once.
 *
 * @module
 */
import { z } from 'zod'
import { cleanText, ToolyardError } from '../../../kernel/index.ts'
import type { AccessToken } from '../../../store/index.ts'
import { type Route, route } from '../route.ts'
import { madeToken, role as roleShape, token } from '../shapes/access.ts'
import { idParams, listOf, name, whole } from '../shapes/common.ts'

export const tokenRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/tokens',
    summary: 'The tokens that open this server; without their values, which nobody keeps.',
    access: 'admin',
    answer: listOf(token),
    handle: async ({ tokens }) => whole((await tokens.list()).map(viewOf)),
  }),
  route({
    method: 'POST',
    path: '/api/tokens',
    summary: 'Makes a token. Its value is in this answer and never shown again.',
    access: 'admin',
    status: 201,
    body: z.strictObject({
      name: name.max(100).refine((given) => !/[\n\t]/.test(given) && cleanText(given) === given, {
        error: 'must be one line without control or invisible characters',
      }),
      role: roleShape,
      /** Id or name; needed for the role agent, and for no other. */
      agent: name.optional(),
    }),
    answer: madeToken,
    handle: async ({ yard, tokens }, { body }) => {
      const { role, agent } = body
      if ((role === 'agent') !== (agent !== undefined))
        throw new ToolyardError(
          'invalid_arguments',
          role === 'agent'
            ? 'a token of the role agent needs an agent'
            : `a token of the role ${role} has no agent`,
          { hint: 'Send { "role": "agent", "agent": NAME }, or another role without an agent.' },
        )
      const bound = agent === undefined ? undefined : (await yard.agents.find(agent)).id
      await tokens.requireFreeName(body.name)
      const made = await tokens.create({ name: body.name, role, agent: bound })
      return { ...viewOf(made.token), value: made.value }
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/tokens/:id',
    summary: 'Takes a token back. Sessions that were begun with it end.',
    access: 'admin',
    params: idParams,
    answer: token,
    handle: async ({ tokens, onTokenRemoved }, { params }) => {
      const removed = await tokens.remove(params.id)
      await onTokenRemoved(removed)
      return viewOf(removed)
    },
  }),
]

function viewOf({ id, name: called, role, agent, createdAt, lastUsedAt }: AccessToken) {
  return { id, name: called, role, agent, createdAt, lastUsedAt }
}
