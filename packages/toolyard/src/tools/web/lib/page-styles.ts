/**
 * What a page's own styles say of each element: rules of `<style>` elements by weight and order, then attributes. Styles in
 * other files are not read.
 *
 * @module
 */
import { SelectorIndex, selectorsOf } from './match-selector.ts'
import type { PageDocument, PageElement } from './page-libraries.ts'
import { isUnderstood } from './hiding-styles.ts'
import { plainStyle, styleRules } from './style-rules.ts'

/** Values by property, in small letters; variables are among them, with their `--`. */
export type StyleValues = ReadonlyMap<string, string>

export interface PageStyles {
  readonly of: ReadonlyMap<PageElement, StyleValues>
  /** Some rules were not read, because there are too many. */
  readonly isPart: boolean
}

interface WeightedValue {
  readonly value: string
  readonly weight: number
}

/** What the rules of a page may cost, of the processor. */
const mostMicros = 1_500_000
const mostMatches = 500_000
/** An attribute weighs more than any selector, `!important` more than any attribute. */
const [attributeWeight, importantWeight] = [1e12, 1e13]
const telling =
  /(?:^|[;\s])(?:--[\w-]+|display|visibility|content-visibility|opacity|filter|font|font-size|clip|clip-path|text-indent|transform|translate|scale|zoom|position|left|right|top|bottom|inset(?:-[a-z-]+)?|margin(?:-[a-z-]+)?|white-space|rotate|mask|mask-image|(?:max-)?(?:height|width|block-size|inline-size)|overflow(?:-[xy])?|color|background|background-color|background-image|-webkit-text-fill-color)\s*:/i

/** `elements` are all of the document's. */
export function pageStyles(document: PageDocument, elements: readonly PageElement[]): PageStyles {
  const styles = new Map<PageElement, Map<string, WeightedValue>>()
  const add: Add = (element, declared) => {
    let own = styles.get(element)
    if (!own) styles.set(element, (own = new Map()))
    for (const [property, said] of declared) {
      if ((own.get(property)?.weight ?? -1) <= said.weight) own.set(property, said)
    }
  }
  const isPart = addRules(new SelectorIndex(document, elements), elements, add)
  for (const element of elements) addAttributes(element, add)
  const of = new Map<PageElement, StyleValues>()
  for (const [element, own] of styles)
    of.set(element, new Map([...own].map(([property, { value }]) => [property, value])))
  return { of, isPart }
}

type Declarations = readonly (readonly [property: string, said: WeightedValue])[]
type Add = (element: PageElement, declared: Declarations) => void

function addAttributes(element: PageElement, add: Add): void {
  const style = element.getAttribute('style')
  if (style) add(element, declarations(style, attributeWeight))
  const behind = element.getAttribute('bgcolor')
  if (behind) add(element, declarations(`background-color:${behind}`, -1))
  const { localName } = element
  const colour = localName === 'font' ? 'color' : localName === 'body' ? 'text' : undefined
  const said = colour === undefined ? null : element.getAttribute(colour)
  if (said) add(element, declarations(`color:${said}`, -1))
}

/** Whether some could not be read. */
function addRules(index: SelectorIndex, elements: readonly PageElement[], add: Add): boolean {
  const start = process.threadCpuUsage()
  let [matches, count] = [0, 0]
  let isPart = false
  for (const sheet of elements) {
    if (sheet.localName !== 'style') continue
    if (/^(?:print|speech)$/i.test(sheet.getAttribute('media')?.trim() ?? '')) continue
    for (const { selector: list, style } of styleRules(sheet.textContent ?? '')) {
      if (!telling.test(style.includes('\\') ? plainStyle(style) : style)) continue
      for (const { text, weight } of selectorsOf(list)) {
        if (matches > mostMatches || (++count % 32 === 0 && microsSince(start) > mostMicros)) return true
        const meant = index.quick(text) ?? index.slow(text)
        if (!meant) isPart = true
        let declared: Declarations | undefined
        for (const element of meant ?? []) {
          matches++
          add(element, (declared ??= declarations(style, weight)))
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

function declarations(style: string, weight: number): Declarations {
  const declared: (readonly [string, WeightedValue])[] = []
  for (const part of plainStyle(style).split(';')) {
    const at = part.indexOf(':')
    if (at < 0) continue
    const text = part.slice(at + 1).trim()
    const value = text.replace(/\s*!\s*important$/, '')
    const name = part.slice(0, at).trim()
    // A value that browsers can't read leaves the one before it standing.
    if (isUnderstood(name, value))
      declared.push([name, { value, weight: weight + (value === text ? 0 : importantWeight) }])
  }
  return declared
}
