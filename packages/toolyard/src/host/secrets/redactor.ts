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
import { cleanRedact, createCleanStream } from './clean-redact.ts'
import { type Needle, needlesOf } from './forms.ts'
import { type Gap, gapsOf } from './gaps.ts'
import { NeedleIndex } from './needle-index.ts'
import { createRedactStream, type RedactStream } from './redact-stream.ts'
import { createValueStream, type DataRedactor, redactData } from './redact-value.ts'
import { type LinesOfText, redactWindow } from './redact-window.ts'
import { findSecrets, isOrdinary, isOrdinaryData, nextCandidate } from './scan.ts'
import { countedMark, type Mark, plainMark, replaceInLines, replaceSpans, type Span } from './span.ts'

export interface Redactor {
  /** The text without secrets; the same string if there is none. Linear time. */
  redact(text: string): string
  /** For text that comes in pieces: a secret split over chunks is still found; at most some 64 KiB are held back. */
  stream(): RedactStream
  /** `cleanText` without secrets: the only way to clean a text that may hold some. */
  clean(text: string): string
  /** The same for text that comes in pieces. */
  cleanStream(): RedactStream
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
  /** The same, with marks that say how many characters are not there. */
  redactCounted(value: unknown): unknown
  /** Whether the text is plain ASCII without a trace of a secret: a quick yes, or a maybe. */
  isOrdinary(text: string): boolean
  /**
   * Where registered values stand, in order and apart, and nothing else: for what people approve, which hides nothing by its
   * shape. Line ends, blanks and invisible characters inside a value are no part of its gaps.
   */
  gaps(text: string): readonly Gap[]
  /** Registers a value while running, with what it is called where its owner has named it. */
  add(secret: string, name?: string): void
}

/** Shorter texts hold nothing that has the shape of a secret. */
const minLength = 8

/** `secrets`: values, or a name and a value each. */
export function createRedactor(
  secrets: Iterable<string | readonly [name: string, value: string]> = [],
): Redactor {
  const needles = new Map<string, Needle>()
  let index: NeedleIndex | undefined
  let hasNeedles = false

  const add = (secret: string, name?: string): void => {
    for (const needle of [secret, ...keyLines(secret)].flatMap((text) => [...needlesOf(text)])) {
      const known = needles.get(needle.text)
      if (known !== undefined && !known.whole && (known.name !== undefined || name === undefined)) continue
      const whole = needle.whole && known?.whole !== false
      needles.set(needle.text, { ...needle, whole, name: name ?? known?.name })
      index = undefined
      hasNeedles = true
    }
  }
  const registered = (): NeedleIndex | undefined => {
    if (index === undefined && hasNeedles) index = new NeedleIndex([...needles.values()])
    return index
  }
  const find = (text: string): readonly Span[] | undefined => {
    const values: readonly Span[] | undefined = hasNeedles ? registered()?.find(text) : undefined
    const first = text.length < minLength ? -1 : nextCandidate(text, 0)
    if (first < 0) return values
    const shapes = findSecrets(text, first)
    return values === undefined ? shapes : values.concat(shapes)
  }
  const search = {
    find,
    values: (text: string) => (hasNeedles ? registered()?.find(text) : undefined),
    lastBreak: (text: string) => registered()?.lastBreak(text) ?? text.lastIndexOf('\n') + 1,
    begunAt: (text: string) => registered()?.begunAt(text) ?? text.length,
  }
  const hasValues = (): boolean => hasNeedles
  const isPlain = (value: unknown): boolean =>
    !hasNeedles && typeof value === 'object' && value !== null && isOrdinaryData(value)
  const data = dataRedactor({ find, hasValues, mark: plainMark })
  const counted = dataRedactor({ find, hasValues, mark: countedMark })

  for (const secret of secrets)
    if (typeof secret === 'string') add(secret)
    else add(secret[1], secret[0])
  return {
    redact: data.redact,
    stream: () => createRedactStream(search),
    clean: (text) => cleanRedact(text, search),
    cleanStream: () => createCleanStream(search),
    redactLines: data.redactLines,
    redactWindow: (window) => redactWindow(window, find),
    redactValue: (value) => (isPlain(value) ? value : redactData(value, data)),
    valueStream: () => createValueStream(data),
    redactCounted: (value) => (isPlain(value) ? value : redactData(value, counted)),
    gaps: (text) => gapsOf(text, search.values(text) ?? []),
    isOrdinary: (text) => !hasNeedles && isOrdinary(text),
    add,
  }
}

/** The lines of a private key: each of them gives away a part of it. */
function keyLines(secret: string): readonly string[] {
  if (!/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----/.test(secret)) return []
  return secret.split(/\r?\n|\\n/).filter((line) => /^[A-Za-z0-9+/=]{32,}$/.test(line))
}

interface DataParts {
  readonly find: (text: string) => readonly Span[] | undefined
  readonly hasValues: () => boolean
  readonly mark: Mark
}

/** What takes secrets out of texts and data, with one kind of mark. */
function dataRedactor({ find, hasValues, mark }: DataParts): DataRedactor {
  return {
    redact(text) {
      const spans = find(text)
      return spans === undefined || spans.length === 0 ? text : replaceSpans(text, spans, mark)
    },
    redactLines: (lines) => replaceInLines(lines, find, mark),
    hasValues,
    mark,
  }
}
