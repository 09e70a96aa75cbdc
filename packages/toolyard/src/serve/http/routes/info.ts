/**
 * What this server is, in one answer.
 *
 * @module
 */
import type { z } from 'zod'
import { dialectNames } from '../../../dialects/index.ts'
import { version } from '../../../kernel/index.ts'
import type { Store } from '../../../store/index.ts'
import { type Route, route } from '../route.ts'
import { findingsOf } from '../server-views.ts'
import { role } from '../shapes/access.ts'
import { info } from '../shapes/server.ts'

export const infoRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/info',
    summary: 'What this server is: version, database, policy mode, counts.',
    access: 'viewer',
    answer: info,
    handle: async ({ yard, tools }) => {
      const { store } = yard
      const [count, agents, pending, held] = await Promise.all([
        tools.count(),
        store.agents.list(),
        yard.inbox.count({ status: 'pending' }),
        yard.catalogue.list({ state: 'held' }),
      ])
      return {
        version,
        workspace: yard.installation.workspace,
        database: kindOf(store),
        mode: yard.installation.policy.mode,
        dialects: dialectNames,
        roles: role.options,
        counts: {
          tools: count,
          agents: agents.filter(({ expiresAt }) => expiresAt === undefined).length,
          pending,
          held: held.length,
          suspicious: held.filter(({ manifest }) => findingsOf(manifest).length > 0).length,
        },
        problems: yard.problems,
      }
    },
  }),
]

function kindOf({ durable, location }: Store): z.input<typeof info>['database'] {
  if (!durable) return 'memory'
  return /^postgres/i.test(location) ? 'postgres' : 'sqlite'
}
