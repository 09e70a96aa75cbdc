/**
 * Does something to a page and waits until the page has dealt with it: what it requested has come, a new document or a
 * window that it asked for is there. A dialog ends the waiting.
 *
 * @module
 */
import { asActionError } from './action-error.ts'
import type { ActionContext } from './session.ts'
import { until, within } from './time-limit.ts'

/** So long nothing may move. */
const calmMs = 120
/** A request that takes longer is not waited for. */
const requestMs = 3000
const mostMs = 5000
const countingMs = 1000
/** So long its answer is waited for after something was done to it. */
const answerMs = 1000

export interface PageWork<T> {
  /** What was tried, for the sentence of an error. */
  readonly what: string
  readonly timeoutMs: number
  run(timeoutMs: number): Promise<T>
}

/** Undefined if a dialog opened meanwhile. */
export async function settled<T>(act: ActionContext, work: PageWork<T>): Promise<T | undefined> {
  const { tab, context, session } = act
  const { dialogs } = tab
  const { clock } = context
  try {
    // A page that does not even answer this is acted on all the same.
    await within(tab.counting, countingMs, context).catch(() => context.signal.throwIfAborted())
    const awaited = tab.windows - session.arrived
    const done = work.run(work.timeoutMs)
    done.catch(() => undefined)
    const opened = dialogs.opened.then(() => undefined)
    const result = await within(Promise.race([done, opened]), work.timeoutMs + 2000, context)
    if (dialogs.open === undefined) {
      await hasDealtWith(act)
      const since = clock.now()
      const isCalm = (): boolean =>
        dialogs.open !== undefined ||
        tab.page.isClosed() ||
        (clock.now() - since >= calmMs &&
          tab.windows - session.arrived <= awaited &&
          tab.network.isCalm(clock.now(), { ms: calmMs, patienceMs: requestMs }))
      await until(isCalm, mostMs, context)
    }
    return result
  } catch (error) {
    throw asActionError(error, work.what)
  }
}

/** What the page does on account of the action stands in its queue before this: on a busy machine it may not have begun yet. */
async function hasDealtWith({ tab, context }: ActionContext): Promise<void> {
  const answered = Promise.race([tab.page.locator(':root').count(), tab.dialogs.opened])
  await within(answered, answerMs, context).catch(() => context.signal.throwIfAborted())
}
