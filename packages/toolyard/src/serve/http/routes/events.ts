/**
 * Everything that happens, as one stream.
 *
 * @module
 */
import { z } from 'zod'
import { type Route, route } from '../route.ts'
import { text } from '../shapes/common.ts'
import { type Topic, topics } from '../streams/hub-watch.ts'

const known: readonly string[] = topics

export const eventRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/events',
    summary: `What happens, in whichever process: call, approval, question, tools, agents, grants, board, run. Last-Event-ID resumes; "reset" says that too much was missed. Topics: ${topics.join(', ')}.`,
    access: 'viewer',
    streams: 'always',
    query: z.strictObject({
      topics: text
        .optional()
        .transform((given) => given?.split(',').filter(Boolean) ?? [...topics])
        .refine((given) => given.every((topic) => known.includes(topic)), {
          error: `must be some of ${topics.join(', ')}, with commas between them`,
        }),
    }),
    answer: z.string(),
    handle: async ({ hub, streams }, { query, request, response, caller }) => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      const reader = streams.add(response, {
        caller,
        isEndless: true,
        onClose: () => {
          hub.leave(reader)
          resolve(undefined)
        },
      })
      reader.open()
      const last = request.headers['last-event-id']
      await hub.join(reader, new Set(query.topics as Topic[]), typeof last === 'string' ? last : undefined)
      return promise
    },
  }),
]
