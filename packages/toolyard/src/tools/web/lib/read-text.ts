/**
 * What is text already: JSON with one value a line, everything else as it is.
 *
 * @module
 */
import { decodeText } from './decode-text.ts'

export interface PlainText {
  readonly title: string
  readonly text: string
  readonly leftOut: readonly string[]
}

/** Larger or deeper JSON stays as it came: its indentation would be larger than itself. */
const mostCharacters = 1_000_000
const mostDepth = 32

export function readText(bytes: Uint8Array, contentType: string): PlainText {
  const { text } = decodeText(bytes, contentType)
  return { title: '', text: /[/+]json\b/i.test(contentType) ? inLines(text) : text, leftOut: [] }
}

function inLines(text: string): string {
  if (text.length > mostCharacters || depthOf(text) > mostDepth) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** Brackets in strings count as well: then it is only shown as it came. */
function depthOf(json: string): number {
  let [depth, deepest] = [0, 0]
  for (const [sign] of json.matchAll(/[[\]{}]/g)) {
    depth += sign === '[' || sign === '{' ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
