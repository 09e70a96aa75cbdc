/**
 * Redaction of text that comes in chunks.
 *
 * What can't be part of a secret any more goes out at once. Whole lines stay longer where a registered value, a key block or
 * a continued command may reach over their end; of a line that is still being written, the part stays in which a secret
 * may have begun. What follows is judged together with what has gone out of its line. Text of two chunks never goes
 * out as one piece.
 *
 * @module
 */
import { openEnd } from './open-end.ts'
import { mergedSpans, replaceSpans, type Span } from './span.ts'

export interface RedactStream {
  /** What is safe to show by now. */
  push(chunk: string): string
  /** The same in pieces, each of one chunk. A secret that spans chunks leaves its mark in the first of them. */
  add(chunk: string): readonly string[]
  /** The rest. */
  flush(): string
  rest(): readonly string[]
}

export interface StreamSearch {
  find(text: string): readonly Span[] | undefined
  /** The last start of a line that no registered value reaches over. */
  lastBreak(text: string): number
  /** Where a registered value may have begun that the text does not finish; its length where none has. */
  begunAt(text: string): number
}

const maxHeld = 65_536
/** Kept back when a line is too long to wait for its end. */
const overlap = 8192
/** What could not go out is looked at again when it has grown by this factor, so that many small chunks stay cheap. */
const patience = 1.2
/** How much of a line that has gone out is remembered. */
const maxContext = 512

export function createRedactStream(search: StreamSearch): RedactStream {
  let held = ''
  /** The end of what has gone out of the line that `held` goes on with. */
  let context = ''
  /** Secrets in `held` whose announcement has gone out already. */
  let known: readonly Span[] = []
  /** Where chunks begin in `held`, after its start. */
  let seams: number[] = []
  let nextLook = 0

  const found = (): readonly Span[] => {
    const spans = shifted(search.find(context + held) ?? [], context.length)
    return known.length === 0 ? spans : [...known, ...spans]
  }
  const take = (end: number, spans = found()): readonly string[] => {
    const cut = beforeSpan(spans, end)
    const taken = held.slice(0, cut)
    const done = replaceByPieces(
      taken,
      spans.filter(({ start }) => start < cut),
      seams.filter((seam) => seam < cut),
    )
    held = held.slice(cut)
    seams = seams.filter((seam) => seam > cut).map((seam) => seam - cut)
    known = shifted(
      spans.filter(({ start }) => start >= cut),
      cut,
    )
    context = unfinishedLine((context + taken).slice(-maxContext))
    return done
  }
  /** The lines of `held` that nothing reaches over, also if it began in what has gone out. */
  const finishedLines = (): number => {
    const text = context + held
    return Math.max(0, safeEnd(text, search.lastBreak(text)) - context.length)
  }
  /** How much of `held` no secret can reach into any more. */
  const settledEnd = (spans: readonly Span[]): number => {
    const lines = held.includes('\n') ? finishedLines() : 0
    if (held.includes('\n', lines)) return lines
    const before = lines === 0 ? context : unfinishedLine((context + held.slice(0, lines)).slice(-maxContext))
    const line = before + held.slice(lines)
    const open = Math.min(openEnd(line), beginningOfValue(line, search.begunAt(line)))
    const end = lines + Math.max(0, open - before.length)
    // A secret that was found at the very end may go on.
    return Math.min(end, spans.findLast((span) => span.end === held.length)?.start ?? end)
  }
  const add = (chunk: string): readonly string[] => {
    if (held !== '' && chunk !== '') seams.push(held.length)
    held += chunk
    if (held.length < nextLook) return []
    const spans = found()
    const end = settledEnd(spans)
    const done = end > 0 ? [...take(end, spans)] : []
    if (held.length > maxHeld) done.push(...take(held.length - overlap))
    if (held.length > maxHeld) done.push(...take(held.length))
    nextLook = held.length > maxContext ? held.length * patience : 0
    return done
  }
  const rest = (): readonly string[] => take(held.length)
  return { add, rest, push: (chunk) => add(chunk).join(''), flush: () => rest().join('') }
}

/** `begun`, unless a letter or two at the end of a word are all of it: hardly a value begins there. */
function beginningOfValue(line: string, begun: number): number {
  const part = line.slice(begun, begun + 3)
  const isShort = part.trimEnd().length <= 2 && line.slice(begun + 2).trim() === ''
  const isEndOfWord = /\s$/.test(part) || /[A-Za-z0-9]/.test(line[begun - 1] ?? '')
  return isShort && isEndOfWord ? line.length : begun
}

/** The text without the spans, cut at the seams. */
function replaceByPieces(text: string, spans: readonly Span[], seams: readonly number[]): string[] {
  if (seams.length === 0) return text === '' ? [] : [replaceSpans(text, spans)]
  const joined = mergedSpans(spans)
  return [0, ...seams].flatMap((start, index) => {
    const end = seams[index] ?? text.length
    const over = joined.find((span) => span.start < start && span.end > start)
    const from = Math.min(end, over?.end ?? start)
    const inside = joined.filter((span) => span.start >= from && span.start < end)
    const piece = replaceSpans(
      text.slice(from, end),
      inside.map((span) => ({ start: span.start - from, end: Math.min(end, span.end) - from })),
    )
    return piece === '' ? [] : [piece]
  })
}

/** The line with which the text ends, and those before it that a backslash joins to it. */
function unfinishedLine(text: string): string {
  let start = text.lastIndexOf('\n') + 1
  while (start > 1 && text[start - 2] === '\\') start = text.lastIndexOf('\n', start - 2) + 1
  return text.slice(start)
}

function shifted(spans: readonly Span[], by: number): Span[] {
  return spans.flatMap(({ start, end }) =>
    end > by ? [{ start: Math.max(0, start - by), end: end - by }] : [],
  )
}

/** `end`, or the start of the span that reaches over it. */
function beforeSpan(spans: readonly Span[], end: number): number {
  let cut = end
  for (const span of spans.toSorted((left, right) => right.start - left.start))
    if (span.start < cut && span.end > cut) cut = span.start
  return cut
}

/** The last start of a line, from `end` down, that is not inside a key block or a continued command. */
function safeEnd(text: string, end: number): number {
  const block = text.slice(0, end).lastIndexOf('-----BEGIN')
  const isOpen = block >= 0 && !text.slice(block, end).includes('-----END')
  let cut = isOpen ? text.lastIndexOf('\n', block) + 1 : end
  while (cut > 1 && text[cut - 2] === '\\') cut = text.lastIndexOf('\n', cut - 2) + 1
  return cut
}
