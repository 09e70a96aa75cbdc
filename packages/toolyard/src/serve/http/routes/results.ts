/**
 * Answers of tools that were too long for a model, read piece by piece.
 *
 * @module
 */
import { z } from 'zod'
import { ToolyardError } from '../../../kernel/index.ts'
import { type Route, route } from '../route.ts'
import { name } from '../shapes/common.ts'
import { storedResult } from '../shapes/journal.ts'

const mostCharacters = 1_000_000
const usualCharacters = 50_000

export const resultRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/results/:handle',
    summary: 'A piece of a long answer, under the handle that its result names.',
    access: 'viewer',
    params: z.object({ handle: name }),
    query: z.strictObject({
      offset: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(mostCharacters).default(usualCharacters),
    }),
    answer: storedResult,
    handle: async ({ yard }, { params, query: { offset, limit } }) => {
      const found = await yard.journal.readResult(params.handle)
      if (!found)
        throw new ToolyardError('not_found', `there is no result under "${params.handle}"`, {
          hint: 'Results are kept for some days; call the tool again.',
        })
      const { handle, tool, text, dropped } = found
      return { handle, tool, text: text.slice(offset, offset + limit), offset, total: text.length, dropped }
    },
  }),
]
