/**
 * Lines out of a longer text without the secrets that the cut goes through.
 *
 * A secret that is whole in the lines is left to who looks at them later; here it is one that began before them or goes on
 * after them, which the lines alone do not show.
 *
 * @module
 */
import { replaceInLines, type Span } from './span.ts'

export interface LinesOfText {
  /** The end of what stands before the lines. */
  readonly before: string
  readonly lines: readonly string[]
  /** The start of what stands after them. */
  readonly after: string
}

type FindSpans = (text: string) => readonly Span[] | undefined

/** Lines that a secret can span: those of the longest key. */
const edgeLines = 1000

export function redactWindow({ before, lines, after }: LinesOfText, find: FindSpans): readonly string[] {
  const first = before === '' ? lines : redactStart(before, lines, find)
  return after === '' ? first : redactEnd(first, after, find)
}

function redactStart(before: string, lines: readonly string[], find: FindSpans): readonly string[] {
  const edge = lines.slice(0, edgeLines)
  const clean = replaceInLines([before, ...edge], (text) =>
    find(text)?.filter(({ start, end }) => start < before.length && end > before.length),
  )
  return [...clean.slice(1), ...lines.slice(edgeLines)]
}

function redactEnd(lines: readonly string[], after: string, find: FindSpans): readonly string[] {
  const edge = lines.slice(-edgeLines)
  const clean = replaceInLines([...edge, after], (text) => {
    const from = text.length - after.length
    return find(text)?.filter(({ start, end }) => start < from && end > from)
  })
  return [...lines.slice(0, -edgeLines), ...clean.slice(0, -1)]
}
