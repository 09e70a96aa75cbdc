/**
 * JSON with line breaks. Only white space between its signs changes: numbers, order and repeated keys stay as the server
 * wrote them, which a way through values would not promise.
 *
 * @module
 */

/** Deeper levels are not set in further, so that the text grows with its length alone. */
const deepest = 32
const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gs

/** The text as it is if it is not JSON. */
export function prettyJson(text: string): string {
  if (!isJson(text)) return text
  let depth = 0
  let written = ''
  let last = ''
  for (const [sign] of text.matchAll(token)) {
    if (sign === '}' || sign === ']') {
      depth--
      written += (last === '{' || last === '[' ? '' : newLine(depth)) + sign
    } else {
      const isFirst = last === '{' || last === '['
      written += (isFirst || last === ',' ? newLine(depth) : '') + sign + (sign === ':' ? ' ' : '')
      if (sign === '{' || sign === '[') depth++
    }
    last = sign
  }
  return written
}

function newLine(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, deepest))}`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
