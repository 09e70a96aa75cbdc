/**
 * What a request says, held against the shapes of its route. Every problem is told, each with its place.
 *
 * @module
 */
import type { z } from 'zod'
import { ToolyardError } from '../../kernel/index.ts'
import type { BodyRoom } from './body-room.ts'
import type { HttpRequest } from './message.ts'
import { readJson } from './read-body.ts'
import type { Route } from './route.ts'
import type { RouteMatch } from './router.ts'

export interface Problem {
  readonly path: string
  readonly message: string
}

/** An error with its parts told one by one. */
export interface RefusedRequest {
  readonly error: ToolyardError
  readonly details: readonly Problem[]
}

export interface CheckedRequest {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Bytes of a body that are read of a caller who is not known. */
const mostOfStrangers = 16_384

/** Throws if the body can't be read at all. */
export async function checkRequest(
  { route, params }: RouteMatch,
  {
    request,
    search,
    room,
  }: { readonly request: HttpRequest; readonly search: string; readonly room: BodyRoom },
): Promise<CheckedRequest | RefusedRequest> {
  const body = route.body && (await readJson(request, readingOf(route, room)))
  const problems: Problem[] = []
  const check = (shape: z.ZodType | undefined, value: unknown, place: string): unknown => {
    if (!shape) return undefined
    const read = shape.safeParse(value)
    if (!read.success) for (const issue of read.error.issues) problems.push(problemOf(issue, place))
    return read.data
  }
  const checked: CheckedRequest = {
    params: route.params ? check(route.params, params, 'path') : params,
    query: check(route.query, route.query && queryOf(search), 'query'),
    // If nothing was sent, nothing is said.
    body: check(route.body, body === undefined ? {} : body, 'body'),
  }
  if (problems.length === 0) return checked
  const [first] = problems
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
  return {
    error: new ToolyardError(
      'invalid_arguments',
      `${first?.path ?? 'the request'}: ${first?.message ?? 'is wrong'}${more}`,
      { hint: `See what ${route.method} ${route.path} takes in /openapi.json, or at /docs.` },
    ),
    details: problems,
  }
}

/** Many large bodies at once have one room together. */
function readingOf({ access, bodyBytes }: Route, room: BodyRoom): Parameters<typeof readJson>[1] {
  if (access === 'anyone') return { most: mostOfStrangers }
  return bodyBytes === undefined ? {} : { most: bodyBytes, room }
}

/** Of a name that comes twice the first counts. */
function queryOf(search: string): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(search))
    if (!Object.hasOwn(query, name) && name !== '__proto__') query[name] = value
  return query
}

function problemOf({ path, message }: z.core.$ZodIssue, place: string): Problem {
  return { path: [place, ...path.map(String)].join('.'), message }
}
