/**
 * How much is kept of the bodies of senders who are not known yet. A signature can be checked only when all of a body is there:
 * without a limit, those who can't sign could fill the memory. The beginning of each body needs no room, so that large bodies
 * of strangers never keep small ones out.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'

/** Of each body. */
const free = 65_536
const mostHeld = 64_000_000

export class BodyRoom {
  #left = mostHeld

  /** For one body: `grow` throws `busy` when there is no room for so many bytes, `end` gives back what was taken. */
  open(): { readonly grow: (size: number) => void; readonly end: () => void } {
    let held = 0
    return {
      grow: (size) => {
        const more = Math.max(0, size - free - held)
        if (more > this.#left)
          throw new ToolyardError('busy', 'too many large requests are on their way in', {
            hint: 'Send it again in a moment.',
            retryable: true,
            retryAfterMs: 1000,
          })
        held += more
        this.#left -= more
      },
      end: () => {
        this.#left += held
        held = 0
      },
    }
  }
}
