/**
 * The calls that run now, linked through the invocations themselves: entering and leaving costs two assignments.
 *
 * @module
 */
import type { Invocation } from './invocation.ts'

export class RunningCalls {
  #first: Invocation | undefined

  get isEmpty(): boolean {
    return this.#first === undefined
  }

  add(invocation: Invocation): void {
    invocation.after = this.#first
    if (this.#first) this.#first.before = invocation
    this.#first = invocation
  }

  delete(invocation: Invocation): void {
    const { before, after } = invocation
    if (before) before.after = after
    else if (this.#first === invocation) this.#first = after
    if (after) after.before = before
    invocation.before = invocation.after = undefined
  }

  *[Symbol.iterator](): Generator<Invocation> {
    for (let at = this.#first; at;) {
      const next = at.after
      yield at
      at = next
    }
  }
}
