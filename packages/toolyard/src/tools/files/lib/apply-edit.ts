/**
 * One replacement in a file: finds the text, first as it is, then with other indentation, then with typographic signs.
 *
 * Only the stretch that was found changes. The new text is put in as it is written, nothing in it has a meaning; only indentation
 * that the place has already is not put in twice.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { ToolyardError } from '../../../kernel/index.ts'
import { findIndented } from './find-indented.ts'
import { findText, type Match } from './find-text.ts'
import { findTypographic } from './find-typographic.ts'
import { breaksOf } from './line-breaks.ts'
import { nearestPlace } from './nearest-place.ts'
import { countNewlines } from './newline-counter.ts'
import { checkOmissions } from './omission.ts'
import { withoutDoubled } from './own-indentation.ts'
import { createSearchSteps, type SearchSteps } from './search-steps.ts'
import { textDiff } from './short-diff.ts'
import type { Stretch } from './stretch.ts'

export interface EditRequest {
  readonly old_string: string
  readonly new_string: string
  readonly replace_all: boolean
  /** What all edits of a call may compare together; its own share if there are none. */
  readonly steps?: SearchSteps
}

export type MatchingStyle = 'exact' | 'indentation' | 'typography' | 'both'

export interface AppliedEdit extends Stretch {
  readonly matching: MatchingStyle
  readonly replacements: number
}

interface EditPlace extends Match {
  readonly text: string
}

/** Places of an ambiguous text that are told. */
const mostTold = 100
const diffLines = 40
/** Replacements of one call, and bytes that they bring: more would keep everything else waiting. */
const mostReplacements = 400_000
const mostBrought = 64 * 1024 * 1024

/** `content` is UTF-8; `subject` names the edit and the file in errors. Throws `no_match`. */
export function applyEdit(content: Buffer, edit: EditRequest, subject: string): AppliedEdit {
  checkOmissions(content, edit.new_string, subject)
  const { matching, places } = findPlaces(content, edit) ?? notThere(content, edit, subject)
  if (places.length > 1 && !edit.replace_all) throw several(content, places, subject)
  const parts: Buffer[] = []
  const keepBreaks = breaksOf(content)
  const start = places[0]?.start ?? 0
  let [end, brought] = [start, 0]
  for (const place of places) {
    const text = Buffer.from(keepBreaks(place, place.text))
    checkAmount(places.length, (brought += text.length), subject)
    parts.push(content.subarray(end, place.start), text)
    end = place.end
  }
  return { start, end, insert: Buffer.concat(parts), matching, replacements: places.length }
}

/** Throws `invalid_arguments` if one call would do too much. */
export function checkAmount(replacements: number, brought: number, subject: string): void {
  if (replacements <= mostReplacements && brought <= mostBrought) return
  const what =
    replacements > mostReplacements
      ? `make more than ${mostReplacements} replacements`
      : `add more than ${mostBrought} bytes`
  throw new ToolyardError('invalid_arguments', `${subject}: the call would ${what}`, {
    hint: 'Write a smaller part of the file at a time, or use a program for it.',
  })
}

function findPlaces(
  content: Buffer,
  { old_string, new_string, replace_all, steps = createSearchSteps() }: EditRequest,
): { readonly matching: MatchingStyle; readonly places: readonly EditPlace[] } | undefined {
  const most = replace_all ? mostReplacements + 1 : mostTold
  const search = { content, wanted: old_string, steps }
  const loose = { ...search, replacement: new_string }
  const ways: readonly (readonly [MatchingStyle, Iterator<Match & { readonly text?: string }>])[] = [
    ['exact', findText(search, !replace_all)],
    ['indentation', findIndented(search, new_string)],
    ['typography', findTypographic({ ...loose, indented: false })],
    ['both', findTypographic({ ...loose, indented: true })],
  ]
  for (const [matching, matches] of ways) {
    const places: EditPlace[] = []
    for (let next = matches.next(); !next.done; next = matches.next()) {
      const { start, end, text = new_string } = next.value
      const edit = { wanted: old_string, replacement: text }
      const isPart = matching === 'exact' || matching === 'typography'
      places.push({ start, end, text: isPart ? withoutDoubled(content, { start, end }, edit) : text })
      if (places.length >= most) break
    }
    if (places.length > 0) return { matching, places }
  }
  return undefined
}

function several(content: Buffer, places: readonly EditPlace[], subject: string): ToolyardError {
  let [line, at] = [1, 0]
  const lines = places.map(({ start }) => {
    line += countNewlines(content.subarray(at, start))
    at = start
    return line
  })
  const count = places.length >= mostTold ? `at least ${mostTold}` : places.length
  return new ToolyardError('no_match', `${subject} is there ${count} times, at lines ${lines.join(', ')}`, {
    hint: 'Send more of the lines around it so that it is there once, or set replace_all to true.',
  })
}

function notThere(content: Buffer, { old_string }: EditRequest, subject: string): never {
  const near = nearestPlace(content, old_string)
  const diff = near && textDiff(old_string.replaceAll('\r\n', '\n'), near.text, diffLines)
  const place = near
    ? ` The nearest place${near.isPartial ? ' near the start' : ''} is line ${near.line} (- as you sent it, + as it is there):\n${diff}`
    : ' Nothing in the file is like it.'
  throw new ToolyardError('no_match', `${subject} is not there.${place}`, {
    hint: 'Read that part of the file, then send the text exactly as it is there.',
  })
}
