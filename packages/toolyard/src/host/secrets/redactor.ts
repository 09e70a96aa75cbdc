/**
 * The one redactor: everything that leaves a call goes through it.
 *
 * Two searches, each a single pass: registered values in the forms they can take, and whatever has the shape of a
 * secret. It knows the values only in memory and never says which one it found. Not promised: values that were
 * transformed in other ways (another case, reversed, compressed, encrypted), registered values under four characters,
 * and pass phrases that read like a sentence.
 *
 * @module
 */
import { type Needle, needlesOf } from './forms.ts'
import { NeedleIndex } from './needle-index.ts'
import { createRedactStream, type RedactStream } from './redact-stream.ts'
import { redactData } from './redact-value.ts'
import { findSecrets } from './scan.ts'
import { replaceSpans, type Span } from './span.ts'

export interface Redactor {
  /** The text without secrets; the same string where there is none. Linear time. */
  redact(text: string): string
  /** For text that comes in pieces: a secret split over chunks is still found; at most some 64 KiB are held back. */
  stream(): RedactStream
  /** A deep copy of JSON-like data with every string and key redacted; the same reference where nothing was found. */
  redactValue(value: unknown): unknown
  /** Registers a value while running. */
  add(secret: string): void
}

/** Shorter texts hold nothing that has the shape of a secret. */
const minLength = 8

export function createRedactor(secrets: Iterable<string> = []): Redactor {
  const needles = new Map<string, Needle>()
  let index: NeedleIndex | undefined
  let isStale = false

  const currentIndex = (): NeedleIndex | undefined => {
    if (isStale) index = new NeedleIndex([...needles.values()])
    isStale = false
    return index
  }
  const add = (secret: string): void => {
    for (const needle of needlesOf(secret)) {
      const known = needles.get(needle.text)
      if (known !== undefined && !known.whole) continue
      needles.set(needle.text, needle)
      isStale = true
    }
  }
  const find = (text: string): Span[] | undefined => {
    const registered = isStale || index ? findRegistered(text, currentIndex()) : undefined
    const shaped = text.length < minLength ? undefined : findSecrets(text)
    return registered && shaped ? [...registered, ...shaped] : (registered ?? shaped)
  }
  const redact = (text: string): string => {
    const spans = find(text)
    return spans ? replaceSpans(text, spans) : text
  }

  for (const secret of secrets) add(secret)
  return {
    redact,
    stream: () =>
      createRedactStream(find, (text) => currentIndex()?.lastBreak(text) ?? text.lastIndexOf('\n') + 1),
    redactValue: (value) => redactData(value, redact),
    add,
  }
}

function findRegistered(text: string, index: NeedleIndex | undefined): Span[] | undefined {
  return index === undefined || text.length < index.shortest ? undefined : index.find(text)
}
