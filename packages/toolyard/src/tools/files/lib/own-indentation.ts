/**
 * Whether new text already has the indentation of the place that it goes to, so that none is added to it.
 *
 * Models send the text to replace without its indentation, or with another one, and the new text either in the same way or as
 * it has to be in the file. Which of the two is told by how its lines are indented.
 *
 * @module
 */
import type { Buffer } from 'node:buffer'
import type { IndentPair } from './indentation.ts'
import type { Match } from './find-text.ts'

const lineFeed = 10

/** Whether lines with these indentations are meant as they are; `pairs` are those of the lines that they replace. */
export function followsFile(pairs: readonly IndentPair[], fresh: readonly string[]): boolean {
  const [sent, there] = [pairs.map((pair) => pair.sent), pairs.map((pair) => pair.there)]
  const [sentBase, base] = [commonStart(sent), commonStart(there)]
  // A line further out than all of the file's would leave their block.
  if (fresh.length === 0 || !fresh.every((indent) => indent.startsWith(base))) return false
  if (fresh[0] === sent[0] && fresh[0] !== there[0]) return false
  if (base.length > sentBase.length && base.startsWith(sentBase)) return true
  const [fitsFile, fitsSent] = [areSteps(fresh, there), areSteps(fresh, sent)]
  if (fitsFile !== fitsSent) return fitsFile
  return hasOnlyOf(fresh, there, sent) && !hasOnlyOf(fresh, sent, there)
}

/** The new text without the blanks at its start, if the same ones, and only they, stand before the place in its line. */
export function withoutDoubled(
  content: Buffer,
  { start }: Match,
  { wanted, replacement }: { readonly wanted: string; readonly replacement: string },
): string {
  const indent = indentOf(replacement)
  const lineStart = start - indent.length
  if (indent === '' || lineStart < 0 || /^[ \t]/.test(wanted)) return replacement
  if (lineStart > 0 && content[lineStart - 1] !== lineFeed) return replacement
  if (content.toString('latin1', lineStart, start) !== indent) return replacement
  const rest = replacement.slice(indent.length)
  // To indent a line is then all that can be meant.
  return rest.replaceAll('\r\n', '\n') === wanted.replaceAll('\r\n', '\n') ? replacement : rest
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

function commonStart(texts: readonly string[]): string {
  const [first = '', ...rest] = texts
  let length = first.length
  for (const text of rest) {
    let at = 0
    while (at < length && text[at] === first[at]) at++
    length = at
  }
  return first.slice(0, length)
}

/** Whether each is one of the known ones, or some equal steps away from one; any may be if no step is known. */
function areSteps(indents: readonly string[], known: readonly string[]): boolean {
  const lengths = [...new Set(known.map(({ length }) => length))].toSorted((left, right) => left - right)
  const [outer, inner] = lengths
  if (outer === undefined || inner === undefined) return true
  const step = inner - outer
  const rests = new Set(lengths.map((length) => length % step))
  return indents.every(({ length }) => rests.has(length % step))
}

function hasOnlyOf(indents: readonly string[], these: readonly string[], those: readonly string[]): boolean {
  const [wanted, others] = [new Set(these), new Set(those)]
  return indents.some((indent) => wanted.has(indent) && !others.has(indent))
}
