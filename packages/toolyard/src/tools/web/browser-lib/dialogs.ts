/**
 * A dialog stills its page until it is answered: it waits a while for an answer, then it is dismissed.
 *
 * @module
 */
import type { Dialog, Page } from 'playwright-core'
import { type Clock, ToolyardError } from '../../../kernel/index.ts'
import { quoted } from './page-words.ts'

const patienceMs = 60_000

export class Dialogs {
  readonly #clock: Clock
  #open: { readonly dialog: Dialog; readonly deadline: ReturnType<Clock['after']> } | undefined
  #opened = Promise.withResolvers<void>()

  constructor(page: Page, clock: Clock) {
    this.#clock = clock
    page.on('dialog', (dialog) => this.#show(dialog))
    page.on('close', () => this.#forget())
  }

  /** The one that is open, in words. */
  get open(): string | undefined {
    if (!this.#open) return undefined
    const { dialog } = this.#open
    const type = dialog.type()
    const message =
      type === 'beforeunload' ? 'the page asks whether to leave it' : quoted(dialog.message(), 500)
    const given = dialog.defaultValue()
    return `${type}: ${message}${given === '' ? '' : `, filled in ${quoted(given, 200)}`}`
  }

  /** Resolves when one opens, at once if one is open. */
  get opened(): Promise<void> {
    return this.#opened.promise
  }

  async answer(accept: boolean, text: string | undefined): Promise<void> {
    const open = this.#open
    if (!open)
      throw new ToolyardError('not_found', 'no dialog is open', {
        hint: 'It may have been dismissed after a minute without an answer.',
      })
    this.#forget()
    if (accept) await open.dialog.accept(text)
    else await open.dialog.dismiss()
  }

  #show(dialog: Dialog): void {
    const deadline = this.#clock.after(patienceMs, () => {
      this.#forget()
      dialog.dismiss().catch(() => undefined)
    })
    this.#open = { dialog, deadline }
    this.#opened.resolve()
  }

  #forget(): void {
    this.#open?.deadline.cancel()
    this.#open = undefined
    this.#opened = Promise.withResolvers<void>()
  }
}
