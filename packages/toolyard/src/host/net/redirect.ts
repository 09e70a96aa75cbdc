/**
 * Where a redirect leads, and what goes along: never from https to http, and to another host neither credentials nor a body.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { RequestAddress, Guard } from './guard.ts'

/** One request on the way to an answer. */
export interface Hop extends RequestAddress {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
  /** Headers that go to this origin and to no other, not even from http to https. */
  readonly bound?: ReadonlySet<string> | undefined
}

const statuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Headers that say nothing of the caller. All others stay with the host that they were meant for. */
const impersonal: ReadonlySet<string> = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'content-language',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'range',
  'user-agent',
])

/** What answered a request. */
export interface RedirectAnswer {
  readonly status: number
  readonly location: string | undefined
}

/** The next request; undefined if the answer is no redirect. Throws `denied` for one that is not followed. */
export function nextHop(hop: Hop, { status, location }: RedirectAnswer, guard: Guard): Hop | undefined {
  if (location === undefined || !statuses.has(status)) return undefined
  const from = new URL(hop.origin + hop.path)
  const url = URL.parse(location, from.href)
  if (!url) throw refused(hop, `to ${JSON.stringify(location.slice(0, 200))}, which is not a URL`)
  if (from.protocol === 'https:' && url.protocol === 'http:')
    throw refused(hop, `to ${url.origin}, from https to http`)
  guard.check(url)
  const stays = isSameHost(from, url)
  const drops =
    hop.method !== 'GET' &&
    hop.method !== 'HEAD' &&
    (status === 303 || (status < 303 && hop.method === 'POST'))
  if (!stays && !drops && hop.body !== undefined)
    throw refused(hop, `to ${url.host}, another host, which would get the body of the request`)
  return {
    origin: url.origin,
    path: url.pathname + url.search,
    method: drops ? 'GET' : hop.method,
    headers: headersFor(hop.headers, {
      stays,
      drops,
      left: from.origin === url.origin ? undefined : hop.bound,
    }),
    ...(hop.bound && { bound: hop.bound }),
    body: drops ? undefined : hop.body,
  }
}

function headersFor(
  headers: Hop['headers'],
  { stays, drops, left }: { stays: boolean; drops: boolean; left: Hop['bound'] },
): Hop['headers'] {
  const kept = Object.entries(headers).filter(([name]) => {
    const lower = name.toLowerCase()
    if (left?.has(lower)) return false
    return (stays || impersonal.has(lower)) && !(drops && lower.startsWith('content-'))
  })
  return Object.fromEntries(kept)
}

/** A host is its name and its port; from http to https on their usual ports it stays the same. */
function isSameHost(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true
  return from.hostname === to.hostname && from.protocol === 'http:' && from.port === '' && to.port === ''
}

export function hostOf({ origin }: RequestAddress): string {
  return origin.slice(origin.indexOf('//') + 2)
}

function refused(hop: Hop, where: string): ToolyardError {
  return new ToolyardError('denied', `${hostOf(hop)} redirects ${where}; that is not followed.`, {
    hint: 'Ask for the address that it names, if that is meant.',
  })
}
