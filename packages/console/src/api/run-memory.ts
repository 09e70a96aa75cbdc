/**
 * The ids of the runs of this tab, so that a page that is loaded anew finds them.
 *
 * @module
 */
import type { Run } from './run.ts'

const remembered = 'toolyard.runs'
const mostRemembered = 20

export interface Remembered {
  readonly tool: string
  readonly callId: string
  readonly startedAt: number
}

/** Ids alone: arguments are not kept anywhere. */
export function remember(runs: ReadonlyMap<string, Run>): void {
  const open = [...runs.values()]
    .filter(({ state }) => state !== 'done')
    .map(({ callId, startedAt, request: { tool } }): Remembered => ({ tool, callId, startedAt }))
  try {
    if (open.length === 0) sessionStorage.removeItem(remembered)
    else sessionStorage.setItem(remembered, JSON.stringify(open.slice(-mostRemembered)))
  } catch {
    // Storage is switched off: a page that is loaded anew finds the call in Activity.
  }
}

export function recalled(): readonly Remembered[] {
  try {
    const known = JSON.parse(sessionStorage.getItem(remembered) ?? '[]') as readonly Remembered[]
    return known.filter(({ tool, callId }) => typeof tool === 'string' && typeof callId === 'string')
  } catch {
    return []
  }
}
