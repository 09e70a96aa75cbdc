/**
 * A page as text: what it is about, as Markdown or plain, without what its readers can't see.
 *
 * @module
 */
import { removeHidden } from './hidden-text.ts'
import { findArticle, type PageDocument, type PageElement, parsePage, toMarkdown } from './page-libraries.ts'

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
  /** Menus, sidebars and the like were left out. */
  readonly isPart: boolean
}

/** A page whose main part is shorter than this part of it is shown whole: a list, a form, a front page. */
const leastShare = 0.25
const nearlyAll = 0.98
/** Deeper pages are shown whole: finding their main part takes too long. Those beyond `mostDepth` are not read. */
const [usualDepth, mostDepth] = [256, 4000]
/** Elements that have no end, or need not have one. */
const unclosed =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|td|tr|th|dt|dd|option|thead|tbody|tfoot)$/i
const plainLinks = /^(?:https?|mailto|tel):/i
/** Where the address is in an element. */
const addressed = { a: 'href', area: 'href', img: 'src', source: 'src', video: 'src', audio: 'src' } as const

export function readHtml({ html, url, format }: PageRequest): PageText {
  const depth = depthOf(html)
  if (depth > mostDepth) throw new RangeError('too deep')
  const document = parsePage(html)
  const title = titleOf(document)
  const hidden = removeHidden(document)
  resolveLinks(document, url)
  const whole = (document.body ?? document).innerHTML
  const wholeLength = lengthOf(document.body ?? document)
  const article = depth > usualDepth ? undefined : findArticle(document)
  const articleLength = (article?.text ?? '').replaceAll(/\s+/g, ' ').trim().length
  const isMain = articleLength >= wholeLength * leastShare
  const isPart = isMain && articleLength < wholeLength * nearlyAll
  const content = isMain && article ? article.html : whole
  if (format === 'html') return { title, text: content.replaceAll(/<!--[\s\S]*?-->/g, ''), hidden, isPart }
  const markdown = toMarkdown(content)
  return { title, text: format === 'text' ? plainText(markdown) : markdown, hidden, isPart }
}

function titleOf(document: PageDocument): string {
  for (const element of document.querySelectorAll('title')) {
    const title = (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    if (title !== '') return title.slice(0, 300)
  }
  return ''
}

/** Every link shows where it leads; those that lead to no page lose their target. */
function resolveLinks(document: PageDocument, url: string): void {
  const base = baseOf(document, url)
  for (const [name, attribute] of Object.entries(addressed))
    for (const element of document.querySelectorAll(`${name}[${attribute}]`))
      resolveLink(element, attribute, base)
}

function baseOf(document: PageDocument, url: string): string {
  for (const element of document.querySelectorAll('base[href]')) {
    const href = URL.parse(element.getAttribute('href') ?? '', url)
    if (href && plainLinks.test(href.href)) return href.href
  }
  return url
}

function resolveLink(element: PageElement, attribute: string, base: string): void {
  const target = URL.parse(element.getAttribute(attribute) ?? '', base)?.href
  if (target !== undefined && plainLinks.test(target)) element.setAttribute(attribute, target)
  else element.removeAttribute(attribute)
}

/** How deep elements stand in elements, as far as tags tell before the page is parsed. */
function depthOf(html: string): number {
  let [depth, deepest] = [0, 0]
  for (const [, end, name = '', closed] of html.matchAll(/<(\/?)([a-z][\w-]*)[^<>]*?(\/?)>/gi)) {
    if (unclosed.test(name) || closed === '/') continue
    depth = Math.max(0, depth + (end === '/' ? -1 : 1))
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

function lengthOf(element: PageElement): number {
  return (element.textContent ?? '').replaceAll(/\s+/g, ' ').length
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
