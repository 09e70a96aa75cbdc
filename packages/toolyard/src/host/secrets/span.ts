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

/** The beginning of an escape sequence at the end of a text: its end may be taken from what follows. */
export const openEscape = new RegExp(String.raw`(?:\u001b\[?|\u009b)[ -?]{0,32}$`)

/** Where a sticky pattern matches at `at`: the place after its match, or -1. */
export function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/**
 * How lines begin that a program numbered, named or marked: `12: `, `src/key.pem:12:`, `  12\t`, `+`, `> `, `"`. Matches at the
 * start of a line.
 */
export const linePrefix =
  /[ \t]{0,64}(?:(?:[^\s:]{1,256}[:-])?\d{1,9}(?:[:|)\t-]|[ \t](?=[ \t]|\S))[ \t]{0,8}|[-+>|#*/"'`]{1,3}[ \t]{0,8})/y

/** The lines without what `find` finds in them taken together, so that a secret which spans lines goes from each of them. */
export function replaceInLines(
  lines: readonly string[],
  find: (text: string) => readonly Span[] | undefined,
  mark: Mark = plainMark,
): readonly string[] {
  const spans = find(lines.join('\n'))
  if (spans === undefined || spans.length === 0) return lines
  const sorted = mergedSpans(spans)
  let [next, from] = [0, 0]
  return lines.map((line) => {
    const end = from + line.length
    const inside: Span[] = []
    while (next < sorted.length && (sorted[next]?.end ?? 0) <= from) next++
    for (let at = next; at < sorted.length; at++) {
      const span = sorted[at] as Span
      if (span.start >= end) break
      inside.push({ start: Math.max(0, span.start - from), end: Math.min(line.length, span.end - from) })
    }
    from = end + 1
    return inside.length === 0 ? line : replaceSpans(line, inside, mark)
  })
}

/** In order, none touching another. */
export function mergedSpans(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((left, right) => left.start - right.start)) {
    const last = result.at(-1)
    if (last && span.start <= last.end)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
    else result.push(span)
  }
  return result
}
