/**
 * Jobs over HTTP: people see all of them, operators retry and cancel. Tokens of agents have no access.
 *
 * @module
 */
import type { JobState, JobView } from '../../engine/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { idParams, listOf, pageOf, whole } from '../../serve/http/shapes/common.ts'
import { cancelQuery, job, jobsQuery, queueCounts } from '../../serve/http/shapes/jobs.ts'
import { personOf, type Route, route } from '../../serve/http/route/index.ts'
import type { JobAccess } from './job-access.ts'
import { jobs } from './part.ts'

export const jobRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/jobs',
    summary:
      'Work that outlives a process, in the order in which it came; of several states, what runs first.',
    access: 'viewer',
    query: jobsQuery,
    answer: pageOf(job),
    handle: async ({ yard }, { query: { queue, tenant, state, after: skip, limit } }) => {
      const states = state?.split(',') as JobState[] | undefined
      const page = await accessOf(yard).list({ queue, tenant, states, skip, limit })
      return { items: page.jobs.map(shown), next: page.next === undefined ? null : String(page.next) }
    },
  }),
  route({
    method: 'GET',
    path: '/api/jobs/counts',
    summary:
      'Every queue with how many jobs wait, run, are parked or failed, and how many workers take them.',
    access: 'viewer',
    answer: listOf(queueCounts),
    handle: async ({ yard }) => whole(await accessOf(yard).counts()),
  }),
  route({
    method: 'POST',
    path: '/api/jobs/:id/retry',
    summary: 'Starts a job anew that failed, was cancelled or is unknown.',
    access: 'operator',
    params: idParams,
    answer: job,
    handle: async ({ yard }, { params }) => shown(await accessOf(yard).retry(params.id)),
  }),
  route({
    method: 'DELETE',
    path: '/api/jobs/:id',
    summary: 'Cancels a job. One that runs is told to stop, wherever it runs.',
    access: 'operator',
    params: idParams,
    query: cancelQuery,
    answer: job,
    handle: async ({ yard }, { params, query, caller }) =>
      shown(await accessOf(yard).cancel(params.id, { by: personOf(caller), reason: query.reason })),
  }),
]

function accessOf(yard: ToolService): JobAccess {
  return yard.installation.part(jobs)
}

function shown({ job: { id, queue, kind, tenant, attempts, notBefore }, token: parkedOn, ...view }: JobView) {
  return { id, queue, kind, tenant, attempts, notBefore, ...view, parkedOn }
}
