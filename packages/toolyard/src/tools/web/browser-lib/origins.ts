/**
 * Which origin a call touches. Rules on the browser hold for origins: what a page shows depends on more than its address.
 *
 * @module
 */
import type { Caller, ToolContext, ToolResource, TouchContext } from '../../../define/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'
import { pathResources } from '../../files/lib/path-resource.ts'
import type { BrowserInput } from './browser-input.ts'

/** Under this name a conversation keeps what `resourcesOf` looks at. */
export const viewKey = 'use_browser pages'

/** The pages of a conversation, as far as policy has to know them. */
export interface PagesView {
  /** What a call of this caller would touch: the page, the frames of the elements, the file that waits. */
  originsOf(caller: Caller, input: BrowserInput): readonly string[]
}

export function resourcesOf(input: BrowserInput, context: TouchContext): readonly ToolResource[] {
  const { workspace, thread, caller } = context
  const { action, url, path, paths = [], profile } = input
  if (isHarmless(input)) return []
  const view = thread?.existing?.(viewKey) as PagesView | undefined
  const origins =
    action === 'open' ? [addressOf(url).origin] : ((caller && view?.originsOf(caller, input)) ?? [])
  return [
    ...origins.map(originResource),
    ...(profile === undefined ? [] : [{ kind: 'name', id: `profile ${profile}`, access: 'write' } as const]),
    ...(path === undefined ? [] : pathResources(path, 'write', workspace)),
    ...paths.flatMap((file) => pathResources(file, 'read', workspace)),
  ]
}

/** What neither reads nor changes a page. */
export function isHarmless({ action }: Pick<BrowserInput, 'action'>): boolean {
  return action === 'tabs' || action === 'close'
}

/** Throws `invalid_arguments` if it is no address of a page. */
export function addressOf(url: string | undefined): URL {
  const parsed = url === undefined ? undefined : URL.parse(url)
  if (parsed && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === '')
    return parsed
  throw new ToolyardError(
    'invalid_arguments',
    url === undefined
      ? 'url is missing: open needs one'
      : `url: "${url.slice(0, 200)}" is not an http or https address`,
    { hint: 'Write it whole, such as https://example.com/page, without a user name or password.' },
  )
}

export function originResource(origin: string): ToolResource {
  return { kind: 'url', id: origin, access: 'read', isOrigin: true }
}

/** Undefined for pages that are of no site: about:blank and the like. */
export function originOf(url: string): string | undefined {
  const parsed = URL.parse(url)
  if (parsed?.protocol === 'blob:') return originOf(parsed.pathname)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined
}

/** A page, a frame or a file: the site it is of, and those of the frames in it. */
interface OriginHolder {
  readonly origin: string | undefined
  readonly frameOrigins?: readonly string[] | undefined
}

/**
 * Whether the call may read what is there now: it named its origin, or policy would have let it. What a page embeds is read with
 * it, but for sites that a rule forbids: their pages may come from a cache.
 */
export function mayRead(context: ToolContext, shown: OriginHolder): boolean {
  return mayTouch(context, shown.origin) && forbiddenFrame(context, shown) === undefined
}

/** The site of a frame in a page that a rule forbids. */
export function forbiddenFrame(
  { request }: ToolContext,
  { frameOrigins = [] }: OriginHolder,
): string | undefined {
  return frameOrigins.find((origin) => request.judge?.([originResource(origin)]) === 'deny')
}

function mayTouch({ request }: ToolContext, origin: string | undefined): boolean {
  const { resources, judge } = request
  if (origin === undefined) return true
  if (resources?.some(({ isOrigin, id }) => isOrigin && id === origin)) return true
  return judge === undefined || judge([originResource(origin)]) === 'allow'
}
