/**
 * Works out a tool's plan: which parts its calls go through, which hooks look at it, what policy can say of it.
 *
 * @module
 */
import type { Tool, ToolManifest } from '../define/index.ts'
import type { Core } from './core.ts'
import type { Invocation, Part } from './invocation.ts'
import type { Outcome, StepAnswer } from './outcome.ts'
import type { Plan } from './plan.ts'
import type { Run } from './run.ts'
import type { RunnablePlan } from './runnable-plan.ts'
import { authorise } from './steps/authorise.ts'
import { confirm } from './steps/confirm.ts'
import { executePart, intentPart } from './steps/execute.ts'
import { postHookParts } from './steps/post-hooks.ts'
import { preHookParts, recheck } from './steps/pre-hooks.ts'
import { schedule } from './steps/schedule.ts'
import { validate } from './steps/validate.ts'

export function makePlan(run: Run, tool: Tool): RunnablePlan {
  const { core } = run
  const plan = planOf(run, tool)
  const intends = plan.manifest.permission !== 'read' && core.journal !== undefined
  const hooks = preHookParts(plan)
  return {
    ...plan,
    parts: [
      ...(hooks.length === 0
        ? [checkedPart(core, plan)]
        : [checkPart(core, plan), ...hooks, decidedPart(core, plan)]),
      ...(intends ? [intentPart(core, plan)] : []),
      executePart(run, plan),
    ],
    after: {
      ok: postHookParts(core, plan, 'POST_TOOL_USE'),
      failed: postHookParts(core, plan, 'TOOL_ERROR'),
      skipped: postHookParts(core, plan, 'TOOL_SKIP'),
    },
  }
}

function checkPart(core: Core, plan: Plan): Part {
  return { run: (invocation) => validate(core, invocation, plan) }
}

/** Hooks have been asked: what they changed, then policy, people and limits. */
function decidedPart(core: Core, plan: Plan): Part {
  const decide = decision(core, plan, true)
  return { run: (invocation) => inTurn(recheck(core, invocation, plan), () => decide(invocation)) }
}

/** No hook is asked: everything up to the tool in one part, most of it at once. */
function checkedPart(core: Core, plan: Plan): Part {
  const decide = decision(core, plan, plan.constant?.effect !== 'allow' || plan.needsSandbox)
  return {
    run(invocation) {
      const checked = validate(core, invocation, plan)
      return checked === undefined ? decide(invocation) : inTurn(checked, () => decide(invocation))
    },
  }
}

function decision(core: Core, plan: Plan, asks: boolean): (invocation: Invocation) => StepAnswer {
  if (!asks) return (invocation) => schedule(core, invocation, plan)
  const confirmed = (invocation: Invocation): StepAnswer => {
    const answer = confirm(core, invocation, invocation.plan ?? plan)
    return answer === undefined
      ? schedule(core, invocation, plan)
      : inTurn(answer, () => schedule(core, invocation, plan))
  }
  return (invocation) => {
    const refusal = authorise(core, invocation, plan)
    return refusal === undefined ? confirmed(invocation) : inTurn(refusal, () => confirmed(invocation))
  }
}

/** The next step, once the one before has answered that it may go on. */
function inTurn(answer: StepAnswer, step: () => StepAnswer): StepAnswer {
  return answer instanceof Promise ? inTime(answer, step) : (answer ?? step())
}

async function inTime(
  answer: Promise<Outcome | undefined>,
  step: () => StepAnswer,
): Promise<Outcome | undefined> {
  return (await answer) ?? step()
}

function planOf(run: Run, tool: Tool): Plan {
  const plan = planFor(run, tool, tool.manifest)
  if (!tool.confirmFor || plan.constant?.effect === 'deny') return plan
  return { ...plan, unconfirmed: planFor(run, tool, { ...tool.manifest, confirm: false }) }
}

function planFor({ core }: Run, tool: Tool, manifest: ToolManifest): Plan {
  const { settings } = core
  const policy = core.policy.forTool(manifest)
  const byMode = policy.constant?.effect !== 'deny' || policy.constant.rule.startsWith('mode ')
  // What a call touches may be secret, whatever its tool may do otherwise; addresses of services never are.
  const touches = tool.resources !== undefined && manifest.type !== 'REST'
  const varies = tool.permissionFor !== undefined || touches
  const constant = varies && byMode ? undefined : policy.constant
  const preHooks = core.hooks.select('PRE_TOOL_USE', manifest.name)
  const perMinute = settings.ratePerMinute[manifest.name] ?? settings.ratePerMinute['*']
  return {
    tool,
    manifest,
    executor: core.executorFor(manifest),
    shape: tool.input.shape,
    policy,
    constant,
    preHooks,
    timeoutMs: Math.min(manifest.timeoutMs ?? settings.timeoutMs, settings.maxTimeoutMs),
    // The bucket outlives the plan, or any change would lift the limit.
    rate: perMinute === undefined ? undefined : core.limits.rate(`tool ${manifest.name}`, perMinute),
    needsSandbox: manifest.tags.includes('sandbox'),
  }
}
