/**
 * Text from outside made safe to show: without secrets, and without anything that acts on a terminal.
 *
 * Secrets are looked for before and after cleaning. An escape character takes the next letter with it, and a return writes
 * over what stands there: a value that lost a letter that way would not be found any more. The other way round, a value that
 * an escape sequence cuts in two is whole only when the sequence is gone. The first search leaves alone what merely looks like
 * a secret because of control characters inside it.
 *
 * @module
 */
import { cleanText, createTextCleaner } from '../../kernel/index.ts'
import { createRedactStream, type RedactStream, type StreamSearch } from './redact-stream.ts'
import { openEscape, replaceSpans, type Span } from './span.ts'

export interface CleanSearch extends StreamSearch {
  /** Registered values alone. */
  values(text: string): readonly Span[] | undefined
}

const control = /[\p{Cc}--[\n\t]]/v
const longestEscape = 40

export function cleanRedact(text: string, search: CleanSearch): string {
  const clean = cleanText(control.test(text) ? replaceSpans(text, spansBefore(text, search)) : text)
  const spans = search.find(clean) ?? []
  return spans.length === 0 ? clean : replaceSpans(clean, spans)
}

/**
 * The same for text that comes in pieces. All of it is searched twice: a control character may come in the middle of a value
 * whose beginning was cleaned already.
 */
export function createCleanStream(search: CleanSearch): RedactStream {
  const before = createRedactStream({ ...search, find: (text) => spansBefore(text, search) })
  const cleaner = createTextCleaner()
  const after = createRedactStream(search)
  const clean = (piece: string): readonly string[] => after.add(cleaner.push(piece))
  const add = (chunk: string): readonly string[] => before.add(chunk).flatMap(clean)
  const rest = (): readonly string[] => [
    ...before.rest().flatMap(clean),
    ...after.add(cleaner.flush()),
    ...after.rest(),
  ]
  return { add, rest, push: (chunk) => add(chunk).join(''), flush: () => rest().join('') }
}

/** With the beginning of an escape sequence in front of each, which would take the first letter of the mark. */
function spansBefore(text: string, search: CleanSearch): readonly Span[] {
  const shapes = (search.find(text) ?? []).filter(({ start, end }) => !control.test(text.slice(start, end)))
  return [...(search.values(text) ?? []), ...shapes].map(({ start, end }) => {
    const lead = openEscape.exec(text.slice(Math.max(0, start - longestEscape), start))?.[0].length ?? 0
    return { start: start - lead, end }
  })
}
