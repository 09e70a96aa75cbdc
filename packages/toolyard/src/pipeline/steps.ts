/**
 * The ten steps of a call, in their order, and the way that calls of one tool take through them.
 *
 * @module
 */
import type { Tool, ToolManifest } from '../define/index.ts'
import type { Plan, PlanFacts, ShortWay, Stage } from './invocation.ts'
import type { PipelineParts, Step } from './core.ts'
import { authorise, denied, isOpen } from './steps/authorise.ts'
import { confirm } from './steps/confirm.ts'
import { elsewhereStage } from './steps/elsewhere.ts'
import { execute } from './steps/execute.ts'
import { postHooks } from './steps/post-hooks.ts'
import { preHooks } from './steps/pre-hooks.ts'
import { record } from './steps/record.ts'
import { resolve } from './steps/resolve.ts'
import { mayLock, schedule } from './steps/schedule.ts'
import { settle } from './steps/settle.ts'
import { validate } from './steps/validate.ts'

export const steps = {
  /** 1. The tool that the caller means, in the version that it was shown. Answers its plan. */
  resolve,
  /** 2–7. Up to the tool; each goes on, or ends the call with an outcome. */
  toTool: [
    /** Raw arguments become valid ones. */
    validate,
    /** Hooks look at the call, and may change or end it. */
    preHooks,
    /** Policy decides about the final arguments. */
    authorise,
    /** A person answers, if one has to be asked. */
    confirm,
    /** Limits, places in line, locks. */
    schedule,
    /** The tool itself. */
    execute,
  ],
  /** 8. The outcome becomes a result: checked, cleaned, redacted, bounded. */
  settle,
  /** 9. Hooks look at the result, and may change it. */
  postHooks,
  /** 10. The journal, whichever way the call ended. */
  record,
} satisfies { toTool: readonly Step[]; settle: Step; [name: string]: unknown }

/** Works out the plan of a tool: which stages its calls go through, which hooks look at it, what policy can say of it. */
export function makePlan(parts: PipelineParts, tool: Tool): Plan {
  const facts = factsOf(parts, tool)
  const { constant } = facts
  const settling = steps.settle(parts, facts).map(even)
  const elsewhere =
    tool.manifest.queue === undefined ? undefined : parts.core.services.elsewhere?.(tool.manifest)
  if (elsewhere) {
    const after = { ok: [], failed: [], skipped: [] }
    const stages = [even(elsewhereStage(elsewhere))]
    return { ...facts, kind: 'plan', stages, settling, after, short: undefined }
  }
  const stages =
    constant?.effect === 'deny'
      ? [even({ run: () => denied(facts, constant) })]
      : steps.toTool.flatMap((step) => step(parts, facts).map(even))
  const after = {
    ok: steps.postHooks(parts, facts, 'POST_TOOL_USE').map(even),
    failed: steps.postHooks(parts, facts, 'TOOL_ERROR').map(even),
    skipped: steps.postHooks(parts, facts, 'TOOL_SKIP').map(even),
  }
  const short = after.ok.length === 0 ? shortWayOf(facts, stages) : undefined
  return { ...facts, kind: 'plan', stages, settling, after, short }
}

/** Only if nothing but validation, a place in line and the tool is left of the steps, and the answer is the tool's own text. */
function shortWayOf(plan: PlanFacts, stages: readonly Stage[]): ShortWay | undefined {
  const [checking, , running, ...others] = stages
  const { tool, rate } = plan
  if (!checking || !running || others.length > 0) return undefined
  if (!isOpen(plan) || rate || mayLock(plan) || tool.output || tool.render) return undefined
  return { plan, checking, running }
}

/** All stages have the same members in the same order: the engine then finds them without a search. */
function even({ run, read, failed, interruptible, timeoutMs }: Stage): Stage {
  return { run, read, failed, interruptible, timeoutMs }
}

function factsOf(parts: PipelineParts, tool: Tool): PlanFacts {
  const facts = factsFor(parts, tool, tool.manifest)
  if (!tool.confirmFor || facts.constant?.effect === 'deny') return facts
  return { ...facts, unconfirmed: factsFor(parts, tool, { ...tool.manifest, confirm: false }) }
}

function factsFor({ core }: PipelineParts, tool: Tool, manifest: ToolManifest): PlanFacts {
  const { settings } = core
  const policy = core.policy.forTool(manifest)
  const isDeniedByRule = policy.constant?.effect === 'deny' && policy.constant.by !== 'mode'
  // What a call touches may be secret, whatever its tool may do otherwise; addresses of services never are.
  const touches = tool.resources !== undefined && manifest.type !== 'REST'
  const varies = tool.permissionFor !== undefined || touches
  const perMinute = settings.ratePerMinute[manifest.name] ?? settings.ratePerMinute['*']
  return {
    tool,
    manifest,
    executor: core.tools.executorFor(manifest),
    shape: tool.input.shape,
    policy,
    constant: varies && !isDeniedByRule ? undefined : policy.constant,
    preHooks: core.hooks.select('PRE_TOOL_USE', manifest.name),
    timeoutMs: Math.min(manifest.timeoutMs ?? settings.timeoutMs, settings.maxTimeoutMs),
    // The bucket outlives the plan, or any change would lift the limit.
    rate: perMinute === undefined ? undefined : core.limits.rate(`tool ${manifest.name}`, perMinute),
    needsSandbox: manifest.tags.includes('sandbox'),
  }
}
