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
import { createValueStream, redactData } from './redact-value.ts'
import { type LinesOfText, redactWindow } from './redact-window.ts'
import { findSecrets, isOrdinary, nextCandidate } from './scan.ts'
import { replaceInLines, replaceSpans, type Span } from './span.ts'

export interface Redactor {
  /** The text without secrets; the same string where there is none. Linear time. */
  redact(text: string): string
  /** For text that comes in pieces: a secret split over chunks is still found; at most some 64 KiB are held back. */
  stream(): RedactStream
  /** Texts that stand below each other, redacted as one: a secret that spans several goes from each. */
  redactLines(lines: readonly string[]): readonly string[]
  /** Lines out of a longer text without those secrets that began before them, or go on after them. */
  redactWindow(window: LinesOfText): readonly string[]
  /**
   * A deep copy of JSON-like data with every string and key redacted, each alone and all of them together; the same reference
   * where nothing was found.
   */
  redactValue(value: unknown): unknown
  /** The same for values that come one after the other, as the lines of one answer may. */
  valueStream(): (value: unknown) => unknown
  /** Whether the text is plain ASCII without a trace of a secret: a quick yes, or a maybe. */
  isOrdinary(text: string): boolean
  /** Registers a value while running. */
  add(secret: string): void
}

/** Shorter texts hold nothing that has the shape of a secret. */
const minLength = 8

export function createRedactor(secrets: Iterable<string> = []): Redactor {
  const needles = new Map<string, Needle>()
  let index: NeedleIndex | undefined
  let hasNeedles = false

  const add = (secret: string): void => {
    for (const needle of needlesOf(secret)) {
      const known = needles.get(needle.text)
      if (known !== undefined && !known.whole) continue
      needles.set(needle.text, needle)
      index = undefined
      hasNeedles = true
    }
  }
  const registered = (): NeedleIndex | undefined => {
    if (index === undefined && hasNeedles) index = new NeedleIndex([...needles.values()])
    return index
  }
  const find = (text: string): readonly Span[] | undefined => {
    const values = hasNeedles ? registered()?.find(text) : undefined
    const first = text.length < minLength ? -1 : nextCandidate(text, 0)
    if (first < 0) return values
    const shapes = findSecrets(text, first)
    return values === undefined ? shapes : values.concat(shapes)
  }
  const redact = (text: string): string => {
    const spans = find(text)
    return spans === undefined || spans.length === 0 ? text : replaceSpans(text, spans)
  }
  const redactLines = (lines: readonly string[]): readonly string[] => replaceInLines(lines, find)
  const data = { redact, redactLines, hasValues: () => hasNeedles }

  for (const secret of secrets) add(secret)
  return {
    redact,
    stream: () =>
      createRedactStream({
        find,
        lastBreak: (text) => registered()?.lastBreak(text) ?? text.lastIndexOf('\n') + 1,
        begunAt: (text) => registered()?.begunAt(text) ?? text.length,
      }),
    redactLines,
    redactWindow: (window) => redactWindow(window, find),
    redactValue: (value) => redactData(value, data),
    valueStream: () => createValueStream(data),
    isOrdinary: (text) => !hasNeedles && isOrdinary(text),
    add,
  }
}
