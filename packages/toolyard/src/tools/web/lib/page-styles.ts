/**
 * What a page's own styles say of each element: rules of `<style>` elements by weight and order, then attributes. Styles in
 * other files are not read.
 *
 * @module
 */
import { SelectorIndex, selectorsOf } from './match-selector.ts'
import type { PageDocument, PageElement } from './page-libraries.ts'
import { styleRules } from './style-rules.ts'

/** Values by property, in small letters; variables are among them, with their `--`. */
export type Style = ReadonlyMap<string, string>

export interface PageStyles {
  readonly of: ReadonlyMap<PageElement, Style>
  /** Some rules were not read, because there are too many. */
  readonly isPart: boolean
}

interface Said {
  readonly value: string
  readonly weight: number
}

/** What the rules of a page may cost, of the processor. */
const mostMicros = 1_500_000
const mostMatches = 500_000
/** An attribute weighs more than any selector, `!important` more than any attribute. */
const [attributeWeight, importantWeight] = [1e12, 1e13]
const telling =
  /(?:^|[;\s])(?:--[\w-]+|display|visibility|content-visibility|opacity|filter|font|font-size|clip|clip-path|text-indent|transform|translate|scale|zoom|position|left|right|top|bottom|inset|margin|margin-left|margin-top|(?:max-)?(?:height|width)|overflow|color|background|background-color|background-image|-webkit-text-fill-color)\s*:/i

export function pageStyles(document: PageDocument): PageStyles {
  const styles = new Map<PageElement, Map<string, Said>>()
  const add = (element: PageElement, style: string, weight: number): void => {
    let own = styles.get(element)
    if (!own) styles.set(element, (own = new Map()))
    for (const [property, said] of declarations(style, weight)) {
      if ((own.get(property)?.weight ?? -1) <= said.weight) own.set(property, said)
    }
  }
  const isPart = addRules(document, add)
  for (const element of document.querySelectorAll('font[color], [bgcolor], body[text]')) {
    const [colour, behind] = [
      element.getAttribute('color') ?? element.getAttribute('text'),
      element.getAttribute('bgcolor'),
    ]
    if (colour) add(element, `color:${colour}`, -1)
    if (behind) add(element, `background-color:${behind}`, -1)
  }
  for (const element of document.querySelectorAll('[style]'))
    add(element, element.getAttribute('style') ?? '', attributeWeight)
  const of = new Map<PageElement, Style>()
  for (const [element, own] of styles)
    of.set(element, new Map([...own].map(([property, { value }]) => [property, value])))
  return { of, isPart }
}

type Add = (element: PageElement, style: string, weight: number) => void

/** Whether some could not be read. */
function addRules(document: PageDocument, add: Add): boolean {
  let index: SelectorIndex | undefined
  const start = process.threadCpuUsage()
  let [matches, count] = [0, 0]
  let isPart = false
  for (const sheet of document.querySelectorAll('style')) {
    if (/^(?:print|speech)$/i.test(sheet.getAttribute('media')?.trim() ?? '')) continue
    for (const { selector: list, style } of styleRules(sheet.textContent ?? '')) {
      if (!telling.test(style)) continue
      index ??= new SelectorIndex(document)
      for (const { text, weight } of selectorsOf(list)) {
        if (matches > mostMatches || (++count % 32 === 0 && microsSince(start) > mostMicros)) return true
        const meant = index.quick(text) ?? index.slow(text)
        if (!meant) isPart = true
        for (const element of meant ?? []) {
          matches++
          add(element, style, weight)
        }
      }
    }
  }
  return isPart
}

function microsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start)
  return user + system
}

function* declarations(style: string, weight: number): Generator<readonly [string, Said]> {
  for (const part of style.split(';')) {
    const at = part.indexOf(':')
    if (at < 0) continue
    const text = part
      .slice(at + 1)
      .trim()
      .toLowerCase()
    const value = text.replace(/\s*!\s*important$/, '')
    const name = part
      .slice(0, at)
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .trim()
      .toLowerCase()
    yield [name, { value, weight: weight + (value === text ? 0 : importantWeight) }]
  }
}
