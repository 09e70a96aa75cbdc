/**
 * The OpenAPI document as the page shows it: groups of routes, each with what it takes and gives.
 *
 * @module
 */
import type { JsonSchema } from '../../api/types.ts'
import { objectOf } from '../../components/schema/resolve.ts'

export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly [key: string]: unknown
}

export interface Operation {
  readonly summary?: string
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Content }
  readonly responses?: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>
  readonly 'x-role'?: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required?: boolean
  readonly schema?: JsonSchema
}

type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>

export interface ApiRoute {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export interface RouteGroup {
  readonly name: string
  readonly routes: readonly ApiRoute[]
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** In the document's order; only routes that have every word somewhere. */
export function groupsOf({ paths }: ApiDocument, q: string, other: string): readonly RouteGroup[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    methods.flatMap((method): ApiRoute[] => {
      const operation = operations[method]
      if (!operation) return []
      const text = `${method} ${path} ${operation.summary ?? ''}`.toLowerCase()
      if (!words.every((word) => text.includes(word))) return []
      return [
        { id: operation.operationId ?? `${method} ${path}`, method: method.toUpperCase(), path, operation },
      ]
    }),
  )
  const byTag = Map.groupBy(routes, ({ operation }) => operation.tags?.[0] ?? other)
  return [...byTag].map(([name, grouped]) => ({ name, routes: grouped }))
}

export function jsonSchemaIn(content: Content | undefined): JsonSchema | undefined {
  return content?.['application/json']?.schema
}

/** A command that can be run once the names in capitals are filled in. */
export function curlOf({ method, path, operation }: ApiRoute, origin: string): string {
  const place = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => name.toUpperCase())
  const body = jsonSchemaIn(operation.requestBody?.content)
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${origin}${place}'`,
    `-H "Authorization: Bearer $TOOLYARD_TOKEN"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d '${sampleOf(body)}'`]),
  ].join(' \\\n  ')
}

/** What has to be sent, with its types in place of values. */
function sampleOf(schema: JsonSchema): string {
  const { properties, required } = objectOf(schema)
  const names = Array.isArray(required)
    ? (required as string[])
    : Object.keys(objectOf(properties)).slice(0, 3)
  const sample = Object.fromEntries(names.map((name) => [name, wordFor(objectOf(properties)[name])]))
  return JSON.stringify(sample)
}

function wordFor(schema: unknown): unknown {
  const { type, enum: options } = objectOf(schema)
  if (Array.isArray(options)) return options[0] as unknown
  if (type === 'array') return []
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return 1
  return type === 'string' ? 'TEXT' : {}
}
