/**
 * Where registered values stand in a text, to the character.
 *
 * For texts that people approve: what is taken out is the value itself and nothing beside it, so that everything else of the
 * text can be read.
 *
 * @module
 */
import type { NeedleMatch } from './needle-index.ts'
import type { Span } from './span.ts'

export interface Gap extends Span {
  /** What the value is called; undefined if it came from somewhere else than the configuration. */
  readonly name: string | undefined
}

/** What the search steps over inside a value: it can be a line end, so it is shown. */
const between = /\\(?:[nrt]|\n)|[\s\u00ad\u200b-\u200f\u2060\ufeff]+/g

/** A value that came from outside hides no shorter text: it may be a word that is everywhere. */
const leastUnnamed = 16

/** In order, none inside or beside another of the same name. */
export function gapsOf(text: string, matches: readonly NeedleMatch[]): readonly Gap[] {
  const pieces = matches
    .filter(({ value, name }) => name !== undefined || value.end - value.start >= leastUnnamed)
    .flatMap(({ value, name }) => piecesOf(text, value).map((piece): Gap => ({ ...piece, name })))
    .toSorted((left, right) => left.start - right.start || right.end - left.end)
  const gaps: Gap[] = []
  for (const piece of pieces) {
    const last = gaps.at(-1)
    if (!last || piece.start > last.end || (piece.start === last.end && piece.name !== last.name))
      gaps.push(piece)
    else
      gaps[gaps.length - 1] = {
        start: last.start,
        end: Math.max(last.end, piece.end),
        // A value without a name does not get one by standing beside a value that has one.
        name: last.name === undefined || piece.name === undefined ? undefined : last.name,
      }
  }
  return gaps
}

function piecesOf(text: string, { start, end }: Span): Span[] {
  const pieces: Span[] = []
  let from = start
  for (const { 0: skipped, index } of text.slice(start, end).matchAll(between)) {
    if (start + index > from) pieces.push({ start: from, end: start + index })
    from = start + index + skipped.length
  }
  if (from < end) pieces.push({ start: from, end })
  return pieces
}
