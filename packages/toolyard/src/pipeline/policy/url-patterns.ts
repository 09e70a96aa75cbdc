/**
 * What a rule says of addresses, compared in one normal form: letter case, default ports, a dot after the host, escapes and dots
 * in the path must not lead around a rule.
 *
 * A rule that forbids or asks about a site (`https://example.com`) means all of it, and one about a page means it with any query.
 * It may leave out how an address begins: `example.com` means that host, whatever the scheme and the port. One that allows
 * means no more than it says.
 *
 * @module
 */
import { domainToASCII } from 'node:url'
import { matchGlob } from '../../kernel/index.ts'
import { allowsOther, forbidsOther, isClear } from './other-addresses.ts'
import { decoded, pathForms, readingsOf } from './url-readings.ts'

const siteForm = /^([a-z*][a-z0-9+.*-]*):\/\/([^/?#]*)/i
/** Longer ones are never asked for. */
const longestUrl = 16_384
const anything = /^\*+$/
const usualPorts: Readonly<Record<string, string>> = { http: '80', https: '443' }

export function matchesUrl(effect: 'deny' | 'ask' | 'allow', pattern: string, id: string): boolean {
  if (anything.test(pattern)) return true
  const address = normalAddress(id)
  if (effect === 'allow')
    return isClear(id) && ((address && allows(pattern, address)) || allowsOther(pattern, id))
  if (forbidsOther(pattern, id)) return true
  return address ? forbids(pattern, address) : matchGlob(pattern.toLowerCase(), id.toLowerCase(), true)
}

/** Whether a rule that forbids names the site of an address, whatever it says of pages there. */
export function namesSite(pattern: string, id: string): boolean {
  const address = normalAddress(id)
  if (!address) return false
  const { start, sites } = placesOf(partsOf(pattern), address)
  return sites.some((site) => matchGlob(start, site))
}

/** The ways to read a text that is an address, as a text. None where it is something else. */
export function addressForms(text: string): readonly string[] {
  const address = text.length <= longestUrl && /^\s*https?:/i.test(text) ? normalAddress(text) : undefined
  if (!address) return []
  const { site, path, query } = address
  return readingsOf(path).map((reading) => site + reading + query)
}

/** With scheme and host as addresses have them. */
export function normalPattern(pattern: string): string {
  const [head = '', scheme = '', host = ''] = siteForm.exec(pattern) ?? []
  return head === '' ? pattern : normalSite(scheme, host) + pattern.slice(head.length)
}

/** The site of an address: `https://example.com`. */
export function siteOf(url: string): string {
  return normalAddress(url)?.site ?? ''
}

interface Address {
  readonly site: string
  readonly host: string
  readonly port: string
  readonly path: string
  readonly query: string
}

function normalAddress(id: string): Address | undefined {
  const url = URL.parse(id)
  if (!url) return undefined
  const scheme = url.protocol.slice(0, -1)
  // What stands behind "#" stays with us.
  return {
    site: normalSite(scheme, url.host),
    host: url.hostname.replace(/\.$/, ''),
    port: url.port || (usualPorts[scheme] ?? ''),
    path: url.pathname,
    query: url.search,
  }
}

function normalSite(scheme: string, host: string): string {
  const lower = scheme.toLowerCase()
  // A host with wildcards is no address; none of them leads out of the host.
  const parsed = host.includes('*')
    ? undefined
    : URL.parse(`${lower.includes('*') ? 'https' : lower}://${host}`)
  const known = parsed?.host ?? asciiLabels(host.replaceAll(/\*+/g, '*'))
  return `${lower}://${known.replace(/\.(?=:\d+$|$)/, '')}`
}

function asciiLabels(host: string): string {
  return host
    .toLowerCase()
    .split('.')
    .map((label) => (/[*:[\]]/.test(label) ? label : domainToASCII(label) || label))
    .join('.')
}

/** Whatever way a server may read the address, the rule must speak of it: in all of them it is where it says. */
function allows(pattern: string, { site, path, query }: Address): boolean {
  const [head = '', scheme = '', host = ''] = siteForm.exec(pattern) ?? []
  if (head === '') return false
  const [page, asked] = splitQuery(pattern.slice(head.length) || '/')
  const start = normalSite(scheme, host)
  const written = [page, encodeURI(page).replaceAll('%25', '%')]
  const matches = (form: string, text: string): boolean =>
    matchGlob(start + form + asked, site + text + query)
  if (!written.some((form) => matches(form, path))) return false
  const forms = [...written, ...pathForms(page), ...readingsOf(page)]
  return readingsOf(path).every((text) => forms.some((form) => matches(form, text)))
}

/** One reading is enough. */
function forbids(pattern: string, address: Address): boolean {
  const parts = partsOf(pattern)
  const { start, sites } = placesOf(parts, address)
  const rests = restsOf(parts.rest)
  const texts = textsOf(address, splitQuery(parts.rest)[1])
  // One that does not say where the site ends may mean any part of the address.
  if (parts.scheme === '' && texts.some((text) => matchesAnyCase(pattern, address.site + text, true)))
    return true
  return sites.some((site) =>
    texts.some((text) => rests.some((rest) => matchesAnyCase(start + rest, site + text))),
  )
}

function matchesAnyCase(pattern: string, text: string, flat = false): boolean {
  return matchGlob(pattern.toLowerCase(), text.toLowerCase(), flat)
}

interface Parts {
  /** Empty where the pattern begins with the host. */
  readonly scheme: string
  readonly host: string
  readonly rest: string
}

/** Also of what people write in other forms: `domain:example.com`, `//example.com`, a path alone. */
function partsOf(written: string): Parts {
  const pattern = written
    .replace(/^domain:/i, '')
    .replace(/^(https?):[/\\]+/i, '$1://')
    .replace(/^\/\//, '')
    .replace(/#.*$/s, '')
  const [head = '', scheme = '', host = ''] = siteForm.exec(pattern) ?? /^()([^/?\\]*)/.exec(pattern) ?? []
  return { scheme, host: host || '*', rest: pattern.slice(head.length) }
}

/** The beginning of a pattern, and the forms of a site that it may speak of: with its port, and without a scheme. */
function placesOf({ scheme, host }: Parts, { site, host: name, port }: Address) {
  if (scheme === '') return { start: asciiLabels(host), sites: [name, `${name}:${port}`] }
  const [ours = ''] = site.split(':', 1)
  return { start: normalSite(scheme, host), sites: [site, `${ours}://${name}:${port}`] }
}

/** What a rule that forbids means behind the site: the page, what is below it, and the folder itself. */
function restsOf(rest: string): readonly string[] {
  if (rest === '' || rest === '/') return ['/**']
  const [page, asked] = splitQuery(rest)
  if (asked !== '') {
    const forms = page === '' ? ['', '/'] : pathForms(page)
    return forms.flatMap((form) => [form + asked, form + decoded(asked), `${form + asked}/**`])
  }
  return pathForms(page).flatMap((form) => {
    const folder = form.replace(/\/(?:\*\*)?$/, '')
    return folder === '' ? [form] : [form, `${folder}/**`, folder]
  })
}

/** The path in all its readings: alone, with the query, and with a part of the query that the rule speaks of. */
function textsOf({ path, query }: Address, asked: string): readonly string[] {
  const plain = decoded(query)
  const parts = asked === '' ? [] : plain.slice(1).split(/[&;]/)
  const named = parts.find((part) => matchesAnyCase(decoded(asked), `?${part}`, true))
  const queries = new Set(['', query, plain, ...(named === undefined ? [] : [`?${named}`])])
  return readingsOf(path).flatMap((text) => [...queries].map((one) => text + one))
}

function splitQuery(text: string): readonly [page: string, query: string] {
  const at = text.indexOf('?')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)]
}
