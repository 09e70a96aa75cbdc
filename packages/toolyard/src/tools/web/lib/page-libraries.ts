/**
 * The libraries that read pages, joined into the package by the build: loaded by the thread that reads pages, and by nothing else.
 *
 * @module
 */
import { htmlToMarkdown } from '@mdream/js'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

/** As much of a page's tree as we use. */
export interface PageElement {
  readonly localName: string
  readonly textContent: string | null
  readonly parentElement: PageElement | null
  readonly children: ArrayLike<PageElement>
  innerHTML: string
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  querySelectorAll(selector: string): Iterable<PageElement>
  matches(selector: string): boolean
  remove(): void
}

export interface PageDocument extends PageElement {
  readonly documentElement: PageElement | null
  readonly body: PageElement | null
  cloneNode(deep: boolean): PageDocument
}

export interface Article {
  readonly title: string
  readonly html: string
  readonly text: string
}

/** With the elements that pages may leave out. */
export function parsePage(html: string): PageDocument {
  return parseHTML(withBody(html)).document
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
  return { title: article.title ?? '', html: article.content, text: article.textContent ?? '' }
}

export function toMarkdown(html: string): string {
  return htmlToMarkdown(html)
}
