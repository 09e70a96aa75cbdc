/**
 * Works out a tool's plan: which parts its calls go through, which hooks look at it, what policy can say of it.
 *
 * @module
 */
import type { Tool } from '../define/index.ts'
import type { Core } from './core.ts'
import type { Invocation, Part } from './invocation.ts'
import { RateLimit } from './limits/index.ts'
import type { StepAnswer } from './outcome.ts'
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
  const asks = plan.constant?.effect !== 'allow' || plan.preHooks.length > 0
  const intends = plan.manifest.permission !== 'read' && core.journal !== undefined
  const decide: readonly Step[] = [...(asks ? [authorise, confirm] : []), schedule]
  const hooks = preHookParts(plan)
  const before =
    hooks.length === 0
      ? [stepsPart([validate, ...decide])]
      : [stepsPart([validate]), ...hooks, stepsPart([recheck, ...decide])]
  return {
    ...plan,
    parts: [...before, ...(intends ? [intentPart(core)] : []), executePart(run, plan)],
    after: {
      ok: postHookParts(core, plan, 'POST_TOOL_USE'),
      failed: postHookParts(core, plan, 'TOOL_ERROR'),
      skipped: postHookParts(core, plan, 'TOOL_SKIP'),
    },
  }

  function stepsPart(steps: readonly Step[]): Part {
    return { run: (invocation) => runSteps(core, invocation, { plan, steps, from: 0 }) }
  }
}

type Step = (core: Core, invocation: Invocation, plan: Plan) => StepAnswer

/** Steps that mostly answer at once, as one part. */
function runSteps(
  core: Core,
  invocation: Invocation,
  at: { readonly plan: Plan; readonly steps: readonly Step[]; readonly from: number },
): StepAnswer {
  const { plan, steps } = at
  for (let next = at.from; next < steps.length; next++) {
    const answer = steps[next]?.(core, invocation, plan)
    if (answer === undefined) continue
    if (!(answer instanceof Promise)) return answer
    return answer.then((outcome) => {
      invocation.clockedAt = core.clock.now()
      return outcome ?? runSteps(core, invocation, { plan, steps, from: next + 1 })
    })
  }
  return undefined
}

function planOf({ core, rates }: Run, tool: Tool): Plan {
  const { manifest } = tool
  const { settings } = core
  const policy = core.policy.forTool(manifest)
  const byMode = policy.constant?.effect !== 'deny' || policy.constant.rule.startsWith('mode ')
  const constant = tool.permissionFor && byMode ? undefined : policy.constant
  const preHooks = core.hooks.select('PRE_TOOL_USE', manifest.name)
  const perMinute = settings.ratePerMinute[manifest.name] ?? settings.ratePerMinute['*']
  if (perMinute !== undefined && !rates.has(manifest.name))
    rates.set(manifest.name, new RateLimit(perMinute, core.clock.now()))
  return {
    tool,
    manifest,
    executor: core.executorFor(manifest),
    shape: tool.input.shape,
    policy,
    constant,
    preHooks,
    timeoutMs: Math.min(manifest.timeoutMs ?? settings.timeoutMs, settings.maxTimeoutMs),
    rate: rates.get(manifest.name),
  }
}
