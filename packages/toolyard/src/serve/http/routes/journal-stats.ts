/**
 * Figures about calls and runs, names to choose from, and what runs or waits right now.
 *
 * @module
 */
import { callsNow } from '../calls-now.ts'
import { type Route, route } from '../route.ts'
import { journalNames, journalNow, journalStats, statsQuery } from '../shapes/journal-stats.ts'

const dayMs = 24 * 3_600_000
const none = { total: { calls: 0, errors: 0, denied: 0 }, statuses: {}, slots: [], names: [] } as const

export const journalStatsRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/journal/stats',
    summary:
      'How many calls there were, how they ended, and how long they took, over time and by tool or agent; waiting for people apart; tokens and cost of runs by day.',
    access: 'viewer',
    query: statsQuery,
    answer: journalStats,
    handle: async ({ yard }, { query }) => {
      const { door: origin, thread: threadId, ...rest } = query
      const until = query.until ?? Date.now()
      const since = query.since ?? Math.max(0, until - dayMs)
      const { agent, principal, match, offsetMs } = query
      const [stats, usage] = await Promise.all([
        yard.journal.stats({ ...rest, origin, threadId, since, until }),
        yard.store.runs.usage({ agent, principal, match, offsetMs, since, until, stepMs: dayMs }),
      ])
      return { since, until, stepMs: dayMs, source: 'hours' as const, ...none, ...stats, usage }
    },
  }),
  route({
    method: 'GET',
    path: '/api/journal/names',
    summary: 'Names that calls have had, to filter by: tools, agents, principals and doors.',
    access: 'viewer',
    answer: journalNames,
    handle: async ({ yard }) => {
      const { origins, ...names } = await yard.journal.names()
      return { ...names, doors: origins }
    },
  }),
  route({
    method: 'GET',
    path: '/api/journal/now',
    summary:
      'Calls that run, wait for people or for a worker, in whichever process on the same database. DELETE /api/calls/ID stops one.',
    access: 'viewer',
    answer: journalNow,
    handle: ({ yard }) => callsNow(yard),
  }),
]
