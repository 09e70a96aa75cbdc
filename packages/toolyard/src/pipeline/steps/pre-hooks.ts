/**
 * Step 3: asks the hooks before the call, each in a stage of its own. The first denial ends it; changes are merged, unless the
 * hook names all arguments, and validated again once.
 *
 * @module
 */
import type { HookAnswer, HookContext } from '../../define/index.ts'
import { isPlainObject } from '../../kernel/index.ts'
import type { Core, Step } from '../core.ts'
import { type ActiveHook, hookFailure, readHookAnswer } from '../hooks/index.ts'
import type { Invocation, PlanFacts, Stage } from '../invocation.ts'
import { type Outcome, refuse, type StepAnswer } from '../outcome.ts'
import { pick, validateAgain } from './validate.ts'

export const preHooks: Step = ({ core }, plan) =>
  plan.preHooks.length === 0
    ? []
    : [
        ...plan.preHooks.map((hook) => hookStage(hook, plan)),
        { run: (invocation) => recheck(core, invocation, plan) },
      ]

function hookStage(hook: ActiveHook, plan: PlanFacts): Stage {
  return {
    interruptible: true,
    timeoutMs: hook.timeoutMs,
    run: (invocation) => hook.handler(contextOf(invocation, plan)),
    read: (invocation, value) =>
      value === undefined ? undefined : apply(invocation, readHookAnswer(value), { hook, plan }),
    failed: (invocation, error) => {
      const answer = hookFailure(hook, error)
      return answer && apply(invocation, answer, { hook, plan })
    },
  }
}

function contextOf(invocation: Invocation, { manifest }: PlanFacts): HookContext {
  const { ticket } = invocation
  return {
    type: 'PRE_TOOL_USE',
    callId: invocation.id,
    tool: manifest.name,
    manifest,
    arguments: copyOf(invocation.changed?.seen ?? invocation.input) as Record<string, unknown>,
    threadId: ticket.threadId,
    agent: ticket.agent,
    principal: ticket.principal ?? 'local',
    explanation: invocation.explanation,
  }
}

/** What a hook writes into its arguments reaches no one: no rule would have seen it. */
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isPlainObject(value)) return value
  const copy: Record<string, unknown> = { ...value }
  for (const key in copy) {
    const member = copy[key]
    if (typeof member === 'object' && member !== null) copy[key] = copyOf(member)
  }
  return copy
}

/** Checks again what hooks changed. */
function recheck(core: Core, invocation: Invocation, plan: PlanFacts): StepAnswer {
  const { changed } = invocation
  return changed && validateAgain(core, invocation, { plan, input: changed.input })
}

interface By {
  readonly hook: ActiveHook
  readonly plan: PlanFacts
}

function apply(invocation: Invocation, said: HookAnswer, { hook, plan }: By): Outcome | undefined {
  const { spec } = hook
  if (said.arguments && (said.action === 'modify' || said.action === 'allow' || said.action === 'ask')) {
    // What the application provides is no part of what a hook replaces.
    const kept = (input: Record<string, unknown>): Record<string, unknown> =>
      said.replaces ? pick(input, plan.tool.provided) : input
    invocation.changed = {
      input: merge(
        kept(invocation.changed?.input ?? (invocation.raw as Record<string, unknown>)),
        said.arguments,
      ),
      seen: merge(
        kept(invocation.changed?.seen ?? (invocation.input as Record<string, unknown>)),
        said.arguments,
      ),
    }
  }
  if (said.action !== 'continue')
    invocation.note(
      'pre-hooks',
      `hook "${spec.name}" says ${said.action}${said.message ? `: ${said.message}` : ''}`,
    )
  switch (said.action) {
    case 'deny':
      return refuse('denied', 'denied_by_hook', {
        message: said.message ?? `hook "${spec.name}" denied the call`,
        hint: `Decided by hook "${spec.name}". Do not try the same call again.`,
        says: { key: 'deniedByHook', values: [spec.name, said.message ?? ''] },
      })
    case 'skip':
      return {
        kind: 'answered',
        status: 'skipped',
        output: said.hasOutput ? said.output : (said.message ?? `hook "${spec.name}" skipped the call`),
      }
    case 'ask':
      invocation.hookSays = { ask: said.message ?? `hook "${spec.name}" asks` }
      return undefined
    case 'allow':
      invocation.hookSays ??= 'allow'
      return undefined
    default:
      return undefined
  }
}

function merge(
  input: Record<string, unknown>,
  changes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...input, ...changes }
  for (const key of Object.keys(merged)) if (merged[key] === undefined) delete merged[key]
  return merged
}
