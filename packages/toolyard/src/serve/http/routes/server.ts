/**
 * The server itself: whether it lives, whether it can work, its figures, its documentation.
 *
 * @module
 */
import { z } from 'zod'
import { ToolyardError } from '../../../kernel/index.ts'
import { anything } from '../shapes/common.ts'
import { type Route, route } from '../route.ts'
import { sendText } from '../send.ts'
import { openDescriptors } from '../descriptors.ts'

const state = z.object({ status: z.string() })

export const serverRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/healthz',
    summary: 'Whether the process lives.',
    access: 'anyone',
    answer: state,
    handle: () => ({ status: 'ok' }),
  }),
  route({
    method: 'GET',
    path: '/readyz',
    summary: 'Whether it can work: the database can be written, and the server is not shutting down.',
    access: 'anyone',
    answer: state,
    handle: async ({ readiness, streams }) => {
      if (streams.isClosed) throw new ToolyardError('closed', 'the server is shutting down')
      const problem = await readiness.problem()
      if (problem) throw problem
      return { status: 'ready' }
    },
  }),
  route({
    method: 'GET',
    path: '/metrics',
    summary: 'Figures for Prometheus.',
    access: 'viewer',
    answer: z.string(),
    handle: async ({ yard, metrics, streams, sessions, connections }, { response }) => {
      const body = metrics.text({
        ...yard.journal.load,
        streams: streams.count,
        sessions: sessions.count,
        connections,
        descriptors: await openDescriptors(),
        jobs: await yard.installation.engine.counts(),
        now: Date.now(),
      })
      sendText(response, { type: 'text/plain; version=0.0.4; charset=utf-8', body })
      return undefined
    },
  }),
  route({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This documentation, for programs.',
    access: 'anyone',
    answer: anything,
    handle: ({ openApi }) => openApi(),
  }),
]
