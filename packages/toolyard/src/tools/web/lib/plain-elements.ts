/**
 * Elements that Markdown has no sign for, as ones that it has: lists of definitions and what opens on a click become
 * paragraphs, tables that only place things become blocks, marks become plain text.
 *
 * @module
 */
import type { PageDocument, PageElement } from './page-libraries.ts'

const plainer: Readonly<Record<string, string>> = {
  dl: 'div',
  dt: 'p',
  dd: 'div',
  details: 'div',
  summary: 'p',
  address: 'div',
  fieldset: 'div',
  legend: 'p',
  mark: 'span',
  u: 'span',
  ins: 'span',
}

/** `elements` are those of the document. */
export function makePlain(document: PageDocument, elements: readonly PageElement[]): void {
  for (const element of elements) {
    const { localName } = element
    const other = plainer[localName]
    if (other !== undefined) rename(document, element, other)
    else if (localName === 'a' || localName === 'img') {
      element.removeAttribute('title')
      if (localName === 'a' && (element.textContent ?? '').trim() === '' && !has(element, 'img'))
        element.remove()
    } else if (localName === 'table' && isLayout(element)) openTable(document, element)
  }
}

function isLayout(table: PageElement): boolean {
  return table.getAttribute('role') === 'presentation' || holdsBlocks(table)
}

const blocks: ReadonlySet<string> = new Set(['table', 'h1', 'h2', 'h3'])

/** Tables and headings, or several paragraphs in a cell. Walked by hand: a selector is compiled anew for each table. */
function holdsBlocks(element: PageElement): boolean {
  let before = ''
  for (const child of element.children) {
    const { localName } = child
    if (blocks.has(localName) || (element.localName === 'td' && localName === 'p' && before === 'p'))
      return true
    if (holdsBlocks(child)) return true
    before = localName
  }
  return false
}

/** Its own rows and cells; tables inside of them are looked at by themselves. */
function openTable(document: PageDocument, table: PageElement): void {
  for (const part of table.children) {
    const rows = /^(?:thead|tbody|tfoot)$/.test(part.localName) ? [...part.children] : [part]
    for (const row of rows) {
      for (const cell of row.children) rename(document, cell, 'div')
      rename(document, row, 'div')
    }
    if (part.localName !== 'tr') rename(document, part, 'div')
  }
  rename(document, table, 'div')
}

function rename(document: PageDocument, element: PageElement, name: string): void {
  const other = document.createElement(name)
  for (const attribute of ['class', 'id', 'role']) {
    const value = element.getAttribute(attribute)
    if (value !== null) other.setAttribute(attribute, value)
  }
  for (const node of element.childNodes) other.append(node)
  element.replaceWith(other)
}

function has(element: PageElement, selector: string): boolean {
  return element.querySelector(selector) !== null
}
