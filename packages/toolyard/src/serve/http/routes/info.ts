/**
 * What this server is, in one answer.
 *
 * @module
 */
import { z } from 'zod'
import { dialectNames } from '../../../dialects/index.ts'
import { version } from '../../../kernel/index.ts'
import type { Store } from '../../../store/index.ts'
import { roles } from '../caller.ts'
import { type Route, route } from '../route.ts'

const database = z.enum(['sqlite', 'postgres', 'memory'])

const info = z.object({
  version: z.string(),
  workspace: z.string(),
  database,
  mode: z.string(),
  dialects: z.array(z.string()),
  roles: z.array(z.string()),
  counts: z.object({ tools: z.int(), agents: z.int(), pending: z.int() }),
  /** Files that gave no tool. */
  problems: z.array(
    z.object({
      file: z.string(),
      reason: z.string(),
      hint: z.string().optional(),
      isNote: z.boolean().optional(),
    }),
  ),
})

export const infoRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/info',
    summary: 'What this server is: version, database, policy mode, counts.',
    access: 'viewer',
    answer: info,
    handle: async ({ yard, tools }) => {
      const { store } = yard
      const [count, agents, pending] = await Promise.all([
        tools.count(),
        store.agents.list(),
        yard.inbox.count({ status: 'pending' }),
      ])
      return {
        version,
        workspace: yard.workspace,
        database: kindOf(store),
        mode: yard.policy.mode,
        dialects: dialectNames,
        roles,
        counts: {
          tools: count,
          agents: agents.length,
          pending,
        },
        problems: yard.problems,
      }
    },
  }),
]

function kindOf({ durable, location }: Store): z.input<typeof database> {
  if (!durable) return 'memory'
  return /^postgres/i.test(location) ? 'postgres' : 'sqlite'
}
