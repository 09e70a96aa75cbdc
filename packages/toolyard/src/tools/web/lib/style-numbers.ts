/**
 * Numbers and lengths as styles write them: with units, as sums, and inside of `calc`, `min`, `max` and `clamp`.
 *
 * @module
 */

export interface Measures {
  /** What `em` stands for, in pixels. */
  readonly letters: number
  /** What one per cent stands for. */
  readonly percent: number
}

const [screenWidth, screenHeight] = [1280, 720]
const fixed: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 1.333,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  q: 0.945,
  rem: 16,
  vw: screenWidth / 100,
  vi: screenWidth / 100,
  vmax: screenWidth / 100,
  vh: screenHeight / 100,
  vb: screenHeight / 100,
  vmin: screenHeight / 100,
}
const token = /\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?:[a-z]+|%)?|(?:calc|min|max|clamp)?\(|[-+*/),])/iy
const longest = 200
const mostDepth = 10

/** In pixels, or as the number that it is; undefined if it is neither. */
export function measured(text: string, measures: Measures): number | undefined {
  const tokens = tokensOf(text)
  const reader: NumberReader = { tokens, at: 0, measures, depth: 0 }
  const value = tokens && sum(reader)
  return reader.at === tokens?.length ? value : undefined
}

interface NumberReader {
  readonly tokens: readonly string[] | undefined
  readonly measures: Measures
  at: number
  depth: number
}

function tokensOf(text: string): string[] | undefined {
  const tokens: string[] = []
  const whole = text.trim().toLowerCase()
  if (whole === '' || whole.length > longest) return undefined
  token.lastIndex = 0
  while (token.lastIndex < whole.length) {
    const found = token.exec(whole)
    if (!found) return undefined
    tokens.push(found[1] ?? '')
  }
  return tokens
}

function sum(reader: NumberReader): number | undefined {
  let value = product(reader)
  for (
    let sign = reader.tokens?.[reader.at];
    sign === '+' || sign === '-';
    sign = reader.tokens?.[reader.at]
  ) {
    reader.at++
    const next = product(reader)
    if (value === undefined || next === undefined) return undefined
    value += sign === '+' ? next : -next
  }
  return value
}

function product(reader: NumberReader): number | undefined {
  let value = single(reader)
  for (
    let sign = reader.tokens?.[reader.at];
    sign === '*' || sign === '/';
    sign = reader.tokens?.[reader.at]
  ) {
    reader.at++
    const next = single(reader)
    if (value === undefined || next === undefined) return undefined
    value = sign === '*' ? value * next : value / next
  }
  return value
}

function single(reader: NumberReader): number | undefined {
  const word = reader.tokens?.[reader.at++] ?? ''
  return word.endsWith('(') ? called(reader, word) : numberOf(word, reader.measures)
}

function called(reader: NumberReader, name: string): number | undefined {
  if (++reader.depth > mostDepth) return undefined
  const values: number[] = []
  do {
    const value = sum(reader)
    if (value === undefined) return undefined
    values.push(value)
  } while (reader.tokens?.[reader.at++] === ',')
  if (reader.tokens?.[reader.at - 1] !== ')') return undefined
  const [first = 0, second = 0, third = 0] = values
  if (name === 'min(') return Math.min(...values)
  if (name === 'max(') return Math.max(...values)
  return name === 'clamp(' ? Math.max(first, Math.min(second, third)) : first
}

function numberOf(word: string, { letters, percent }: Measures): number | undefined {
  const [, number, unit = ''] = /^([+-]?[\d.]+(?:e[+-]?\d+)?)([a-z]+|%)?$/.exec(word) ?? []
  if (number === undefined) return undefined
  if (unit === '%') return Number(number) * percent
  const size = /^(?:em|ex|ch|ic|cap|lh)$/.test(unit)
    ? letters
    : (fixed[unit] ?? fixed[unit.replace(/^[sld](?=v)/, '')])
  return size === undefined ? undefined : Number(number) * size
}
