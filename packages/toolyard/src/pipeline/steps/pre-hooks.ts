/**
 * Step 3: asks the hooks before the call. The first denial ends it; changes are merged, and validated again once.
 *
 * @module
 */
import type { Core } from '../core.ts'
import { type HookAnswer, type HookContext, isThenable } from '../hooks/index.ts'
import type { Invocation } from '../invocation.ts'
import { type Outcome, refuse, type StepAnswer } from '../outcome.ts'
import type { Plan } from '../plan.ts'
import { validateAgain } from './validate.ts'

interface Progress {
  readonly plan: Plan
  /** The arguments with changes, where a hook made any: as they came, to be checked again, and as hooks see them. */
  input: Record<string, unknown> | undefined
  seen: Record<string, unknown> | undefined
}

export function runPreHooks(core: Core, invocation: Invocation, plan: Plan): StepAnswer {
  const progress: Progress = { plan, input: undefined, seen: undefined }
  for (const [index, hook] of plan.preHooks.entries()) {
    const answer = core.hooks.run(hook, contextOf(invocation, plan, progress.seen))
    if (answer === undefined) continue
    if (isThenable(answer)) return runRest(core, invocation, { progress, index, answer })
    const outcome = apply(invocation, progress, { said: answer, hook: hook.spec.name })
    if (outcome) return outcome
  }
  return progress.input && validateAgain(core, invocation, { plan, input: progress.input })
}

/** From the first hook on that has to be waited for. */
async function runRest(
  core: Core,
  invocation: Invocation,
  from: { progress: Progress; index: number; answer: Promise<HookAnswer | undefined> },
): Promise<Outcome | undefined> {
  const { progress } = from
  const { plan } = progress
  let answer: HookAnswer | undefined | Promise<HookAnswer | undefined> = from.answer
  for (let index = from.index; index < plan.preHooks.length; index++) {
    const hook = plan.preHooks[index]
    if (!hook) break
    if (index > from.index) answer = core.hooks.run(hook, contextOf(invocation, plan, progress.seen))
    const said = isThenable(answer) ? await answer : answer
    const outcome = said && apply(invocation, progress, { said, hook: hook.spec.name })
    if (outcome) return outcome
  }
  return progress.input && validateAgain(core, invocation, { plan, input: progress.input })
}

function contextOf(
  invocation: Invocation,
  { manifest }: Plan,
  changed: Record<string, unknown> | undefined,
): HookContext {
  const { options } = invocation
  return {
    type: 'PRE_TOOL_USE',
    callId: invocation.id,
    tool: manifest.name,
    manifest,
    arguments: changed ?? (invocation.input as Record<string, unknown>),
    threadId: options.threadId,
    agent: options.agent,
    principal: options.principal ?? 'local',
    explanation: invocation.explanation,
  }
}

function apply(
  invocation: Invocation,
  progress: Progress,
  { said, hook }: { said: HookAnswer; hook: string },
): Outcome | undefined {
  if (said.arguments && (said.action === 'modify' || said.action === 'allow' || said.action === 'ask')) {
    progress.input = merge(progress.input ?? (invocation.raw as Record<string, unknown>), said.arguments)
    progress.seen = merge(progress.seen ?? (invocation.input as Record<string, unknown>), said.arguments)
  }
  switch (said.action) {
    case 'deny':
      return refuse('denied', 'denied_by_hook', {
        message: said.message ?? `hook "${hook}" denied the call`,
        hint: `Decided by hook "${hook}". Do not try the same call again.`,
      })
    case 'skip':
      return {
        status: 'skipped',
        output: said.hasOutput ? said.output : (said.message ?? `hook "${hook}" skipped the call`),
      }
    case 'ask':
      invocation.hookSays = { ask: said.message ?? `hook "${hook}" asks` }
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
