/**
 * `policy explain`: what would be decided about a call, by which rule, and which rules were looked at.
 *
 * @module
 */
import type { ToolResource, ToolResult } from '../define/index.ts'
import type { Invocation } from './invocation.ts'
import type { PipelineParts } from './core.ts'
import { type Explanation as PolicyExplanation, type PolicyMode, toldDecision } from './policy/index.ts'
import { granted, insist, planForCall, readerFor, subjectOf } from './steps/authorise.ts'
import { resolve } from './steps/resolve.ts'
import { faultResult } from './steps/settle.ts'
import { checkArguments } from './steps/validate.ts'

export interface Explanation extends PolicyExplanation {
  readonly tool: string
  /** Of the tool's definition. */
  readonly fingerprint: string
  readonly mode: PolicyMode
  readonly input: unknown
  readonly resources: readonly ToolResource[]
  /** Hooks that would be asked before the call. */
  readonly hooks: readonly string[]
}

/** Answers a result with the fault if the call would not get as far as policy. */
export async function explainCall(
  parts: Pick<PipelineParts, 'core' | 'plans'>,
  invocation: Invocation,
): Promise<Explanation | ToolResult> {
  const { core } = parts
  const found = await resolve(parts, invocation)
  if (found.kind === 'refused') return faultResult(core, invocation, found)
  invocation.plan = found
  const refusal = await checkArguments(core, invocation, found)
  if (refusal) return faultResult(core, invocation, refusal)
  await readerFor(core, found, invocation)
  const subject = subjectOf(core, found, invocation)
  if (subject.kind === 'refused') return faultResult(core, invocation, subject)
  const { plan, reason } = await planForCall(core, found, invocation)
  const told = plan.policy.explain(subject)
  const asked = reason === undefined ? undefined : insist(plan.policy.decide(subject), reason)
  const explained = asked ? { ...told, decision: toldDecision(asked) } : told
  const grant = explained.decision.effect === 'ask' ? granted(core, invocation, plan) : undefined
  return {
    tool: invocation.name,
    fingerprint: found.manifest.fingerprint,
    mode: core.policy.mode,
    input: invocation.input,
    resources: subject.resources ?? [],
    hooks: found.preHooks.map(({ spec }) => spec.name),
    ...explained,
    ...(grant && {
      decision: {
        ...toldDecision(grant),
        ...(explained.decision.reach && { reach: explained.decision.reach }),
      },
    }),
  }
}
