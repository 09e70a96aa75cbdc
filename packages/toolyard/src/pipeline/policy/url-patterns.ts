/**
 * What a rule says of addresses, compared in one normal form: letter case, default ports, a dot after the host, escapes and dots
 * in the path must not lead around a rule.
 *
 * A rule that forbids or asks about a site (`https://example.com`) means all of it, and one about a page means it with any query.
 * One that allows means no more than it says.
 *
 * @module
 */
import { matchGlob } from './glob.ts'

const siteForm = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i

export function matchesUrl(effect: 'deny' | 'ask' | 'allow', pattern: string, id: string): boolean {
  if (!siteForm.test(pattern) && (effect !== 'allow' || /^\*+$/.test(pattern)))
    return matchGlob(pattern.toLowerCase(), id.toLowerCase(), true)
  const normal = normalPattern(pattern)
  const isSite = siteForm.exec(normal)?.[0] === normal.replace(/\/$/, '')
  const { site, path, query } = normalAddress(id)
  if (effect === 'allow')
    return matchGlob(isSite ? `${normal.replace(/\/$/, '')}/` : normal, site + path + query)
  const patterns = isSite ? [`${normal.replace(/\/$/, '')}/**`] : [normal, `${normal}/**`]
  const texts = [site + path + query, site + path, site + decoded(path)]
  return patterns.some((one) => texts.some((text) => matchGlob(one, text)))
}

/** With scheme and host as addresses have them. */
export function normalPattern(pattern: string): string {
  const [head = '', scheme = '', host = ''] = siteForm.exec(pattern) ?? []
  return head === '' ? pattern : normalSite(scheme, host) + pattern.slice(head.length)
}

/** The site of an address: `https://example.com`. */
export function siteOf(url: string): string {
  return normalAddress(url).site
}

function normalAddress(id: string): { readonly site: string; readonly path: string; readonly query: string } {
  const url = URL.parse(id)
  if (!url) return { site: '', path: id, query: '' }
  // What stands behind "#" stays with us.
  return { site: normalSite(url.protocol.slice(0, -1), url.host), path: url.pathname, query: url.search }
}

function normalSite(scheme: string, host: string): string {
  const lower = scheme.toLowerCase()
  // A host with wildcards is no address; none of them leads out of the host.
  const parsed = host.includes('*') ? undefined : URL.parse(`${lower}://${host}`)
  const known = parsed?.host ?? host.toLowerCase().replaceAll(/\*+/g, '*')
  return `${lower}://${known.replace(/\.(?=:\d+$|$)/, '')}`
}

/** Without escapes that servers take for the letter itself. */
function decoded(path: string): string {
  return path.replaceAll(/%[0-7][0-9a-f]/gi, (escape) =>
    String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
  )
}
