/**
 * Step 9: tells the hooks how it ended, and lets them change it. What they put in is cleaned and bounded like a tool's own.
 *
 * @module
 */
import type { HookAnswer, HookContext, HookType, ToolResult } from '../../define/index.ts'
import type { Core, PipelineParts } from '../core.ts'
import { type ActiveHook, hookFailure, readHookAnswer } from '../hooks/index.ts'
import type { Invocation, PlanFacts, Stage } from '../invocation.ts'
import { answered, refuse } from '../outcome.ts'
import { copyOf } from './pre-hooks.ts'
import { faultResult, present, problemsOf } from './settle.ts'

/** For calls that ended in one way. */
export function postHooks({ core }: PipelineParts, plan: PlanFacts, type: HookType): readonly Stage[] {
  return core.hooks.select(type, plan.manifest.name).map((hook) => hookStage(core, plan, hook))
}

function hookStage(core: Core, plan: PlanFacts, hook: ActiveHook): Stage {
  return {
    timeoutMs: hook.timeoutMs,
    run: (invocation) => hook.handler(contextOf(invocation, plan, hook.spec.type)),
    read: (invocation, value) =>
      value === undefined ? undefined : apply(core, invocation, { said: readHookAnswer(value), hook }),
    failed: (invocation, error) => {
      const said = hookFailure(hook, error)
      if (said && hook.spec.type === 'POST_TOOL_USE') invocation.result = withheld(core, invocation, said)
      return undefined
    },
  }
}

async function apply(
  core: Core,
  invocation: Invocation,
  { said, hook }: { said: HookAnswer; hook: ActiveHook },
): Promise<undefined> {
  const { type } = hook.spec
  if (type === 'TOOL_SKIP') return undefined
  if (said.action === 'deny' || said.hasOutput)
    invocation.note(
      'post-hooks',
      `hook "${hook.spec.name}" ${said.action === 'deny' ? 'withheld the result' : 'changed the result'}`,
    )
  if (said.action === 'deny' && type === 'POST_TOOL_USE') invocation.result = withheld(core, invocation, said)
  else if (said.hasOutput && mayChange(invocation.result))
    invocation.result = await presentChange(core, invocation, said.output)
  return undefined
}

/** A refusal is told to hooks, and stays one. */
function mayChange(result: ToolResult | undefined): boolean {
  return result?.status === 'ok' || result?.status === 'error' || result?.status === 'timeout'
}

/** As the tool would show it, where it can; text as the hook wrote it. Data unlike the output schema is told as such. */
async function presentChange(core: Core, invocation: Invocation, output: unknown): Promise<ToolResult> {
  const result = await presentOutput(core, invocation, output)
  const problems = result.status === 'ok' ? await problemsOf(invocation.plan?.tool, result.data) : undefined
  return problems === undefined ? result : { ...result, mismatch: core.redactor.clean(problems) }
}

async function presentOutput(core: Core, invocation: Invocation, output: unknown): Promise<ToolResult> {
  try {
    return await present(core, invocation, { ...answered(output), asIs: typeof output === 'string' })
  } catch {
    return present(core, invocation, { ...answered(output), asIs: true })
  }
}

function withheld(core: Core, invocation: Invocation, said: HookAnswer): ToolResult {
  return faultResult(
    core,
    invocation,
    refuse('denied', 'denied_by_hook', {
      message: said.message ?? 'a hook withheld the result',
      hint: 'The call was made; only its result is withheld.',
      says: { key: 'resultWithheld', values: [said.message ?? ''] },
    }),
  )
}

function contextOf(invocation: Invocation, { manifest }: PlanFacts, type: HookType): HookContext {
  const { ticket, result } = invocation
  return {
    type,
    callId: invocation.id,
    tool: manifest.name,
    manifest,
    arguments: copyOf(invocation.input ?? {}) as Record<string, unknown>,
    result,
    error: result?.error,
    threadId: ticket.threadId,
    agent: ticket.agent,
    principal: ticket.principal ?? 'local',
    explanation: invocation.explanation,
  }
}
