/**
 * Events of a call as progress: a number that grows with each, as the protocol wants, also if a tool counts and streams in
 * turns.
 *
 * @module
 */
import type { ToolEvent } from '../../define/index.ts'
import type { McpExchange } from './exchange.ts'

/** Tells a client of one event; never rejects. */
export type ReportProgress = (event: ToolEvent) => Promise<void>

interface Progress {
  readonly progress: number
  readonly total?: number
  readonly message?: string
}

/** Characters that one call tells along the way; from then on only that it goes on, once in a while. */
const mostText = 1_000_000
const quietMs = 1000

/** A step for what has no number of its own, in a call that counts its work itself. */
const smallStep = 0.001

/** Undefined if the client did not ask to be told. */
export function reportTo({
  progressToken,
  tell,
}: Pick<McpExchange, 'progressToken' | 'tell'>): ReportProgress | undefined {
  if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return undefined
  const progressOf = createProgress()
  let left = mostText
  let toldAt = 0
  return async (event) => {
    const told = progressOf(event)
    if (!told) return
    const { message, ...numbers } = told
    left -= message?.length ?? 0
    if (left < 0 && performance.now() - toldAt < quietMs) return
    toldAt = performance.now()
    await tell({ progressToken, ...(left < 0 ? numbers : told) })
  }
}

/** Clients give up a call of which they hear nothing for a minute. */
const aliveMs = 15_000

/** Says from time to time that a call goes on, or waits for a person, while it says nothing itself. */
export function keepTelling(
  report: ReportProgress,
  everyMs = aliveMs,
): { readonly report: ReportProgress; readonly stop: () => void } {
  const message = 'still at work, or waiting for a person'
  const tell = (): void => void report({ type: 'progress', callId: '', message })
  const timer = setInterval(tell, everyMs).unref()
  return {
    report: (event) => {
      timer.refresh()
      return report(event)
    },
    stop: () => clearInterval(timer),
  }
}

function createProgress(): (event: ToolEvent) => Progress | undefined {
  let last = 0
  let step = 1
  return (event) => {
    if (event.type !== 'progress' && event.type !== 'chunk') return undefined
    const done = event.type === 'progress' ? event.done : undefined
    if (done !== undefined) step = smallStep
    last = done !== undefined && done > last ? done : last + step
    if (event.type === 'chunk')
      return {
        progress: last,
        message: typeof event.data === 'string' ? event.data : JSON.stringify(event.data),
      }
    const { total, message } = event
    return {
      progress: last,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message }),
    }
  }
}
