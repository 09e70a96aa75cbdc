/**
 * Translates indentation: how lines that were looked for are indented, into how the same lines are in the file.
 *
 * @module
 */

/** Answers the indentation in the file for one in the text that was sent. */
export type Translate = (indent: string) => string

/** The indentation of one line, as it was sent and as it is in the file. */
export interface IndentPair {
  readonly sent: string
  readonly there: string
}

/** Undefined if equal indentations would have to become different ones: then it is not the same text. */
export function translation(pairs: readonly IndentPair[]): Translate | undefined {
  const known = new Map<string, string>()
  for (const { sent, there } of pairs) {
    if ((known.get(sent) ?? there) !== there) return undefined
    known.set(sent, there)
  }
  const keys = [...known.keys()].toSorted((left, right) => left.length - right.length)
  const unit = unitOf(keys, known)
  const foreign = foreignSigns(known)
  return (indent) => {
    const exact = known.get(indent)
    if (exact !== undefined || foreign.has(indent[0])) return exact ?? indent
    const outer = keys.findLast((key) => indent.startsWith(key))
    if (outer !== undefined)
      return (
        (known.get(outer) ?? '') + inIndentPairs(indent.slice(outer.length), unit, known.get(outer) ?? '')
      )
    const inner = keys.find((key) => key.startsWith(indent))
    if (inner === undefined) return indent
    const there = known.get(inner) ?? ''
    const surplus = inIndentPairs(inner.slice(indent.length), unit, there)
    return there.endsWith(surplus) ? there.slice(0, there.length - surplus.length) : ''
  }
}

/** Tabs, if only spaces were sent and the file has tabs, or the other way round: they are the file's already. */
function foreignSigns(known: ReadonlyMap<string, string>): ReadonlySet<string | undefined> {
  const [sent, there] = [new Set([...known.keys()].join('')), new Set([...known.values()].join(''))]
  return new Set(sent.size === 0 ? [] : [...there].filter((sign) => !sent.has(sign)))
}

/** One level of indentation in both, from two lines of different depth, or from one with tabs here and spaces there. */
function unitOf(keys: readonly string[], known: ReadonlyMap<string, string>): IndentPair | undefined {
  for (const [index, key] of keys.entries()) {
    const outer = keys[index - 1]
    if (outer === undefined || !key.startsWith(outer)) continue
    const [there, outerThere] = [known.get(key) ?? '', known.get(outer) ?? '']
    if (there.length > outerThere.length && there.startsWith(outerThere))
      return { sent: key.slice(outer.length), there: there.slice(outerThere.length) }
  }
  for (const key of keys) {
    const there = known.get(key) ?? ''
    const [long, short] = key.length > there.length ? [key, there] : [there, key]
    if (short === '' || key[0] === there[0] || long.length % short.length !== 0) continue
    const level = long.slice(0, long.length / short.length)
    return key === long
      ? { sent: level, there: short.slice(0, 1) }
      : { sent: short.slice(0, 1), there: level }
  }
  return undefined
}

function inIndentPairs(indent: string, unit: IndentPair | undefined, around: string): string {
  const level = unit ?? guess(indent, around)
  if (!level) return indent
  let [rest, translated] = [indent, '']
  while (rest.startsWith(level.sent)) {
    rest = rest.slice(level.sent.length)
    translated += level.there
  }
  return translated + rest
}

/** If the file has tabs and spaces were sent. */
function guess(indent: string, around: string): IndentPair | undefined {
  if (!/^ +$/.test(indent) || !/^\t+$/.test(around)) return undefined
  return { sent: ' '.repeat(indent.length % 4 === 0 ? 4 : 2), there: '\t' }
}
