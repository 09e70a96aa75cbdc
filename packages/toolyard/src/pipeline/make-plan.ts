/**
 * Works out a tool's plan: which steps it needs, which hooks look at it, what policy can say of it.
 *
 * @module
 */
import type { Tool } from '../define/index.ts'
import type { Core } from './core.ts'
import type { Invocation } from './invocation.ts'
import { RateLimit } from './limits/index.ts'
import type { StepAnswer } from './outcome.ts'
import type { Plan } from './plan.ts'
import { authorise } from './steps/authorise.ts'
import { confirm } from './steps/confirm.ts'
import { runPreHooks } from './steps/pre-hooks.ts'
import { schedule } from './steps/schedule.ts'
import { validate } from './steps/validate.ts'

export type Step = (core: Core, invocation: Invocation, plan: Plan) => StepAnswer

export interface RunnablePlan extends Plan {
  /** From validation to scheduling, without those that this tool does not need. */
  readonly steps: readonly Step[]
}

export function makePlan(core: Core, tool: Tool, rates: Map<string, RateLimit>): RunnablePlan {
  const { manifest } = tool
  const { settings } = core
  const policy = core.policy.forTool(manifest)
  const byMode = policy.constant?.effect !== 'deny' || policy.constant.rule.startsWith('mode ')
  const constant = tool.permissionFor && byMode ? undefined : policy.constant
  const preHooks = core.hooks.select('PRE_TOOL_USE', manifest.name)
  const perMinute = settings.ratePerMinute[manifest.name] ?? settings.ratePerMinute['*']
  if (perMinute !== undefined && !rates.has(manifest.name))
    rates.set(manifest.name, new RateLimit(perMinute, core.clock.now()))
  const asks = constant?.effect !== 'allow' || preHooks.length > 0
  return {
    tool,
    manifest,
    executor: core.executorFor(manifest),
    shape: tool.input.shape,
    policy,
    constant,
    preHooks,
    postHooks: core.hooks.select('POST_TOOL_USE', manifest.name),
    errorHooks: core.hooks.select('TOOL_ERROR', manifest.name),
    skipHooks: core.hooks.select('TOOL_SKIP', manifest.name),
    timeoutMs: Math.min(manifest.timeoutMs ?? settings.timeoutMs, settings.maxTimeoutMs),
    rate: rates.get(manifest.name),
    steps: [
      validate,
      ...(preHooks.length > 0 ? [runPreHooks] : []),
      ...(asks ? [authorise, confirm] : []),
      schedule,
    ],
  }
}
