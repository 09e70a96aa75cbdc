/**
 * Notices a model that goes round in circles: the same call with the same answer, again and again.
 *
 * It compares answers, not only calls: polling whose answer changes is work, not a loop. One guard belongs to one thread
 * and remembers one call a tool.
 *
 * @module
 */
import { isDeepStrictEqual } from 'node:util'

export interface LoopLimits {
  /** Equal calls with equal answers after which the answer carries a warning. */
  readonly warnAfter: number
  /** … after which the next one is refused. */
  readonly stopAfter: number
}

interface Seen {
  input: unknown
  text: string
  repeats: number
}

const note = /\n\n\[This is call \d+ in a row with the same arguments and the same result\.\]$/

/** What the model is told under an answer that it gets again and again. */
export function repeatNote(repeats: number): string {
  return `\n\n[This is call ${repeats} in a row with the same arguments and the same result.]`
}

export function withoutRepeatNote(text: string): string {
  return text.replace(note, '')
}

export class LoopGuard {
  readonly #seen = new Map<string, Seen>()
  readonly #limits: LoopLimits

  constructor(limits: LoopLimits) {
    this.#limits = limits
  }

  /** How many times in a row this very call gave the same answer, where that is too often. */
  check(tool: string, input: unknown): number | undefined {
    const seen = this.#seen.get(tool)
    if (!seen || seen.repeats < this.#limits.stopAfter || !isDeepStrictEqual(seen.input, input))
      return undefined
    return seen.repeats
  }

  /** Notes an answer; says how often it was the same where it is time to warn. */
  note(tool: string, input: unknown, text: string): number | undefined {
    const seen = this.#seen.get(tool)
    if (!seen) {
      this.#seen.set(tool, { input, text, repeats: 1 })
      return undefined
    }
    const same = seen.text === text && isDeepStrictEqual(seen.input, input)
    seen.repeats = same ? seen.repeats + 1 : 1
    seen.input = input
    seen.text = text
    return seen.repeats >= this.#limits.warnAfter ? seen.repeats : undefined
  }
}
