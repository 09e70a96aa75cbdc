/**
 * What every action of the browser is: it gets a tab and the call, and tells what it did.
 *
 * @module
 */
import type { ContentBlock } from '../../../define/index.ts'
import type { BrowserInput } from './browser-input.ts'
import type { BrowserOutput } from './browser-output.ts'
import type { ActionContext } from './session.ts'

export interface ActionReport {
  /** In our words. */
  readonly said?: string | undefined
  /** What is shown of the page afterwards: what changed, all of it, or nothing. */
  readonly show: 'changes' | 'page' | 'nothing'
  /** What the page says, framed. */
  readonly words?: string | undefined
  readonly blocks?: readonly ContentBlock[] | undefined
  /** The same words for programs. */
  readonly read?: Pick<BrowserOutput, 'page' | 'changes' | 'result' | 'requests' | 'notes'> | undefined
  readonly saved?: Pick<BrowserOutput, 'saved' | 'bytes'> | undefined
}

export type BrowserAction = (act: ActionContext, input: BrowserInput) => Promise<ActionReport>

/** How long an action may take. */
export function timeoutOf({ timeout_ms: ms, action }: BrowserInput): number {
  return ms ?? (action === 'open' || action === 'wait' || action === 'back' ? 30_000 : 5000)
}
