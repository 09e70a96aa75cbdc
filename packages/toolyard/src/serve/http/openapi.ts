/**
 * The OpenAPI document, made from the table of routes.
 *
 * @module
 */
import { z } from 'zod'
import { version } from '../../kernel/index.ts'
import type { Route } from './route.ts'
import { errorAnswer } from './shapes/common.ts'

type Json = Readonly<Record<string, unknown>>

export function openApiOf(routes: readonly Route[], basePath = ''): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Toolyard',
      version,
      description:
        'Tools, agents, calls and what people decide about them. Times are milliseconds since 1970.',
    },
    servers: [{ url: basePath || '/' }],
    security: [{ token: [] }, { session: [] }],
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        session: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Toolyard-CSRF',
          description: 'Of a browser that has signed in: its cookie, and with unsafe methods this header.',
        },
      },
      schemas: { Error: schemaOf(errorAnswer, 'output') },
    },
    paths,
  }
}

function operationOf(route: Route): Json {
  return {
    summary: route.summary,
    operationId: operationId(route),
    tags: [tagOf(route.path)],
    ...(route.access === 'anyone' ? { security: [] } : { 'x-role': route.access, 'x-agents': route.agents }),
    parameters: [
      ...parametersOf(route.params, 'path', route.path),
      ...parametersOf(route.query, 'query', route.path),
    ],
    ...(route.body && {
      requestBody: { content: { 'application/json': { schema: schemaOf(route.body, 'input') } } },
    }),
    responses: {
      [String(route.status)]: { description: 'It went well.', content: contentOf(route) },
      default: {
        description: 'It did not.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function contentOf({ answer, streams, path, answersBytes }: Route): Json {
  const text = { schema: { type: 'string' } }
  if (answersBytes) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  if (streams === 'always') return { 'text/event-stream': text }
  if (path === '/metrics') return { 'text/plain': text }
  return {
    'application/json': { schema: schemaOf(answer, 'output') },
    ...(streams && { 'text/event-stream': text }),
  }
}

function parametersOf(shape: z.ZodType | undefined, place: 'path' | 'query', path: string): Json[] {
  if (!shape) return []
  const { properties = {}, required = [] } = schemaOf(shape, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties)
    .filter(([name]) => place === 'query' || path.includes(`:${name}`))
    .map(([name, schema]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema,
    }))
}

function schemaOf(shape: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' })
  return schema
}

/** `post_api_tools_name_call`. */
function operationId({ method, path }: Route): string {
  return `${method.toLowerCase()}${path.replaceAll(/[^\w]+/g, '_')}`.replace(/_$/, '')
}

/** The word after `/api/`; what stands outside is about the server itself. */
function tagOf(path: string): string {
  return /^\/api\/([\w-]+)/.exec(path)?.[1] ?? 'server'
}
