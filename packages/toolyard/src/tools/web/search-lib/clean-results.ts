/**
 * Results as they are shown: cleaned, in one line each, without repeats, with their age.
 *
 * @module
 */
import { cleanText } from '../../../kernel/index.ts'
import type { RawResult } from './provider.ts'

export interface SearchResult {
  readonly title: string
  readonly url: string
  readonly snippet: string
  /** `3 days ago (2026-11-13)`, or what the service says; empty if it says nothing. */
  readonly age: string
}

export interface ResultFilter {
  readonly count: number
  readonly site?: string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

const mostTitle = 200
const mostSnippet = 600
const mostAge = 40
const mostUrl = 2000
const dayMs = 86_400_000

const decoration = /<\/?(?:strong|b|em|i|mark|span|br|p)\b[^>]{0,200}>/gi
const entity = /&(#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/gi
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}
/** Where a reader came from, not what the page is. */
const tracking = /^(?:utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|igshid|spm|ref_src|srsltid)$/i

/** Only pages of the web, and only those of the site if one is wanted. */
export function cleanResults(
  raw: readonly RawResult[],
  { count, site, now }: ResultFilter,
): readonly SearchResult[] {
  const found = new Map<string, SearchResult>()
  for (const { title, url: address, snippet, age } of raw) {
    const url = pageAt(address)
    if (!url || (site !== undefined && !isOn(url, site))) continue
    const key = keyOf(url)
    if (found.has(key)) continue
    found.set(key, {
      title: line(title, mostTitle) || url.hostname,
      url: url.href,
      snippet: line(snippet, mostSnippet),
      age: ageOf(age, now),
    })
    if (found.size >= count) break
  }
  return [...found.values()]
}

function pageAt(address: unknown): URL | undefined {
  const url = typeof address === 'string' && address.length <= mostUrl ? URL.parse(address) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  return url
}

function isOn({ hostname }: URL, site: string): boolean {
  return hostname === site || hostname.endsWith(`.${site}`)
}

/** Equal for addresses of the same page. */
function keyOf(url: URL): string {
  const query = [...url.searchParams]
    .filter(([name]) => !tracking.test(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
  const host = url.hostname.replace(/^www\./, '')
  return `${host}:${url.port}${url.pathname.replace(/\/+$/, '')}?${query.join('&')}`
}

/** Marks that services put around words go; line breaks become blanks, so that a result can't draw lines of its own. */
function line(value: unknown, most: number): string {
  if (typeof value !== 'string') return ''
  const text = value
    .slice(0, most * 10)
    .replaceAll(decoration, '')
    .replaceAll(entity, decoded)
  const flat = cleanText(text).replaceAll(/\s+/g, ' ').trim()
  return flat.length <= most ? flat : `${flat.slice(0, most).toWellFormed().trimEnd()}…`
}

function decoded(whole: string, code: string): string {
  if (!code.startsWith('#')) return named[code.toLowerCase()] ?? whole
  const point = /^#x/i.test(code) ? Number.parseInt(code.slice(2), 16) : Number(code.slice(1))
  return point > 0 && point <= 0x10_ffff ? String.fromCodePoint(point) : whole
}

function ageOf(value: unknown, now: number): string {
  const said = line(value, mostAge)
  const time = timeOf(said)
  if (time === undefined) return said
  const date = new Date(time).toISOString().slice(0, 10)
  const days = Math.floor((now - time) / dayMs)
  return days < 0 ? date : `${daysAgo(days)} (${date})`
}

/** A date without a zone counts as UTC. */
function timeOf(said: string): number | undefined {
  const isIso = /^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(said)
  if (!isIso && !/^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4}/.test(said)) return undefined
  const hasZone = !/[T ]\d/.test(said) || /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})$/.test(said)
  const time = Date.parse(hasZone ? said : `${said}Z`)
  return Number.isNaN(time) ? undefined : time
}

function daysAgo(days: number): string {
  if (days < 2) return days === 0 ? 'today' : 'yesterday'
  if (days < 60) return `${days} days ago`
  if (days < 730) return `${Math.floor(days / 30.4)} months ago`
  return `${Math.floor(days / 365.25)} years ago`
}
