/**
 * Which elements of a page a selector means. Selectors of names, classes, ids and attributes are matched here, from an index of
 * the page; the few others are left to the library, which goes through the whole page for each.
 *
 * @module
 */
import type { PageDocument, PageElement } from './page-libraries.ts'

export interface Selector {
  readonly text: string
  /** How much it weighs against others: ids, then classes, then names. */
  readonly weight: number
}

interface Compound {
  readonly name: string | undefined
  readonly ids: readonly string[]
  readonly classes: readonly string[]
  readonly attributes: readonly (readonly [name: string, sign: string, value: string])[]
  /** It stands right inside of what comes before it. */
  readonly isChild: boolean
}

const simple =
  /^(?:(\*|[a-z][\w-]*)|#((?:[\w-]|[^\0-\x7f]|\\.)+)|\.((?:[\w-]|[^\0-\x7f]|\\.)+)|\[\s*([\w:-]+)\s*(?:([~^$*|]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\]"'\s]+))\s*)?\])/i
/** What holds only while something is done with an element, or stands for no element. */
const passing =
  /::|:(?:hover|focus|active|visited|target|checked|before|after|first-l|placeholder|selection|disabled|invalid|fullscreen)/i
const mostParts = 12
/** For each element they look at all beside it, or in it. */
const costly = /:nth|:last|:only|:has|:empty|~/
const mostForCostly = 3000

/** Each one of a list on its own; none of those that hold only in passing. */
export function* selectorsOf(list: string): Generator<Selector> {
  for (const part of /[([]/.test(list) ? splitList(list) : list.split(',')) {
    const text = part.trim()
    if (text !== '' && text.length <= 500 && !passing.test(text)) yield { text, weight: weightOf(text) }
  }
}

function splitList(list: string): string[] {
  const parts: string[] = []
  let [from, depth] = [0, 0]
  for (const { 0: sign, index } of list.matchAll(/[,()[\]]/g)) {
    if (sign === '(' || sign === '[') depth++
    else if (sign !== ',') depth--
    else if (depth <= 0) {
      parts.push(list.slice(from, index))
      from = index + 1
    }
  }
  return [...parts, list.slice(from)]
}

function weightOf(text: string): number {
  const plain = text.replaceAll(/:where\([^()]*\)/g, '')
  const ids = plain.match(/#[\w-]/g)?.length ?? 0
  const classes = plain.match(/\.[\w-]|\[|:(?!is|not|has|where)[a-z]/gi)?.length ?? 0
  const names = plain.match(/(?:^|[\s>+~(])[a-z]/gi)?.length ?? 0
  return ids * 1_000_000 + classes * 1000 + names
}

export class SelectorIndex {
  readonly #document: PageDocument
  readonly #elements: readonly PageElement[]
  #byKey: Map<string, PageElement[]> | undefined

  /** `elements` are all of the document's. */
  constructor(document: PageDocument, elements: readonly PageElement[]) {
    this.#document = document
    this.#elements = elements
  }

  /** Undefined if only the library can tell. */
  quick(selector: string): readonly PageElement[] | undefined {
    const compounds = compile(selector)
    const last = compounds?.at(-1)
    if (!compounds || !last) return undefined
    const keys = [
      ...last.ids.map((id) => `#${id}`),
      ...last.classes.map((name) => `.${name}`),
      ...(last.name === undefined ? [] : [last.name]),
    ]
    const [key] = keys
    if (key === undefined) return undefined
    const candidates = this.#index().get(key) ?? []
    return candidates.filter((element) => matches(element, compounds))
  }

  /** Undefined if that takes too long. */
  slow(selector: string): Iterable<PageElement> | undefined {
    const isCostly = costly.test(selector) && this.#elements.length > mostForCostly
    if (isCostly || selector.split(/[\s>+~]+/).length > mostParts) return undefined
    try {
      return this.#document.querySelectorAll(selector)
    } catch {
      return []
    }
  }

  /** Made for the first that asks. */
  #index(): Map<string, PageElement[]> {
    if (this.#byKey) return this.#byKey
    const index = (this.#byKey = new Map<string, PageElement[]>())
    const add = (key: string, element: PageElement): void => {
      const list = index.get(key)
      if (list) list.push(element)
      else index.set(key, [element])
    }
    for (const element of this.#elements) {
      add(element.localName, element)
      const id = element.getAttribute('id')
      if (id) add(`#${id}`, element)
      const names = element.getAttribute('class')
      if (names) for (const name of new Set(names.split(/\s+/))) add(`.${name}`, element)
    }
    return index
  }
}

/** Undefined if it has signs that are not read here. */
function compile(selector: string): Compound[] | undefined {
  const compounds: Compound[] = []
  for (const part of selector
    .replaceAll(/:root\b/g, 'html')
    .replaceAll(/\s*>\s*/g, ' >')
    .split(/\s+(?![^[]*\])/)) {
    const compound = compileOne(part)
    if (!compound || compounds.length > mostParts) return undefined
    compounds.push(compound)
  }
  // Going up from such a part, the first that fits may be the wrong one.
  const isMixed = compounds.some(
    ({ isChild }, at) => isChild && compounds.slice(at + 1).some((next) => !next.isChild),
  )
  return isMixed ? undefined : compounds
}

function compileOne(part: string): Compound | undefined {
  const isChild = part.startsWith('>')
  let rest = isChild ? part.slice(1) : part
  let name: string | undefined
  const [ids, classes]: [string[], string[]] = [[], []]
  const attributes: [string, string, string][] = []
  while (rest !== '') {
    const found = simple.exec(rest)
    if (!found) return undefined
    const [whole, tag, id, className, attribute, sign = '', ...values] = found
    if (tag !== undefined && tag !== '*') name = tag.toLowerCase()
    if (id !== undefined) ids.push(id.replaceAll('\\', ''))
    if (className !== undefined) classes.push(className.replaceAll('\\', ''))
    if (attribute !== undefined)
      attributes.push([attribute.toLowerCase(), sign, values.find((value) => value !== undefined) ?? ''])
    rest = rest.slice(whole.length)
  }
  return { name, ids, classes, attributes, isChild }
}

function matches(element: PageElement, compounds: readonly Compound[]): boolean {
  const last = compounds.length - 1
  const compound = compounds[last]
  if (!compound || !isOne(element, compound)) return false
  let [at, left, isChild] = [element.parentElement, last - 1, compound.isChild]
  while (left >= 0) {
    const wanted = compounds[left]
    if (!at || !wanted) return false
    if (isOne(at, wanted)) {
      left--
      isChild = wanted.isChild
    } else if (isChild) return false
    at = at.parentElement
  }
  return true
}

function isOne(element: PageElement, { name, ids, classes, attributes }: Compound): boolean {
  if (name !== undefined && element.localName !== name) return false
  if (ids.some((id) => element.getAttribute('id') !== id)) return false
  if (classes.length > 0) {
    const has = ` ${(element.getAttribute('class') ?? '').replaceAll(/\s/g, ' ')} `
    if (!classes.every((each) => has.includes(` ${each} `))) return false
  }
  return attributes.every(([attribute, sign, value]) => {
    const own = element.getAttribute(attribute)
    if (own === null) return false
    if (sign === '') return true
    if (sign === '=') return own === value
    if (sign === '^=') return own.startsWith(value)
    if (sign === '$=') return own.endsWith(value)
    if (sign === '*=') return own.includes(value)
    return sign === '|=' ? own === value || own.startsWith(`${value}-`) : own.split(/\s+/).includes(value)
  })
}
