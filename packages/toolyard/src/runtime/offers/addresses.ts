/**
 * Whose a resource is among several servers, by its address.
 *
 * An address stays as the server wrote it where no other server has it or a template for it; else it stands behind
 * `toolyard://mcp/SERVER/`, and so does one that looks like ours. What stands behind that is the server's own address again.
 *
 * @module
 */
import type { McpResource } from '../../define/index.ts'
import { serverPrefix } from '../../kinds/mcp/definition/index.ts'

/** What one server offers. */
export interface ServerResources {
  readonly server: string
  readonly resources: readonly McpResource[]
}

export interface OfferedResource extends McpResource {
  readonly server: string
  /** Its address as the server knows it. */
  readonly original: string
}

/** Addresses that look like ours. */
export const own = /^toolyard:/i
const base = 'toolyard://mcp/'

/** Every resource and template, under an address that is its own. */
export function withAddresses(all: readonly ServerResources[]): readonly OfferedResource[] {
  const owners = ownersIn(all)
  return all.flatMap(({ server, resources }) =>
    resources.map((resource) => {
      const { uri: original } = resource
      const isAlone = !own.test(original) && owners(original).every((owner) => owner === server)
      return { ...resource, server, original, uri: isAlone ? original : addressAt(server) + original }
    }),
  )
}

/** The server that has a resource, and its address there; which ones have it where that is not clear. */
export function findOwner(
  uri: string,
  all: readonly ServerResources[],
):
  | { readonly server: string; readonly original: string }
  | { readonly several: readonly string[] }
  | undefined {
  const named = all.find(({ server }) => uri.startsWith(addressAt(server)))
  if (named) return { server: named.server, original: uri.slice(addressAt(named.server).length) }
  if (own.test(uri)) return undefined
  const offering = all.filter(({ resources }) => resources.length > 0).map(({ server }) => server)
  const known = ownersIn(all)(uri)
  // A server may have more than it lists: where there is only one, it is asked.
  const [server, ...others] = known.length > 0 ? known : offering
  if (server === undefined || (others.length > 0 && known.length === 0)) return undefined
  return others.length === 0
    ? { server, original: uri }
    : { several: known.map((owner) => addressAt(owner) + uri) }
}

function addressAt(server: string): string {
  return `${base}${serverPrefix(server)}/`
}

/** What an address must begin and end with to fit a template. Servers write templates: they are compared in linear time. */
interface Pattern {
  readonly server: string
  readonly start: string
  readonly end: string
}

function patternOf(server: string, template: string): Pattern {
  const [start = ''] = template.split('{', 1)
  return { server, start, end: template.slice(template.lastIndexOf('}') + 1) }
}

function fits({ start, end }: Pattern, uri: string): boolean {
  return uri.length >= start.length + end.length && uri.startsWith(start) && uri.endsWith(end)
}

/** The servers that list an address, or have a template for it. One that would take any address has it only where no other does. */
function ownersIn(all: readonly ServerResources[]): (uri: string) => readonly string[] {
  const listed = new Map<string, Set<string>>()
  const patterns: Pattern[] = []
  for (const { server, resources } of all)
    for (const { uri, isTemplate = false } of resources) {
      const known = listed.get(uri) ?? new Set()
      listed.set(uri, known.add(server))
      if (isTemplate) patterns.push(patternOf(server, uri))
    }
  return (uri) => {
    const fitting = patterns.filter((pattern) => fits(pattern, uri))
    const narrow = fitting.filter(({ start }) => start !== '').map(({ server }) => server)
    const found = new Set([...(listed.get(uri) ?? []), ...narrow])
    return [...(found.size > 0 ? found : new Set(fitting.map(({ server }) => server)))]
  }
}
