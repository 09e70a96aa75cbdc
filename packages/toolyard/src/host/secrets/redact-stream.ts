/**
 * Redaction of text that comes in chunks.
 *
 * Text goes out by whole lines, because that is how far a field or a header reaches; a line stays longer where a
 * registered value, a key block or a continued command may reach over its end. A line that is still being written goes
 * out early while it is ordinary prose, in which nothing secret can have begun; what follows is judged together with
 * what has gone out of its line.
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

/** Words and the punctuation of sentences: no separator, no sign that a token has, no run as long as a token. */
const prose =
  /^(?!.*[^\s.,;!?'"()%*#|]{14})[\p{L}\p{N}\p{Extended_Pictographic} \t.,;!?'"()%*#|…–—。，！？、；]*$/u
/** Words after which a secret may follow without a separator. */
const telling =
  /(?:basic|bearer|by|auth|pass|pwd|secret|token|key|pin|cookie|login|user|credential|identified)\S*\s*\S{0,40}$/i

export function createRedactStream(search: StreamSearch): RedactStream {
  let held = ''
  /** The end of what has gone out of the line that `held` goes on with. */
  let context = ''
  /** Secrets in `held` whose announcement has gone out already. */
  let known: readonly Span[] = []
  let nextLook = 0

  const take = (end: number): string => {
    const spans = [...known, ...shifted(search.find(context + held) ?? [], context.length)]
    const cut = beforeSpan(spans, end)
    const taken = held.slice(0, cut)
    const done = replaceSpans(
      taken,
      spans.filter(({ start }) => start < cut),
    )
    held = held.slice(cut)
    known = shifted(
      spans.filter(({ start }) => start >= cut),
      cut,
    )
    const line = taken.lastIndexOf('\n') + 1
    context = (line > 0 ? taken.slice(line) : context + taken).slice(-maxContext)
    return done
  }
  const takeLines = (chunk: string): string => {
    const isLong = held.length > maxHeld
    if (!isLong && (!chunk.includes('\n') || held.length < nextLook)) return ''
    const end = safeEnd(held, search.lastBreak(held))
    const done = end > 0 ? take(end) : ''
    const rest = held.length > maxHeld ? take(held.length - overlap) || take(held.length) : ''
    nextLook = held.length * patience
    return done + rest
  }
  const takeProse = (): string => {
    if (held === '' || held.length > maxContext || !prose.test(held)) return ''
    const line = context + held
    if (telling.test(line)) return ''
    const end = search.begunAt(line) - context.length
    return end > 0 ? take(end) : ''
  }
  return {
    push(chunk) {
      held += chunk
      return takeLines(chunk) + takeProse()
    },
    flush: () => take(held.length),
  }
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
