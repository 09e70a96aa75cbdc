/**
 * Tells hooks that a person is asked.
 *
 * @module
 */
import type { Caller } from '../define/index.ts'
import type { RunHooks } from '../pipeline/index.ts'

export interface Asked extends Partial<Caller> {
  readonly kind: 'approval' | 'question'
  readonly id: string
  readonly callId: string
  readonly tool: string
  /** Of a question: what is asked. */
  readonly text: string
}

const longestText = 500

export function notify(hooks: RunHooks, asked: Asked): void {
  const { kind, id: requestId, callId, tool, threadId, agent, principal = 'local' } = asked
  const who = agent ?? 'Toolyard'
  const message =
    kind === 'approval'
      ? `${who} needs your permission to use ${tool}`
      : `${who} has a question: ${asked.text.slice(0, longestText).toWellFormed()}`
  hooks.tell('NOTIFICATION', { kind, requestId, callId, tool, threadId, agent, principal, message })
}
