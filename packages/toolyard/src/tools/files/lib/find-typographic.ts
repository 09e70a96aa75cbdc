/**
 * Where the same text stands with typographic quotes, dashes and blanks in place of plain ones, or the other way round.
 *
 * @module
 */
import { findIndented } from './find-indented.ts'
import { findText, type Match, type TextSearch } from './find-text.ts'
import { plainBytes, plainText } from './plain-signs.ts'

export interface TypographicMatch extends Match {
  /** The new text; what it has in common with the old one at its ends stays as it is in the file. */
  readonly text: string
}

export interface TypographicSearch extends TextSearch {
  readonly replacement: string
  /** Whether the indentation may be another, too. */
  readonly indented: boolean
}

export function* findTypographic(search: TypographicSearch): Generator<TypographicMatch> {
  const { content, wanted, replacement, steps, indented } = search
  const plain = plainBytes(content)
  const plainWanted = plainText(wanted)
  // Without such a sign on either side, it would have been found as it is.
  if (!plain && plainWanted === wanted) return
  const folded = { content: plain?.bytes ?? content, wanted: plainWanted, steps }
  const matches: Iterable<Match & { readonly text?: string }> = indented
    ? findIndented(folded, replacement)
    : findText(folded, false)
  for (const { start: from, end: to, text } of matches) {
    const [start, end] = plain ? [plain.origin(from), plain.origin(to)] : [from, to]
    yield { start, end, text: text ?? keepEnds(content.toString('utf8', start, end), wanted, replacement) }
  }
}

function keepEnds(found: string, wanted: string, replacement: string): string {
  const [old, fresh] = [wanted.replaceAll('\r\n', '\n'), replacement.replaceAll('\r\n', '\n')]
  const shorter = Math.min(old.length, fresh.length)
  let head = 0
  while (head < shorter && old[head] === fresh[head]) head++
  let tail = 0
  while (tail < shorter - head && old[old.length - tail - 1] === fresh[fresh.length - tail - 1]) tail++
  const places = placesIn(found)
  return (
    found.slice(0, places[head]) +
    fresh.slice(head, fresh.length - tail) +
    found.slice(places[old.length - tail] ?? found.length)
  )
}

/** Where each character of the text starts that was found, a line break of two units counted as one. */
function placesIn(found: string): number[] {
  const places: number[] = []
  for (let at = 0; at < found.length; at++) {
    places.push(at)
    if (found[at] === '\r' && found[at + 1] === '\n') at++
  }
  return places
}
