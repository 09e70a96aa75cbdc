/**
 * Answers on their way out. Those of one turn of the event loop are written one right after the other: a client that is woken for
 * each of them alone costs more than the answers do.
 *
 * @module
 */

export class Outbox {
  #waiting: (() => void)[] = []
  #isPlanned = false

  /** An answer may come in this turn: it then goes out before whatever else was put off, such as writing the journal. */
  expect(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    setImmediate(() => this.#send())
  }

  add(write: () => void): void {
    this.#waiting.push(write)
    this.expect()
  }

  #send(): void {
    this.#isPlanned = false
    const ready = this.#waiting
    if (ready.length === 0) return
    this.#waiting = []
    for (const write of ready) write()
  }
}
