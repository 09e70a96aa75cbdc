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
const redacted = '[redacted]'

/** What stands for a secret of this text. */
export type Mark = (secret: string) => string

export const plainMark: Mark = () => redacted

/** Says how much is not there: for rows that tell what ran. */
export const countedMark: Mark = ({ length }) => `[redacted: ${length} characters that look like a secret]`

/** The text with one mark for every span; spans may overlap and come in any order. */
export function replaceSpans(text: string, spans: readonly Span[], mark: Mark = plainMark): string {
  let result = ''
  let from = 0
  let open: { start: number; end: number } | undefined
  const close = (): void => {
    if (open) result += mark(text.slice(open.start, open.end))
  }
  for (const { start, end } of spans.toSorted((left, right) => left.start - right.start)) {
    if (!open || start > from) {
      close()
      result += text.slice(from, start)
      open = { start, end }
    }
    from = Math.max(from, end)
    open.end = from
  }
  close()
  return result + text.slice(from)
}

/** Where a sticky pattern matches at `at`: the place after its match, or -1. */
export function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}
