/**
 * Step 9: tells the hooks how it ended, and lets them change it. What they put in is cleaned and bounded like a tool's own.
 *
 * @module
 */
import type { ToolResult } from '../../define/index.ts'
import type { Core } from '../core.ts'
import type { ActiveHook, HookAnswer, HookContext, HookType } from '../hooks/index.ts'
import type { Invocation } from '../invocation.ts'
import { refuse } from '../outcome.ts'
import type { Plan } from '../plan.ts'
import { faultResult, present } from './settle.ts'

/** Nothing where no hook looks at this outcome. */
export function postHooksFor(
  plan: Plan,
  result: ToolResult,
): { readonly type: HookType; readonly hooks: readonly ActiveHook[] } | undefined {
  const chosen = choose(plan, result)
  return chosen && chosen.hooks.length > 0 ? chosen : undefined
}

function choose(
  plan: Plan,
  { status }: ToolResult,
): { readonly type: HookType; readonly hooks: readonly ActiveHook[] } | undefined {
  if (status === 'ok') return { type: 'POST_TOOL_USE', hooks: plan.postHooks }
  if (status === 'skipped') return { type: 'TOOL_SKIP', hooks: plan.skipHooks }
  if (status === 'error' || status === 'timeout') return { type: 'TOOL_ERROR', hooks: plan.errorHooks }
  return undefined
}

interface After {
  readonly plan: Plan
  readonly type: HookType
  readonly hooks: readonly ActiveHook[]
}

export function runPostHooks(
  core: Core,
  invocation: Invocation,
  at: After & { readonly result: ToolResult; readonly next?: number },
): ToolResult | Promise<ToolResult> {
  let { result } = at
  for (let next = at.next ?? 0; next < at.hooks.length; next++) {
    const hook = at.hooks[next]
    if (!hook) continue
    const answer = core.hooks.run(hook, contextOf(invocation, at, result))
    if (answer === undefined) continue
    const changed =
      answer instanceof Promise
        ? answer.then((said) => (said ? apply(core, invocation, { said, at, result }) : result))
        : apply(core, invocation, { said: answer, at, result })
    if (changed instanceof Promise)
      return changed.then((value) => runPostHooks(core, invocation, { ...at, result: value, next: next + 1 }))
    result = changed
  }
  return result
}

function apply(
  core: Core,
  invocation: Invocation,
  { said, at, result }: { said: HookAnswer; at: After; result: ToolResult },
): ToolResult | Promise<ToolResult> {
  if (at.type === 'TOOL_SKIP') return result
  if (said.action === 'deny' && at.type === 'POST_TOOL_USE') {
    const outcome = refuse('denied', 'denied_by_hook', {
      message: said.message ?? 'a hook withheld the result',
      hint: 'The call was made; only its result is withheld.',
    })
    return faultResult(core, invocation, outcome)
  }
  return said.hasOutput ? present(core, invocation, { status: 'ok', output: said.output }) : result
}

function contextOf(invocation: Invocation, { plan, type }: After, result: ToolResult): HookContext {
  const { options } = invocation
  return {
    type,
    callId: invocation.id,
    tool: plan.manifest.name,
    manifest: plan.manifest,
    arguments: (invocation.input ?? {}) as Record<string, unknown>,
    result,
    error: result.error,
    threadId: options.threadId,
    agent: options.agent,
    principal: options.principal ?? 'local',
    explanation: invocation.explanation,
  }
}
