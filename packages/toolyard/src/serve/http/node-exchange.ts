/**
 * A request and an answer of Node's HTTP server, in the form that the API works with: they are that already.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpExchange } from './message.ts'
import { givenBody } from './given-body.ts'

export function nodeExchange(request: IncomingMessage, response: ServerResponse): HttpExchange {
  return {
    request,
    response,
    original: request,
    async forward(answer) {
      // The adapter reads a body from there if it was read already.
      const rawBody = givenBody(request)
      if (rawBody) Object.assign(request, { rawBody })
      const { getRequestListener } = await import('@hono/node-server')
      await getRequestListener(answer, { overrideGlobalObjects: false })(request, response)
    },
  }
}
