/**
 * Redaction of text that comes in chunks.
 *
 * Text goes out by whole lines, because that is how far a field or a header reaches; a line stays longer where a
 * registered value, a key block or a continued command may reach over its end. Lines give the same result as
 * the whole text would, in whatever chunks they come.
 *
 * @module
 */
import { replaceSpans, type Span } from './span.ts'

export interface RedactStream {
  /** What is safe to show by now. */
  push(chunk: string): string
  /** The rest. */
  flush(): string
}

const maxHeld = 65_536
/** Kept back when a line is too long to wait for its end. */
const overlap = 8192
/** What could not go out is looked at again when it has grown by this factor, so that many small chunks stay cheap. */
const patience = 1.2

type Find = (text: string) => readonly Span[] | undefined

/** `lastBreak` gives the last start of a line that no registered value reaches over. */
export function createRedactStream(find: Find, lastBreak: (text: string) => number): RedactStream {
  let held = ''
  /** Secrets in `held` whose announcement has gone out already. */
  let known: readonly Span[] = []
  let nextLook = 0

  const take = (end: number): string => {
    const spans = [...known, ...(find(held) ?? [])]
    const cut = beforeSpan(spans, end)
    const done = replaceSpans(
      held.slice(0, cut),
      spans.filter(({ start }) => start < cut),
    )
    held = held.slice(cut)
    known = spans
      .filter(({ start }) => start >= cut)
      .map((span) => ({ start: span.start - cut, end: span.end - cut }))
    return done
  }
  return {
    push(chunk) {
      held += chunk
      const isLong = held.length > maxHeld
      if (!isLong && (!chunk.includes('\n') || held.length < nextLook)) return ''
      const end = safeEnd(held, lastBreak(held))
      const done = end > 0 ? take(end) : ''
      const rest = held.length > maxHeld ? take(held.length - overlap) || take(held.length) : ''
      nextLook = held.length * patience
      return done + rest
    },
    flush: () => take(held.length),
  }
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
