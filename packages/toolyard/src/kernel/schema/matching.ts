/**
 * The patterns of one schema: matches what can be matched in passing, and remembers the rest.
 *
 * @module
 */
import { compilePattern, type Matcher, quickSteps } from './pattern.ts'
import type { Verdict } from './verdict.ts'

/** Texts that are too long, or too many, to be matched in passing, by their patterns. */
export type OpenMatches = ReadonlyMap<string, ReadonlySet<string>>

/** Whether a text matches, by patterns. */
export type MatchAnswers = ReadonlyMap<string, ReadonlyMap<string, boolean>>

export class Matching {
  readonly #matchers = new Map<string, Matcher | undefined>()
  #open = new Map<string, Set<string>>()
  #answers: MatchAnswers | undefined
  #steps = 0

  /** Not known where the pattern can't be run in linear time. */
  match(pattern: string, text: string): Verdict {
    if (!this.#matchers.has(pattern)) this.#matchers.set(pattern, tryPattern(pattern))
    const matcher = this.#matchers.get(pattern)
    return matcher && this.#test(matcher, pattern, text)
  }

  #test(matcher: Matcher, pattern: string, text: string): boolean {
    const known = this.#answers?.get(pattern)?.get(text)
    if (known !== undefined) return known
    this.#steps += matcher.stepsOn(text)
    if (this.#steps <= quickSteps) return matcher.test(text)
    const texts = this.#open.get(pattern)
    if (texts) texts.add(text)
    else this.#open.set(pattern, new Set([text]))
    return true
  }

  takeOpen(): OpenMatches {
    const open = this.#open
    this.#open = new Map()
    this.#steps = 0
    return open
  }

  withAnswers<T>(answers: MatchAnswers, run: () => T): T {
    this.#answers = answers
    try {
      return run()
    } finally {
      this.#answers = undefined
    }
  }
}

function tryPattern(pattern: string): Matcher | undefined {
  try {
    return compilePattern(pattern)
  } catch {
    return undefined
  }
}
