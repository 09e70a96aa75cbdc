/**
 * Takes out of a page what its readers can't see: text that is there for machines, and may be there to give them orders.
 *
 * A page is not drawn here: what its own styles, in attributes and `<style>` elements, say of visibility, size, colour and
 * place is what counts. Styles in other files are not read.
 *
 * @module
 */
import { contrastOf, parseColour, type Colour } from './colours.ts'
import type { PageDocument, PageElement } from './page-libraries.ts'

/** Elements that hold no text for readers. */
const machineParts =
  'script, style, noscript, template, iframe, object, embed, svg, canvas, dialog:not([open]), [hidden]'
const mostRules = 2000
const mostMatches = 50_000
/** What the rules of a page may cost; the last ones then count for nothing. */
const mostMs = 2000
/** Below it a colour is that of its ground. */
const leastContrast = 1.2

/** What one property says; the first that speaks of it counts. */
type Said = (property: string) => string | undefined

const hidingValues: readonly (readonly [property: string, value: RegExp])[] = [
  ['display', /^none/],
  ['visibility', /^(?:hidden|collapse)/],
  ['content-visibility', /^hidden/],
  ['opacity', /^(?:0|0?\.0\d*|\d%)$/],
  ['font-size', /^(?:0|[01](?:\.\d+)?(?:px|pt)|0?\.\d+(?:px|pt)|0?\.0\d*r?em|\d%)/],
  ['clip-path', /^(?:inset\((?:50|100)%|circle\(0)/],
  ['clip', /^rect\(\s*[01](?:px)?[\s,]+[01](?:px)?/],
  ['text-indent', /^-\d{3,}/],
  ['transform', /scale\(\s*0|translate[xy]?\(\s*-\d{4,}/],
  ...['left', 'right', 'top', 'bottom', 'margin-left', 'margin-top'].map(
    (side) => [side, /^-\d{4,}/] as const,
  ),
]
/** Properties of which a rule must speak to be looked at. */
const telling = new RegExp(
  `(?:^|;)\\s*(?:${hidingValues.map(([name]) => name).join('|')}|(?:max-)?(?:height|width)|color|background(?:-color)?)\\s*:`,
  'i',
)

/** Removes it, and answers how many characters of text went. */
export function removeHidden(document: PageDocument): number {
  const styles = stylesOf(document)
  for (const element of document.querySelectorAll(machineParts)) element.remove()
  let count = 0
  for (const [element, style] of styles) {
    if (!isHidden(element, style, styles)) continue
    count += (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim().length
    element.remove()
  }
  return count
}

/** What each element's own style says: from rules in the order of the page, then from its attribute. */
function stylesOf(document: PageDocument): Map<PageElement, string> {
  const styles = new Map<PageElement, string>()
  let matches = 0
  const end = performance.now() + mostMs
  const add = (element: PageElement, style: string): void => {
    styles.set(element, `${style};${styles.get(element) ?? ''}`)
  }
  for (const { selector, style } of rulesOf(document)) {
    if (performance.now() > end) break
    for (const element of matching(document, selector)) {
      if (++matches > mostMatches) break
      add(element, style)
    }
  }
  for (const element of document.querySelectorAll('[style]'))
    add(element, element.getAttribute('style') ?? '')
  for (const element of document.querySelectorAll('font[color], [bgcolor]')) {
    const colour = element.getAttribute('color')
    const behind = element.getAttribute('bgcolor')
    add(
      element,
      `${colour === null ? '' : `color:${colour};`}${behind === null ? '' : `background:${behind}`}`,
    )
  }
  return styles
}

/** The rules of `<style>` elements that may hide something; those inside of `@media` and the like are left out. */
function rulesOf(document: PageDocument): { readonly selector: string; readonly style: string }[] {
  const rules: { selector: string; style: string }[] = []
  for (const sheet of document.querySelectorAll('style')) {
    const text = (sheet.textContent ?? '').slice(0, 1_000_000).replaceAll(/\/\*[\s\S]*?\*\//g, '')
    const flat = text.replaceAll(/@[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
    for (const [, selector = '', style = ''] of flat.matchAll(/([^{}@]{1,500})\{([^{}]{0,2000})\}/g)) {
      if (rules.length >= mostRules) return rules
      if (telling.test(style)) rules.push({ selector: selector.trim(), style })
    }
  }
  return rules
}

function matching(document: PageDocument, selector: string): Iterable<PageElement> {
  try {
    return document.querySelectorAll(selector)
  } catch {
    return []
  }
}

function isHidden(element: PageElement, style: string, styles: ReadonlyMap<PageElement, string>): boolean {
  if (element.localName === 'body' || element.localName === 'html') return false
  const said = readStyle(style)
  if (hidingValues.some(([name, value]) => value.test(said(name) ?? 'unsaid'))) return true
  const hasNoRoom = ['height', 'width', 'max-height', 'max-width'].some((name) =>
    /^[01](?:px)?$/.test(said(name) ?? ''),
  )
  if (hasNoRoom && said('overflow') === 'hidden') return true
  const colour = parseColour(said('color'))
  if (colour === undefined) return false
  return colour.alpha <= 0.1 || contrastOf(colour, groundOf(element, styles)) < leastContrast
}

/** The colour behind an element; white where nobody says another. A picture counts as unlike any text. */
function groundOf(element: PageElement, styles: ReadonlyMap<PageElement, string>): Colour {
  for (let at: PageElement | null = element; at; at = at.parentElement) {
    const said = readStyle(styles.get(at) ?? '')
    const ground = said('background-color') ?? said('background')
    if (ground === undefined) continue
    const colour = parseColour(ground)
    if (colour === undefined) return { red: 127, green: 127, blue: 127, alpha: 1 }
    if (colour.alpha > 0.1) return colour
  }
  return { red: 255, green: 255, blue: 255, alpha: 1 }
}

function readStyle(style: string): Said {
  return (property) => {
    const pattern = new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;!]*)`, 'i')
    return pattern.exec(style)?.[1]?.trim().toLowerCase()
  }
}
