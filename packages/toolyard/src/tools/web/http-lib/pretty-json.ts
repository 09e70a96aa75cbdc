/**
 * JSON with line breaks. Only white space between its signs changes: numbers, order and repeated keys stay as the server
 * wrote them, which a way through values would not promise.
 *
 * @module
 */

/** A longer text stays as it is: no one reads it line by line, and formatting it would block other work. */
const mostText = 150_000
/** Deeper levels are not set in further, so that the text grows with its length alone. */
const deepest = 16
const indents = Array.from({ length: deepest + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`)
const delimiters = ' \n\r\t{}[],:"'

/** The text as it is if it is not JSON, or too long. */
export function prettyJson(text: string): string {
  if (text.length > mostText || !isJson(text)) return text
  let depth = 0
  let written = ''
  let isFirst = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t') continue
    if (sign === '}' || sign === ']') {
      depth--
      written += (isFirst ? '' : newLine(depth)) + sign
      isFirst = false
      continue
    }
    if (isFirst) written += newLine(depth)
    isFirst = sign === '{' || sign === '['
    if (isFirst) depth++
    if (sign === ',') written += `,${newLine(depth)}`
    else if (sign === ':') written += ': '
    else {
      const end = isFirst ? at + 1 : endOf(text, at)
      written += text.slice(at, end)
      at = end - 1
    }
  }
  return written
}

/** Where a string, a number or a word ends that starts there. */
function endOf(text: string, start: number): number {
  let end = start + 1
  if (text.charAt(start) !== '"') {
    while (end < text.length && !delimiters.includes(text.charAt(end))) end++
    return end
  }
  end = text.indexOf('"', end)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charAt(before) === '\\') before--
  return (at - 1 - before) % 2 === 1
}

function newLine(depth: number): string {
  return indents[Math.min(depth, deepest)] ?? ''
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
