/**
 * Edits of a text as a server gives them, applied: each replaces its range, and no other character changes.
 *
 * @module
 */
import { ToolyardError } from '../../../../kernel/index.ts'
import { LineIndex, type Range } from './positions.ts'

export interface TextEdit {
  readonly range: Range
  readonly newText: string
}

/** Throws where two edits overlap: there is no right order for them. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const lines = new LineIndex(text)
  const spans = edits
    .map(({ range, newText }) => ({ from: lines.offset(range.start), to: lines.offset(range.end), newText }))
    .toSorted((left, right) => left.from - right.from || left.to - right.to)
  const parts: string[] = []
  let at = 0
  for (const { from, to, newText } of spans) {
    if (from < at || to < from)
      throw new ToolyardError(
        'tool_failed',
        'the language server gave edits that overlap; nothing was changed',
      )
    parts.push(text.slice(at, from), newText)
    at = to
  }
  return [...parts, text.slice(at)].join('')
}
