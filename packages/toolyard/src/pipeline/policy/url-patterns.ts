/**
 * What a rule says of addresses, compared in one normal form: letter case, default ports, a dot after the host, escapes and dots
 * in the path must not lead around a rule.
 *
 * A rule that forbids or asks about a site (`https://example.com`) means all of it, and one about a page means it with any query.
 * One that allows means no more than it says. Where only sites are told apart, as in a browser, a rule on a part of a site
 * forbids the whole, and allows none of it.
 *
 * @module
 */
import { matchGlob } from './glob.ts'

const siteForm = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i

/** `id` is an address, or a site without a path. */
export function matchesUrl(effect: 'deny' | 'ask' | 'allow', pattern: string, id: string): boolean {
  const [head = '', scheme = '', host = ''] = siteForm.exec(pattern) ?? []
  if (head === '' && (effect !== 'allow' || /^\*+$/.test(pattern)))
    return matchGlob(pattern.toLowerCase(), id.toLowerCase(), true)
  const rest = pattern.slice(head.length)
  const normal = head === '' ? pattern : normalSite(scheme, host) + rest
  if (isSite(id)) return matchesSite(effect, normal, normalAddress(id).site)
  const { site, path, query } = normalAddress(id)
  if (effect === 'allow')
    return matchGlob(rest === '' && head !== '' ? `${normal}/` : normal, site + path + query)
  const patterns =
    rest === '' || rest === '/' ? [`${normal.replace(/\/$/, '')}/**`] : [normal, `${normal}/**`]
  const texts = [site + path + query, site + path, site + decoded(path)]
  return patterns.some((one) => texts.some((text) => matchGlob(one, text)))
}

/** The site alone is known. */
function matchesSite(effect: 'deny' | 'ask' | 'allow', pattern: string, site: string): boolean {
  const [head = ''] = siteForm.exec(pattern) ?? []
  const isWhole = /^\/?\**$/.test(pattern.slice(head.length)) && !pattern.endsWith('/*')
  return (isWhole || effect !== 'allow') && matchGlob(head, site)
}

/** Whether it is a site without a path. */
export function isSite(id: string): boolean {
  return siteForm.exec(id)?.[0] === id
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
