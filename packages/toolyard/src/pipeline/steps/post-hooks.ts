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
  at: After & { readonly result: ToolResult },
): ToolResult | Promise<ToolResult> {
  let { result } = at
  for (let next = 0; next < at.hooks.length; next++) {
    const answer = ask(core, invocation, { at, next, result })
    if (answer === undefined) continue
    const changed = answer instanceof Promise ? answer : apply(core, invocation, { said: answer, at, result })
    if (changed instanceof Promise) return runRest(core, invocation, { at, next, result, changed })
    result = changed
  }
  return result
}

/** From the first hook on that has to be waited for. */
async function runRest(
  core: Core,
  invocation: Invocation,
  from: {
    at: After
    next: number
    result: ToolResult
    changed: Promise<HookAnswer | ToolResult | undefined>
  },
): Promise<ToolResult> {
  const { at } = from
  const first = await from.changed
  let result =
    first === undefined
      ? from.result
      : 'callId' in first
        ? first
        : await apply(core, invocation, { said: first, at, result: from.result })
  for (let next = from.next + 1; next < at.hooks.length; next++) {
    const answer = ask(core, invocation, { at, next, result })
    const said = answer instanceof Promise ? await answer : answer
    if (said) result = await apply(core, invocation, { said, at, result })
  }
  return result
}

function ask(
  core: Core,
  invocation: Invocation,
  { at, next, result }: { at: After; next: number; result: ToolResult },
): ReturnType<Core['hooks']['run']> {
  const hook = at.hooks[next]
  return hook && core.hooks.run(hook, contextOf(invocation, at, result))
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
  if (!said.hasOutput) return result
  const { output } = said
  try {
    return present(core, invocation, { status: 'ok', output, asIs: typeof output === 'string' })
  } catch {
    return present(core, invocation, { status: 'ok', output, asIs: true })
  }
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
