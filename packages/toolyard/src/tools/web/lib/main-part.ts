/**
 * What a page is about, without what surrounds it: the part that the page itself marks as its main one, or what reads most like it.
 *
 * @module
 */
import { findArticle, type PageDocument, type PageElement } from './page-libraries.ts'

export interface MainPart {
  readonly html: string
  /** Menus, sidebars and the like were left out. */
  readonly isPart: boolean
}

/** A part shorter than this share of the page is not what it is about: a list, a form, a front page. */
const leastShare = 0.25
const nearlyAll = 0.98
/** An element with more of the text than this is never taken for what surrounds it. */
const mostOfIt = 0.4
const landmarks = ['main', '[role="main"]', 'article', '#main-content', '#content', '#main', '#bodyContent']
/** Controls, and what says of itself that it is not the main part. */
const surroundings =
  'nav, button, select, textarea, datalist, input, menu, [role="navigation"], [role="banner"], [role="contentinfo"], [role="complementary"], [role="search"], [role="dialog"], [role="alertdialog"], [role="menu"], [role="menubar"], [role="toolbar"], [role="tablist"]'
/** Names of what is never content … */
const foreign =
  /(?:^|[\s_-])(?:cookies?|consent|gdpr|newsletter|subscribe|breadcrumbs?|crumbs|share|sharing|skip-?(?:link|to|nav)|(?:mw-)?editsection|headerlink|anchor-?link|pagination|pager|code-toolbar|copy-?(?:button|btn)|advert(?:isement)?s?|site-?notice|announcement-bar)(?:$|[\s_-])/i
/** … and of what is none if it consists of links. */
const linking =
  /(?:^|[\s_-])(?:related|recommend(?:ed|ations?)|suggested|sidebar|side-?nav|social|promo|sponsor(?:ed)?|toc|table-of-contents|catlinks|nav(?:bar|igation|box)?|menu|footer|foot|edit(?:-page)?|tags?|widget|topbar|header|personal|tools?)(?:$|[\s_-])/i
const leastLinks = 0.5

/** If the page marks none, one may be searched for. Changes the document, even if it finds none and returns undefined. */
export function mainPart(document: PageDocument, maySearch: boolean): MainPart | undefined {
  const whole = lengthOf(document.body ?? document)
  const marked = markedPart(document, whole)
  if (marked) {
    prune(marked)
    return { html: marked.innerHTML, isPart: lengthOf(marked) < whole * nearlyAll }
  }
  return maySearch ? searched(document, whole) : undefined
}

/** Everything, except for what says of itself that it surrounds the rest. */
export function wholePage(document: PageDocument): MainPart {
  const body = document.body ?? document
  const whole = lengthOf(body)
  prune(body)
  return { html: body.innerHTML, isPart: lengthOf(body) < whole * nearlyAll }
}

/** The one element that the page calls its main part. */
function markedPart(document: PageDocument, whole: number): PageElement | undefined {
  for (const landmark of landmarks) {
    const [first, second] = document.querySelectorAll(landmark)
    if (first && !second && lengthOf(first) >= whole * leastShare) return first
  }
  return undefined
}

function searched(document: PageDocument, whole: number): MainPart | undefined {
  const title = document.querySelector('h1')?.innerHTML ?? ''
  for (const heading of document.querySelectorAll('h1')) heading.setAttribute('data-first', '')
  const article = findArticle(document)
  const length = (article?.text ?? '').replaceAll(/\s+/g, ' ').trim().length
  if (!article || length < whole * leastShare) return undefined
  // The library makes every heading of the first level one of the second, and leaves out what repeats the title.
  const html = article.html.replaceAll(
    /<h2([^<>]*) data-first(?:="")?([^<>]*)>([\s\S]*?)<\/h2>/g,
    '<h1$1$2>$3</h1>',
  )
  const isThere = title === '' || html.includes(title)
  const byline =
    article.byline === '' || html.includes(article.byline) ? '' : `<p>${escaped(article.byline)}</p>`
  return { html: `${isThere ? '' : `<h1>${title}</h1>`}${byline}${html}`, isPart: length < whole * nearlyAll }
}

function prune(part: PageElement): void {
  for (const element of part.querySelectorAll(surroundings)) element.remove()
  const whole = Math.max(1, lengthOf(part))
  for (const element of part.querySelectorAll('aside, header, footer, [class], [id]'))
    if (isSurrounding(element, whole)) element.remove()
}

function isSurrounding(element: PageElement, whole: number): boolean {
  const { localName } = element
  if (/^(?:h[1-6]|pre|code|table|tbody|tr|td|th|main|article|body)$/.test(localName)) return false
  const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`
  const isForeign = foreign.test(names)
  if (!isForeign && !/^(?:aside|footer|header)$/.test(localName) && !linking.test(names)) return false
  const length = lengthOf(element)
  if (length > whole * mostOfIt) return false
  if (isForeign) return true
  let linked = 0
  for (const link of element.querySelectorAll('a')) linked += lengthOf(link)
  if (element.localName === 'a') linked = length
  return linked >= length * leastLinks && length > 0
}

function lengthOf(element: PageElement): number {
  return (element.textContent ?? '').replaceAll(/\s+/g, ' ').length
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
