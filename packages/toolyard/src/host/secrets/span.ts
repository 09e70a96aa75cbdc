/**
 * Places in a text, and the text without them.
 *
 * @module
 */

/** From `start` up to, not including, `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What stands where a secret stood. */
export const redacted = '[redacted]'

/** The text with one mark for every span; spans may overlap and come in any order. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  let result = ''
  let from = 0
  let marked = false
  for (const { start, end } of spans.toSorted((left, right) => left.start - right.start)) {
    if (!marked || start > from) {
      result += text.slice(from, start) + redacted
      marked = true
    }
    from = Math.max(from, end)
  }
  return result + text.slice(from)
}

/** Where a sticky pattern matches at `at`: the place after its match, or -1. */
export function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}
