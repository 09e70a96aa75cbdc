/**
 * Takes out of a page what its readers can't see: text that is there for machines, and may be there to give them orders.
 *
 * A page is not drawn here: what its own styles say of visibility, size, colour and place is what counts. What an element says
 * holds for everything in it, except for what may be said anew inside: colour, size of letters, visibility.
 *
 * @module
 */
import { type Colour, contrastOf, parseColour } from './colours.ts'
import { isAway, lettersOf } from './hiding-styles.ts'
import type { PageDocument, PageElement } from './page-libraries.ts'
import { pageStyles, type StyleValues } from './page-styles.ts'

export interface HiddenText {
  /** Characters of text that went. */
  readonly count: number
  /** Some of the page's styles could not be looked at. */
  readonly isPart: boolean
  /** The elements that are left. */
  readonly seen: readonly PageElement[]
}

/** Elements that hold no text for readers. */
const machineParts: ReadonlySet<string> = new Set(
  'title script style noscript template iframe object embed svg canvas audio video rp noframes datalist'.split(
    ' ',
  ),
)
/** Below it a colour is that of its ground. */
const leastContrast = 1.2
/** Letters smaller than this are dots. */
const leastLetters = 3

/** Variables that an element sets, and those around it. */
interface VariableScope {
  readonly own: StyleValues
  readonly around: VariableScope | undefined
}

/** What is handed down to the elements inside. */
interface InheritedLook {
  readonly colour: Colour
  readonly ground: Colour
  readonly letters: number
  readonly isVisible: boolean
  readonly variables: VariableScope | undefined
}

const plainLook: InheritedLook = {
  colour: { red: 0, green: 0, blue: 0, alpha: 1 },
  ground: { red: 255, green: 255, blue: 255, alpha: 1 },
  letters: 16,
  isVisible: true,
  variables: undefined,
}
/** A picture: unlike any colour of text. */
const picture: Colour = { red: 127, green: 127, blue: 127, alpha: 1 }

/** Removes it. */
export function removeHidden(document: PageDocument): HiddenText {
  const elements = [...document.querySelectorAll('*')]
  const { of: styles, isPart } = pageStyles(document, elements)
  const seen: PageElement[] = []
  let count = 0
  const remove = (node: { readonly textContent: string | null; remove(): void }): void => {
    count += visibleLength(node.textContent)
    node.remove()
  }
  for (const element of elements) if (isForMachines(element)) element.remove()
  for (const element of unspoken(document, elements)) remove(element)
  const waiting: [PageElement, InheritedLook][] = document.documentElement
    ? [[document.documentElement, plainLook]]
    : []
  let known = { look: plainLook, isReadable: true }
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [element, around] = next
    const style = styles.get(element)
    const look = style ? lookOf(style, around) : around
    if (
      style &&
      !isPageItself(element) &&
      isAway(style.keys(), (property) => resolve(style.get(property), look))
    ) {
      remove(element)
      continue
    }
    // Most elements look like the one around them.
    if (look !== known.look) known = { look, isReadable: isReadable(look) }
    if (!known.isReadable) for (const node of element.childNodes) if (node.nodeType === 3) remove(node)
    seen.push(element)
    for (const child of element.children) waiting.push([child, look])
  }
  return { count, isPart, seen }
}

function isForMachines(element: PageElement): boolean {
  const { localName } = element
  if (machineParts.has(localName) || element.getAttribute('hidden') !== null) return true
  if (element.getAttribute('popover') !== null) return true
  return localName === 'dialog' && element.getAttribute('open') === null
}

/** What is marked as not to be spoken is there twice, or as ornament; unless it is most of the page. */
function unspoken(document: PageDocument, elements: readonly PageElement[]): readonly PageElement[] {
  const marked = elements.filter(
    (element) => element.getAttribute('aria-hidden') === 'true' && !isPageItself(element),
  )
  if (marked.length === 0) return []
  const whole = visibleLength(document.documentElement?.textContent ?? '')
  return marked.filter((element) => visibleLength(element.textContent) * 2 < whole)
}

function isPageItself({ localName }: PageElement): boolean {
  return localName === 'body' || localName === 'html'
}

function isReadable({ isVisible, letters, colour, ground }: InheritedLook): boolean {
  return (
    isVisible &&
    letters >= leastLetters &&
    colour.alpha > 0.1 &&
    (ground === picture || contrastOf(colour, ground) >= leastContrast)
  )
}

function lookOf(style: StyleValues, around: InheritedLook): InheritedLook {
  const variables = variablesOf(style, around.variables)
  const say = (property: string): string | undefined => resolve(style.get(property), { variables })
  const visibility = say('visibility')
  const colour = parseColour(say('-webkit-text-fill-color') ?? say('color'))
  // Letters through which the picture behind them is seen.
  const isCutOut = /text/.test(`${say('background-clip')} ${say('-webkit-background-clip')}`)
  return {
    variables,
    colour: isCutOut ? plainLook.colour : (colour ?? around.colour),
    ground: isCutOut ? picture : groundOf(say, around.ground),
    letters: lettersOf(say, around.letters),
    isVisible:
      visibility === undefined || visibility === 'inherit' ? around.isVisible : visibility === 'visible',
  }
}

function groundOf(say: (property: string) => string | undefined, around: Colour): Colour {
  const [plain, whole, image] = [say('background-color'), say('background'), say('background-image')]
  if (/url\(|gradient\(/.test(`${whole} ${image}`)) return picture
  const said = plain ?? whole
  if (said === undefined || /^(?:none|inherit|initial|unset|0)/.test(said)) return around
  const colour = parseColour(said)
  if (colour === undefined) return picture
  return colour.alpha > 0.1 ? colour : around
}

function variablesOf(style: StyleValues, around: VariableScope | undefined): VariableScope | undefined {
  for (const property of style.keys()) if (property.startsWith('--')) return { own: style, around }
  return around
}

function lookUp(variables: VariableScope | undefined, name: string): string | undefined {
  for (let scope = variables; scope; scope = scope.around) {
    const value = scope.own.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

/** With variables replaced by their values; a variable that is not set gives its fallback. */
function resolve(
  value: string | undefined,
  { variables }: Pick<InheritedLook, 'variables'>,
): string | undefined {
  let text = value
  for (let depth = 0; depth < 8 && text?.includes('var('); depth++)
    text = text
      .slice(0, 500)
      .replaceAll(
        /var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\))?[^()]*))?\)/g,
        (_, name: string, other?: string) => (lookUp(variables, name) ?? other ?? '').slice(0, 100),
      )
  return text?.trim()
}

function visibleLength(text: string | null): number {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim().length
}
