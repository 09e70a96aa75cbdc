/**
 * The address of a call, as policy reads it: `web_fetch(https://example.com/**)`.
 *
 * @module
 */
import type { ToolResource } from '../../../define/index.ts'
import { ToolyardError } from '../../../kernel/index.ts'

/** Throws `invalid_arguments` if it is no address of a page. */
export function urlResources(
  url: string,
  access: ToolResource['access'],
  method?: string,
): readonly ToolResource[] {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new ToolyardError(
      'invalid_arguments',
      `url: "${url.slice(0, 200)}" is not an http or https address`,
      {
        hint: 'Write it whole, such as https://example.com/page.',
      },
    )
  return [{ kind: 'url', id: parsed.href, access, bySite: access === 'read', ...(method && { method }) }]
}
