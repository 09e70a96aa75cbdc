/**
 * From method and path to a route. A literal segment goes before a parameter; what is not known is told apart from what is known
 * under other methods.
 *
 * @module
 */
import type { Route } from './route.ts'

export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

export type Found = Match | { readonly allowed: readonly string[] } | undefined

interface Place {
  readonly literals: Map<string, Place>
  parameter: Place | undefined
  readonly routes: Map<string, Route>
}

export type Router = (method: string, path: string) => Found

export function createRouter(routes: readonly Route[]): Router {
  const root = newPlace()
  for (const route of routes) {
    let place = root
    for (const segment of segmentsOf(route.path)) place = enter(place, segment)
    place.routes.set(route.method, route)
  }
  return (method, path) => {
    const segments = segmentsOf(path)
    const places = placesOf(root, segments)
    for (const { routes: known } of places) {
      const route = known.get(method)
      if (route) return matchOf(route, segments)
    }
    const allowed = places.flatMap(({ routes: known }) => [...known.keys()])
    return allowed.length > 0 ? { allowed } : undefined
  }
}

function newPlace(): Place {
  return { literals: new Map(), parameter: undefined, routes: new Map() }
}

function enter(place: Place, segment: string): Place {
  if (segment.startsWith(':')) return (place.parameter ??= newPlace())
  const known = place.literals.get(segment)
  if (known) return known
  const made = newPlace()
  place.literals.set(segment, made)
  return made
}

/** Where a path may lead: a tool may have a name that is a word of ours elsewhere. */
function placesOf(root: Place, segments: readonly string[]): Place[] {
  let places = [root]
  for (const segment of segments) {
    const next: Place[] = []
    for (const { literals, parameter } of places) {
      const literal = literals.get(segment)
      if (literal) next.push(literal)
      if (parameter && segment !== '') next.push(parameter)
    }
    places = next
  }
  return places
}

function segmentsOf(path: string): string[] {
  return path.slice(1).split('/')
}

/** Nothing where a segment can't be decoded: nobody is called that. */
function matchOf(route: Route, segments: readonly string[]): Match | undefined {
  const params: Record<string, string> = {}
  for (const [index, name] of segmentsOf(route.path).entries()) {
    if (!name.startsWith(':')) continue
    const value = decoded(segments[index] ?? '')
    if (value === undefined) return undefined
    params[name.slice(1)] = value
  }
  return { route, params }
}

function decoded(segment: string): string | undefined {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
