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
  originOf(caller: Caller, tab: number | undefined): string | undefined
}

export function resourcesOf(input: BrowserInput, context: TouchContext): readonly ToolResource[] {
  const { workspace, thread, caller } = context
  const { action, url, tab, path, paths = [], profile } = input
  if (isHarmless(input)) return []
  const view = thread?.existing?.(viewKey) as PagesView | undefined
  const origin = action === 'open' ? addressOf(url).origin : caller && view?.originOf(caller, tab)
  return [
    ...(origin === undefined ? [] : [originResource(origin)]),
    ...(profile === undefined ? [] : [{ kind: 'name', id: `profile ${profile}`, access: 'write' } as const]),
    ...(path === undefined ? [] : pathResources(path, 'write', workspace)),
    ...paths.flatMap((file) => pathResources(file, 'read', workspace)),
  ]
}

/** What neither reads nor changes a page. */
export function isHarmless({ action }: Pick<BrowserInput, 'action'>): boolean {
  return action === 'tabs' || action === 'close'
}

/** Throws `invalid_arguments` where it is no address of a page. */
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

/** Nothing for pages that are of no site: about:blank and the like. */
export function originOf(url: string): string | undefined {
  const parsed = URL.parse(url)
  if (parsed?.protocol === 'blob:') return originOf(parsed.pathname)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined
}

/** Whether the call may read a page that is there now: it named its origin, or policy would have let it. */
export function mayRead(
  { resources, judge }: ToolContext,
  { origin }: { readonly origin: string | undefined },
): boolean {
  if (origin === undefined) return true
  if (resources?.some(({ isOrigin, id }) => isOrigin && id === origin)) return true
  return judge === undefined || judge([originResource(origin)]) === 'allow'
}
