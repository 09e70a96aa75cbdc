/**
 * Redaction of text that comes in chunks.
 *
 * Text goes out by whole lines, because that is how far a field or a header reaches; a line stays longer where a
 * registered value, a key block or a continued command may reach over its end. What goes out is what
 * redacting the whole text would have given.
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

type Find = (text: string) => readonly Span[] | undefined

/** `lastBreak` gives the last start of a line that no registered value reaches over. */
export function createRedactStream(find: Find, lastBreak: (text: string) => number): RedactStream {
  let held = ''
  const take = (end: number): string => {
    const spans = find(held) ?? []
    const cut = beforeSpan(spans, end)
    const ready = held.slice(0, cut)
    const done = replaceSpans(
      ready,
      spans.filter((span) => span.start < cut),
    )
    held = held.slice(cut)
    return done
  }
  return {
    push(chunk) {
      held += chunk
      const isLong = held.length > maxHeld
      if (!isLong && !chunk.includes('\n')) return ''
      const end = safeEnd(held, lastBreak(held))
      if (end > 0 && held.length - end <= maxHeld) return take(end)
      return isLong ? take(held.length - overlap) || takeAll() : ''
    },
    flush: () => takeAll(),
  }

  function takeAll(): string {
    const spans = find(held)
    const done = spans ? replaceSpans(held, spans) : held
    held = ''
    return done
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
  const block = text.lastIndexOf('-----BEGIN', end)
  let cut = block >= 0 && text.indexOf('-----END', block) < 0 ? text.lastIndexOf('\n', block) + 1 : end
  while (cut > 1 && text[cut - 2] === '\\') cut = text.lastIndexOf('\n', cut - 2) + 1
  return cut
}
