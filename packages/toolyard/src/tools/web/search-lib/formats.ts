/**
 * Small parts of the services' formats: where they are asked, and a look into answers whose shape is only promised.
 *
 * @module
 */
import { isPlainObject } from '../../../kernel/index.ts'

type JsonFields = Readonly<Record<string, unknown>>

const none: JsonFields = {}

/** The object at the end of a path of members; an empty one if there is none. */
export function objectAt(value: unknown, ...path: readonly string[]): JsonFields {
  let found = isPlainObject(value) ? value : none
  for (const name of path) {
    const next = found[name]
    found = isPlainObject(next) ? next : none
  }
  return found
}

/** Results beyond the largest count that a call may ask for are not read. */
const mostObjects = 100

/** The first objects of a list; none if it is no list. */
export function objectsIn(value: unknown): readonly JsonFields[] {
  return Array.isArray(value) ? (value as unknown[]).slice(0, mostObjects).filter(isPlainObject) : []
}

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** A body for a request: without members that are undefined. */
export function jsonBody(members: JsonFields): string {
  return JSON.stringify(members)
}

/** A path below the address of a service, which may have one of its own. */
export function endpoint(address: string, path: string): URL {
  const url = new URL(address)
  url.pathname = url.pathname.replace(/\/+$/, '') + path
  return url
}

/** The query with `site:`, as most services read it. */
export function withSite(query: string, site: string | undefined): string {
  return site === undefined ? query : `${query} site:${site}`
}
