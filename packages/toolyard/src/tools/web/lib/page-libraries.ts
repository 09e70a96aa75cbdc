/**
 * The libraries that read pages, joined into the package by the build: loaded by the thread that reads pages, and by nothing else.
 *
 * @module
 */
import { htmlToMarkdown } from '@mdream/js'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

export interface PageNode {
  /** 1 is an element, 3 text. */
  readonly nodeType: number
  readonly textContent: string | null
  remove(): void
}

/** As much of a page's tree as we use. */
export interface PageElement extends PageNode {
  readonly localName: string
  readonly parentElement: PageElement | null
  /** Those that it has now: removing one changes no list that was read before. */
  readonly children: Iterable<PageElement>
  readonly childNodes: Iterable<PageNode>
  readonly firstElementChild: PageElement | null
  innerHTML: string
  getAttribute(name: string): string | null
  getAttributeNames(): Iterable<string>
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  querySelectorAll(selector: string): Iterable<PageElement>
  querySelector(selector: string): PageElement | null
  append(node: PageNode): void
  replaceWith(node: PageNode): void
}

export interface PageDocument extends PageElement {
  readonly documentElement: PageElement | null
  readonly body: PageElement | null
  createElement(name: string): PageElement
}

export interface Article {
  readonly html: string
  readonly text: string
  /** The author, who is then not in the text; empty if the page names none. */
  readonly byline: string
}

/** With the elements that pages may leave out. */
export function parsePage(html: string): PageDocument {
  const { document }: { document: PageDocument } = parseHTML(withBody(html))
  for (const element of document.querySelectorAll('*')) smallNames(element)
  return document
}

/** The parser leaves names of attributes as they are written; in HTML capitals make no difference. */
function smallNames(element: PageElement): void {
  for (const name of element.getAttributeNames()) {
    const small = name.toLowerCase()
    if (small === name) continue
    if (element.getAttribute(small) === null) element.setAttribute(small, element.getAttribute(name) ?? '')
    element.removeAttribute(name)
  }
}

function withBody(html: string): string {
  if (!/<html[\s>]/i.test(html))
    return `<html><head></head><body>${html.replace(/^\s*<!doctype[^>]*>/i, '')}</body></html>`
  if (/<(?:body|frameset)[\s>]/i.test(html)) return html
  return /<\/head\s*>/i.test(html)
    ? html.replace(/<\/head\s*>/i, '$&<body>')
    : html.replace(/<html(?:\s[^>]*)?>/i, '$&<body>')
}

/** What the page is about, without menus and advertisements; changes the document. */
export function findArticle(document: PageDocument): Article | undefined {
  const article = new Readability(document, {
    keepClasses: true,
  }).parse()
  if (!article?.content) return undefined
  return { html: article.content, text: article.textContent ?? '', byline: article.byline ?? '' }
}

export function toMarkdown(html: string): string {
  return htmlToMarkdown(html)
}
