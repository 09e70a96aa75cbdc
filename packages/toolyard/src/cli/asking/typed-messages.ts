/**
 * Lines that a person types at the terminal while a run goes on.
 *
 * Node edits the line and draws nothing; who shows the run draws what is typed so far where it fits. While a question is open, what is
 * typed belongs to the question.
 *
 * @module
 */
import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Approver } from '../../pipeline/index.ts'

export interface TypedListener {
  /** What is typed so far. */
  typing(line: string): void
  /** A line that is whole and not blank. */
  said(line: string): void
}

export class TypedMessages implements Disposable {
  #listener: TypedListener | undefined
  #lines: Interface | undefined
  /** Questions that are open, or come next. */
  #questions = 0

  start(listener: TypedListener): void {
    this.#listener = listener
    this.#open()
  }

  /** The same approver, for whose questions this makes room. */
  around(approver: Approver): Approver {
    return {
      ask: (request, signal) => this.#during(() => approver.ask(request, signal)),
      question: (asked, signal) => this.#during(async () => approver.question?.(asked, signal)),
    }
  }

  [Symbol.dispose](): void {
    this.#listener = undefined
    this.#close()
  }

  async #during<T>(ask: () => Promise<T>): Promise<T> {
    this.#questions++
    this.#close()
    try {
      return await ask()
    } finally {
      this.#questions--
      this.#open()
    }
  }

  #open(): void {
    const listener = this.#listener
    if (!listener || this.#lines || this.#questions > 0) return
    const output = new Writable({ write: (_chunk, _encoding, done) => done() })
    const lines = createInterface({ input: process.stdin, output, terminal: true })
    this.#lines = lines
    lines.on('line', (line) => {
      listener.typing('')
      if (line.trim() !== '') listener.said(line.trim())
    })
    // On a terminal the key comes here, not to the process.
    lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    process.stdin.on('keypress', this.#keyPressed)
  }

  #close(): void {
    const lines = this.#lines
    this.#lines = undefined
    process.stdin.off('keypress', this.#keyPressed)
    if (!lines) return
    lines.close()
    this.#listener?.typing('')
  }

  readonly #keyPressed = (): void => {
    if (this.#lines) this.#listener?.typing(this.#lines.line)
  }
}
