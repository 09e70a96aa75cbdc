/**
 * Data without secrets: a copy only if there is something to take out.
 *
 * Each string is looked at alone, and all of them together: a key that comes as a list of lines, or a value that was broken
 * over rows of a table, is taken out of every string that holds a part of it. The names of properties are strings too.
 *
 * @module
 */
import { types } from 'node:util'
import { isSecretUnder } from './fields.ts'
import { type Mark, plainMark } from './span.ts'

export interface DataRedactor {
  readonly redact: (text: string) => string
  /** Texts that stand below each other, redacted as one. */
  readonly redactLines: (lines: readonly string[]) => readonly string[]
  /** Whether values are registered, which may be broken anywhere. */
  readonly hasValues: () => boolean
  /** What stands for a secret. */
  readonly mark: Mark
}

/** Deeper data is not looked at, so it does not go out either. */
const maxDepth = 512

const keyStart = '-----BEGIN'
/** How far a key reaches, and any other secret. */
const maxBefore = 65_536
const nearBefore = 4096

/** So many objects are visited before the walk begins to remember which: most data is far smaller. */
const unremembered = 64

/** Ways in which strings are read one after the other: without names of properties, these alone, and all in order. */
const readings = ['values', 'names', 'all'] as const
type TextBefore = Readonly<Record<(typeof readings)[number], string>>
const nothingBefore: TextBefore = { values: '', names: '', all: '' }

/**
 * `value` itself where none of its strings and keys holds a secret; a copy otherwise. Cycles stay cycles. `before` is the end
 * of the texts that came before it.
 */
export function redactData(value: unknown, redactor: DataRedactor, before = nothingBefore): unknown {
  if (typeof value === 'string') return redactor.redact(value)
  if (!isData(value)) return value
  const search = new StringSearch(redactor)
  if (!search.holds(value, 0)) return redactHarmless(value, search, before)
  const written = writtenOut(value)
  const clean = redactWritten(written, redactor, before)
  return clean === written ? value : clean
}

/** Data as JSON has it. */
function redactWritten(written: unknown, redactor: DataRedactor, before: TextBefore): unknown {
  if (typeof written === 'string') return redactor.redact(written)
  if (!isData(written)) return written
  const search = new StringSearch(redactor)
  if (!search.holds(written, 0)) return redactHarmless(written, search, before)
  return copyOf(written, redactor, redactTogether(written, redactor, before))
}

/** Data in which no string alone is secret. */
function redactHarmless(value: object, search: StringSearch, before: TextBefore): unknown {
  const { redactor, strings, opensKey } = search
  const mayGoOn = opensKey || before.all.includes(keyStart) || redactor.hasValues()
  if ((before.all === '' && strings < 2) || !mayGoOn) return value
  const together = redactTogether(value, redactor, before)
  return together ? copyOf(value, redactor, together) : value
}

class StringSearch {
  readonly redactor: DataRedactor
  #visits = 0
  #seen: Set<object> | undefined
  /** Strings that were looked at. */
  strings = 0
  /** A string begins a block that another may go on with. */
  opensKey = false

  constructor(redactor: DataRedactor) {
    this.redactor = redactor
  }

  /** Whether anything in `item` has to go, or may have to: an object may say itself what is written of it. */
  holds(item: object, depth: number): boolean {
    if (depth > maxDepth || isWrittenOtherwise(item)) return true
    if (++this.#visits > unremembered) {
      this.#seen ??= new Set()
      if (this.#seen.has(item)) return false
      this.#seen.add(item)
    }
    if (Array.isArray(item)) {
      for (let at = 0; at < item.length; at++) if (this.#isSecret(item[at], depth)) return true
      return false
    }
    for (const key of Object.keys(item)) {
      const child = (item as Record<string, unknown>)[key]
      if (this.#isSecret(key, depth) || isSecretField(key, child) || this.#isSecret(child, depth)) return true
    }
    return false
  }

  #isSecret(child: unknown, depth: number): boolean {
    if (typeof child !== 'string') return isData(child) && this.holds(child, depth + 1)
    this.strings++
    this.opensKey ||= child.includes(keyStart)
    return this.redactor.redact(child) !== child
  }
}

/** Whether JSON has something else of the object than its members. */
function isWrittenOtherwise(item: object): boolean {
  return typeof (item as { toJSON?: unknown }).toJSON === 'function' || isText(item)
}

/** Whether it is a text in the form of an object. */
function isText(item: object): boolean {
  return 'length' in item && !Array.isArray(item) && types.isStringObject(item)
}

/** Data as JSON has it: asked once, so that what was looked at is what goes out. */
function writtenOut(value: unknown): unknown {
  const copies = new Map<object, unknown>()
  const write = (given: unknown, depth: number): unknown => {
    const item = isData(given) ? writtenOf(given) : given
    if (!isData(item)) return typeof item === 'function' ? undefined : item
    if (copies.has(item)) return copies.get(item)
    // One level more than is let out: there it is found that more was below.
    if (depth > maxDepth + 1) return undefined
    const copy: unknown[] | Record<string, unknown> = Array.isArray(item) ? [] : {}
    copies.set(item, copy)
    if (Array.isArray(copy)) for (const child of item as unknown[]) copy.push(write(child, depth + 1))
    else for (const [key, child] of Object.entries(item)) define(copy, key, write(child, depth + 1))
    return copy
  }
  return write(value, 0)
}

/** Undefined if it can't be written. */
function writtenOf(item: object): unknown {
  if (isText(item)) return String.prototype.valueOf.call(item)
  const { toJSON } = item as { toJSON?: unknown }
  try {
    return typeof toJSON === 'function' ? (toJSON.call(item, '') as unknown) : item
  } catch {
    return undefined
  }
}

/** Strings that the same keys lead to, whatever their places in lists, by their numbers; and the columns below. */
class Column {
  readonly strings: number[] = []
  readonly #below = new Map<string | undefined, Column>()

  /** Under a key, or in a list. */
  below(key: string | undefined): Column {
    let column = this.#below.get(key)
    if (!column) this.#below.set(key, (column = new Column()))
    return column
  }
}

interface CollectedStrings {
  /** In the order of `copyOf`: the name of a property, then what is below it. */
  readonly texts: readonly string[]
  /** The numbers of those that are names of properties. */
  readonly names: ReadonlySet<number>
  /** In which the others stand. */
  readonly columns: ReadonlySet<Column>
}

function stringsOf(value: object): CollectedStrings {
  const texts: string[] = []
  const names = new Set<number>()
  const columns = new Set<Column>()
  const seen = new Set<object>()
  const walk = (item: unknown, column: Column, depth: number): void => {
    if (typeof item === 'string') {
      column.strings.push(texts.push(item) - 1)
      columns.add(column)
    }
    if (!isData(item) || seen.has(item) || depth > maxDepth) return
    seen.add(item)
    if (Array.isArray(item)) for (const child of item) walk(child, column.below(undefined), depth + 1)
    else
      for (const [key, child] of Object.entries(item)) {
        names.add(texts.push(key) - 1)
        walk(child, column.below(key), depth + 1)
      }
  }
  walk(value, new Column(), 0)
  return { texts, names, columns }
}

/** The numbers of the strings of a reading. */
function numbersOf({ texts, names }: CollectedStrings, reading: keyof TextBefore): number[] {
  const all = [...texts.keys()]
  return reading === 'all' ? all : all.filter((index) => names.has(index) === (reading === 'names'))
}

/** What is left of each string when all were read one after the other, and each column by itself; undefined if that is all of it. */
function redactTogether(
  value: object,
  redactor: DataRedactor,
  before: TextBefore,
): readonly string[] | undefined {
  const strings = stringsOf(value)
  const { texts, columns } = strings
  const clean = [...texts]
  const read = (numbers: readonly number[], first: string): void => {
    const lines = redactor.redactLines([first, ...numbers.map((index) => clean[index] ?? '')])
    for (const [at, index] of numbers.entries()) clean[index] = lines[at + 1] ?? ''
  }
  for (const reading of readings) read(numbersOf(strings, reading), before[reading])
  for (const column of columns.size > 1 ? columns : [])
    if (column.strings.length > 1) read(column.strings, '')
  return clean.some((text, index) => text !== texts[index]) ? clean : undefined
}

function copyOf(
  value: unknown,
  { redact, mark }: DataRedactor,
  together: readonly string[] | undefined,
): unknown {
  const copies = new Map<object, unknown>()
  let strings = 0
  const copy = (item: unknown, depth: number): unknown => {
    if (typeof item === 'string') return redact(together?.[strings++] ?? item)
    if (!isData(item)) return item
    if (copies.has(item)) return copies.get(item)
    if (depth > maxDepth) return plainMark('')
    if (Array.isArray(item)) {
      const list: unknown[] = []
      copies.set(item, list)
      for (const child of item) list.push(copy(child, depth + 1))
      return list
    }
    const result: Record<string, unknown> = {}
    copies.set(item, result)
    for (const [key, child] of Object.entries(item)) {
      const name = redact(together?.[strings++] ?? key)
      const clean = copy(child, depth + 1)
      define(result, name, isSecretField(key, child) ? mark(child) : clean)
    }
    return result
  }
  return copy(value, 0)
}

/** For values that come one after the other: a secret that spans several goes from each. */
export function createValueStream(redactor: DataRedactor): (value: unknown) => unknown {
  let before = nothingBefore
  return (value) => {
    const clean = redactData(value, redactor, before)
    if (!isData(value)) return clean
    const strings = stringsOf(value)
    const after = (reading: keyof TextBefore): string =>
      endOf([before[reading], ...numbersOf(strings, reading).map((index) => strings.texts[index] ?? '')])
    before = { values: after('values'), names: after('names'), all: after('all') }
    return clean
  }
}

/** As much of what was read as a secret can reach back. */
function endOf(texts: readonly string[]): string {
  const all = texts.join('\n').slice(-maxBefore)
  const start = all.lastIndexOf(keyStart)
  return all.slice(start < 0 ? -nearBefore : Math.min(start, Math.max(0, all.length - nearBefore)))
}

function isData(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
}

function isSecretField(key: string, value: unknown): value is string {
  return typeof value === 'string' && isSecretUnder(key, value)
}

/** A property of the object's own, whatever its name; a second key that became the same gets a number. */
function define(object: Record<string, unknown>, key: string, value: unknown): void {
  let name = key
  for (let count = 2; Object.hasOwn(object, name); count++) name = `${key} ${count}`
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true })
}
