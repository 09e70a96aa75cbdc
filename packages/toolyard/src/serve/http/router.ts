/**
 * From method and path to a route. A literal segment goes before a parameter; what is not known is told apart from what is known
 * under other methods.
 *
 * @module
 */
import type { Route } from './route.ts'

export interface RouteMatch {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

export type RouteLookup = RouteMatch | { readonly allowed: readonly string[] } | undefined

interface PathNode {
  readonly literals: Map<string, PathNode>
  parameter: PathNode | undefined
  readonly routes: Map<string, Route>
}

export type Router = (method: string, path: string) => RouteLookup

export function createRouter(routes: readonly Route[]): Router {
  const root = newPathNode()
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

function newPathNode(): PathNode {
  return { literals: new Map(), parameter: undefined, routes: new Map() }
}

function enter(place: PathNode, segment: string): PathNode {
  if (segment.startsWith(':')) return (place.parameter ??= newPathNode())
  const known = place.literals.get(segment)
  if (known) return known
  const made = newPathNode()
  place.literals.set(segment, made)
  return made
}

/** Where a path may lead: a tool may have a name that is a word of ours elsewhere. */
function placesOf(root: PathNode, segments: readonly string[]): PathNode[] {
  let places = [root]
  for (const segment of segments) {
    const next: PathNode[] = []
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

/** Undefined if a segment can't be decoded: it names nothing. */
function matchOf(route: Route, segments: readonly string[]): RouteMatch | undefined {
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
