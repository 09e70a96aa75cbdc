/**
 * A page as text: what it is about, as Markdown or plain, without what its readers can't see.
 *
 * @module
 */
import { markLanguages } from './code-language.ts'
import { removeHidden } from './hidden-text.ts'
import { mainPart, wholePage } from './main-part.ts'
import { type PageDocument, type PageElement, parsePage, toMarkdown } from './page-libraries.ts'
import { makePlain } from './plain-elements.ts'

export interface PageRequest {
  readonly html: string
  /** Where it came from: links are resolved against it. */
  readonly url: string
  readonly format: 'markdown' | 'text' | 'html'
}

export interface PageText {
  readonly title: string
  readonly text: string
  /** Characters that readers can't see and that were left out. */
  readonly hidden: number
  /** Some of the page's styles could not be looked at: there may be more. */
  readonly isUnsure: boolean
  /** Menus, sidebars and the like were left out. */
  readonly isPart: boolean
}

/** Deeper pages are shown whole: finding their main part takes too long. Those beyond `mostDepth` are not read. */
const [usualDepth, mostDepth] = [256, 4000]
/** Larger pages are shown whole as well. */
const usualLength = 2_000_000
/** Tags and entities: pages that consist of nothing else take too long. */
const mostSigns = 500_000
/** Elements that have no end, or need not have one. */
const unclosed: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr p li td tr th dt dd option thead tbody tfoot'.split(
    ' ',
  ),
)
const plainLinks = /^(?:https?|mailto|tel):/i
/** Where the address is in an element. */
const addressed: Readonly<Record<string, string>> = { a: 'href', area: 'href', img: 'src', source: 'src' }

export function readHtml({ html, url, format }: PageRequest): PageText {
  if (countOf(html, '<') > mostSigns || countOf(html, '&') > mostSigns) throw new RangeError('too large')
  const depth = depthOf(html)
  if (depth > mostDepth) throw new RangeError('too deep')
  const page = preparePage(html, url)
  const found = mainPart(page.document, depth <= usualDepth && html.length <= usualLength)
  // The search for it changes the page.
  const { html: content, isPart } = found ?? wholePage(preparePage(html, url).document)
  const about = { title: page.title, hidden: page.hidden, isUnsure: page.isUnsure, isPart }
  if (format === 'html') return { ...about, text: content.replaceAll(/<!--[\s\S]*?-->/g, '') }
  const markdown = toMarkdown(content)
  return { ...about, text: format === 'text' ? plainText(markdown) : markdown }
}

function preparePage(html: string, url: string) {
  const document = parsePage(html)
  const title = titleOf(document)
  const base = baseOf(document, url)
  const { count: hidden, isPart: isUnsure, seen } = removeHidden(document)
  for (const element of seen) resolveLink(element, base)
  markLanguages(seen)
  makePlain(document, seen)
  return { document, title, hidden, isUnsure }
}

function titleOf(document: PageDocument): string {
  for (const element of document.querySelectorAll('title')) {
    const title = (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    if (title !== '') return title.slice(0, 300)
  }
  return ''
}

function baseOf(document: PageDocument, url: string): string {
  for (const element of document.querySelectorAll('base[href]')) {
    const href = URL.parse(element.getAttribute('href') ?? '', url)
    if (href && plainLinks.test(href.href)) return href.href
  }
  return url
}

/** Every link shows where it leads; those that lead to no page lose their target. */
function resolveLink(element: PageElement, base: string): void {
  const attribute = addressed[element.localName]
  const said = attribute === undefined ? null : element.getAttribute(attribute)
  if (attribute === undefined || said === null) return
  const target = URL.parse(said, base)?.href
  if (target !== undefined && plainLinks.test(target)) element.setAttribute(attribute, target)
  else element.removeAttribute(attribute)
}

function countOf(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++
  return count
}

/** How deep elements stand in elements, as far as tags tell before the page is parsed. */
function depthOf(html: string): number {
  let [depth, deepest] = [0, 0]
  for (const [tag, end, name = ''] of html.matchAll(/<(\/?)([a-z][\w-]*)[^<>]*>/gi)) {
    if (unclosed.has(name.toLowerCase()) || tag.endsWith('/>')) continue
    depth = Math.max(0, depth + (end === '/' ? -1 : 1))
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** Markdown without its signs: links by their words, emphasis and headings without marks. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll(/!\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replaceAll(/\[([^\]]*)\]\((?:[^()\s]|\([^()\s]*\))*\)/g, '$1')
    .replaceAll(/^#{1,6} /gm, '')
    .replaceAll(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replaceAll(/^```.*\n?/gm, '')
}
