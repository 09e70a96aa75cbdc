/**
 * The server itself: whether it lives, whether it can work, its figures, its documentation.
 *
 * @module
 */
import { z } from 'zod'
import { messageOf, ToolyardError } from '../../../kernel/index.ts'
import { anything } from '../shapes/common.ts'
import { type Route, route } from '../route.ts'
import { sendText } from '../send.ts'

const patienceMs = 2000
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
    summary: 'Whether it can work: the database answers, and it is not shutting down.',
    access: 'anyone',
    answer: state,
    handle: async ({ yard, streams }) => {
      if (streams.isClosed) throw new ToolyardError('closed', 'the server is shutting down')
      const late = new ToolyardError(
        'store_unavailable',
        `the database did not answer within ${patienceMs} ms`,
      )
      await within(patienceMs, async () => yard.store.revision(), late)
      return { status: 'ready' }
    },
  }),
  route({
    method: 'GET',
    path: '/metrics',
    summary: 'Figures for Prometheus.',
    access: 'viewer',
    answer: z.string(),
    handle: ({ yard, metrics, streams, sessions }, { response }) => {
      const body = metrics.text({ ...yard.load, streams: streams.count, sessions: sessions.count })
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

/** Without data: who asks has shown no token. */
async function within(ms: number, ask: () => Promise<unknown>, late: ToolyardError): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late), ms)
  try {
    await Promise.race([ask(), promise])
  } catch (error) {
    if (error === late) throw late
    throw new ToolyardError('store_unavailable', 'the database does not answer', { cause: messageOf(error) })
  } finally {
    clearTimeout(timer)
  }
}
