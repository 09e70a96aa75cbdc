/**
 * What `humanInTheLoopMiddleware` of LangChain is told of the calls that a person reviews, read as `confirm`.
 *
 * @module
 */
import type { AnySpec } from '../../define/index.ts'

export type InterruptOn = Readonly<Record<string, boolean | InterruptRule>>

interface InterruptRule {
  readonly allowedDecisions: readonly string[]
  readonly description?: unknown
  readonly argsSchema?: unknown
  /** Whether this call is reviewed. */
  readonly when?: (request: never) => boolean | PromiseLike<boolean>
}

/** Undefined if no call of the tool is reviewed. */
export function interruptsOf(
  name: string,
  rule: boolean | InterruptRule | undefined,
  refuse: (reason: string, hint: string) => never,
): AnySpec['confirm'] {
  if (rule === undefined || typeof rule === 'boolean') return rule || undefined
  if (!rule.allowedDecisions.includes('approve'))
    refuse('may not be approved by anybody', 'Add "approve" to allowedDecisions, or leave the tool out.')
  const { when } = rule
  if (!when) return true
  return (args: unknown, { callId }: { readonly callId: string }) => {
    const toolCall = { type: 'tool_call', id: callId, name, args }
    return when({ toolCall, tool: undefined, state: { messages: [] }, runtime: {} } as never)
  }
}
