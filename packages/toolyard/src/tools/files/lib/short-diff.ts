/**
 * A change as a short unified diff: the lines around it, never more than a screen.
 *
 * @module
 */
import { Buffer } from 'node:buffer'
import { structuredPatch } from 'diff'
import { visibleText } from '../../../kernel/index.ts'
import { decodeText } from './decode-text.ts'
import { countNewlines } from './newline-counter.ts'
import type { Stretch } from './stretch.ts'

export interface ShortDiff {
  readonly added: number
  readonly removed: number
  /** Empty if the change is too large to show. */
  readonly text: string
}

const contextLines = 3
const maxShownLines = 80
const maxLineLength = 400
/** Lines of a change are compared up to here; past it they are only counted. */
const maxComparedBytes = 262_144
const maxEdits = 1500
const lineFeed = 10

/** `before` is UTF-8. */
export function shortDiff(before: Buffer, stretch: Stretch, limit = maxShownLines): ShortDiff {
  const from = lineStart(before, stretch.start, contextLines)
  const to = lineEnd(before, stretch.end, contextLines)
  const old = before.subarray(from, to)
  const now = Buffer.concat([
    before.subarray(from, stretch.start),
    stretch.insert,
    before.subarray(stretch.end, to),
  ])
  const patch =
    old.length + now.length <= maxComparedBytes
      ? structuredPatch('', '', plain(old), plain(now), undefined, undefined, {
          context: contextLines,
          maxEditLength: maxEdits,
        })
      : undefined
  if (!patch) return { added: linesIn(now), removed: linesIn(old), text: '' }
  const above = countNewlines(before.subarray(0, from))
  const lines = patch.hunks.flatMap((hunk) => [
    `@@ -${place(hunk.oldStart, hunk.oldLines, above)} +${place(hunk.newStart, hunk.newLines, above)} @@`,
    ...hunk.lines,
  ])
  return {
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    text: cut(lines, limit),
  }
}

/** Two short texts, such as what was looked for and what is there. */
export function textDiff(old: string, now: string, limit: number): string {
  const patch = structuredPatch('', '', ended(old), ended(now), undefined, undefined, {
    context: contextLines,
    maxEditLength: maxEdits,
  })
  return patch
    ? cut(
        patch.hunks.flatMap(({ lines }) => lines),
        limit,
      )
    : ''
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

function cut(lines: readonly string[], limit: number): string {
  const shown = lines
    .slice(0, limit)
    .map((line) =>
      line.length > maxLineLength ? `${line.slice(0, maxLineLength).toWellFormed()} […]` : line,
    )
  const more = lines.length > limit ? `\n… ${lines.length - limit} more lines of the diff` : ''
  return visibleText(shown.join('\n')) + more
}

function plain(bytes: Buffer): string {
  return decodeText(bytes, 'utf8').replaceAll('\r\n', '\n')
}

function place(start: number, lines: number, above: number): string {
  if (lines === 0) return `${start + above - 1},0`
  return lines === 1 ? String(start + above) : `${start + above},${lines}`
}

function linesIn(bytes: Buffer): number {
  return countNewlines(bytes) + (bytes.length > 0 && bytes.at(-1) !== lineFeed ? 1 : 0)
}

/** The start of the line that is so many lines above the one at `position`. */
function lineStart(bytes: Buffer, position: number, lines: number): number {
  let at = position
  for (let line = 0; line <= lines && at > 0; line++) {
    at = bytes.lastIndexOf(lineFeed, at - 1)
    if (at < 0) return 0
    if (line === lines) return at + 1
  }
  return Math.max(0, at)
}

/** The end, with its line feed, of the line that is so many lines below the one at `position`. */
function lineEnd(bytes: Buffer, position: number, lines: number): number {
  // A stretch that ends with a line feed ends its own line.
  let at = position > 0 && bytes[position - 1] === lineFeed ? position - 1 : position
  for (let line = 0; line <= lines; line++) {
    const end = bytes.indexOf(lineFeed, at)
    if (end < 0) return bytes.length
    at = end + 1
  }
  return at
}
