/**
 * Several replacements in one file, each on what the one before left; the sum of them as one stretch of its bytes.
 *
 * Works on UTF-8. A file in UTF-16 is translated for the search, and the change back, so that its other bytes stay.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { applyEdit, checkAmount, type EditRequest, type MatchingStyle } from './apply-edit.ts'
import { decodeText, encodeText } from './decode-text.ts'
import type { FileKind } from '../../../host/index.ts'
import { createSearchSteps } from './search-steps.ts'
import { contentOf, type Stretch } from './stretch.ts'

export interface EditedText {
  /** The change of the file's own bytes. */
  readonly stretch: Stretch
  /** The text before, as UTF-8, and the change of it: what a diff is made of. */
  readonly text: Buffer
  readonly textStretch: Stretch
  readonly replacements: number
  /** How each text was found. */
  readonly matching: readonly MatchingStyle[]
}

export interface NamedEdit extends EditRequest {
  /** What it is called in errors. */
  readonly subject: string
}

type TextKind = FileKind & { readonly kind: 'text' }

/** Throws `no_match`, `invalid_arguments` if it is too much, before anything is changed. */
export function editText(bytes: Buffer, kind: TextKind, edits: readonly NamedEdit[]): EditedText {
  const body = bytes.subarray(kind.bom)
  const text = kind.encoding === 'utf8' ? body : Buffer.from(decodeText(body, kind.encoding))
  let current = text
  let [head, tail, replacements] = [Infinity, Infinity, 0]
  let stretch: Stretch = { start: 0, end: 0, insert: Buffer.alloc(0) }
  const matching: MatchingStyle[] = []
  const steps = createSearchSteps()
  for (const [index, edit] of edits.entries()) {
    const applied = applyEdit(current, { ...edit, steps }, edit.subject)
    stretch = applied
    replacements += applied.replacements
    checkAmount(
      replacements,
      current.length + applied.insert.length - text.length - (applied.end - applied.start),
      edit.subject,
    )
    matching.push(applied.matching)
    head = Math.min(head, applied.start)
    tail = Math.min(tail, current.length - applied.end)
    if (edits.length === 1) break
    current = Buffer.concat(contentOf(current, applied))
    if (index === edits.length - 1)
      stretch = {
        start: head,
        end: text.length - tail,
        insert: current.subarray(head, current.length - tail),
      }
  }
  return { stretch: inFile(text, stretch, kind), text, textStretch: stretch, replacements, matching }
}

function inFile(text: Buffer, { start, end, insert }: Stretch, { encoding, bom }: TextKind): Stretch {
  if (encoding === 'utf8') return { start: start + bom, end: end + bom, insert }
  const unitsBefore = text.toString('utf8', 0, start).length
  const units = text.toString('utf8', start, end).length
  const from = bom + unitsBefore * 2
  return { start: from, end: from + units * 2, insert: encodeText(insert.toString('utf8'), encoding) }
}
