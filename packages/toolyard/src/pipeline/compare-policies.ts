/**
 * What two policies say of a call that was made before. Nothing runs, and no conversation is opened for it.
 *
 * @module
 */
import type { PipelineParts } from './core.ts'
import { Invocation, type PlanFacts } from './invocation.ts'
import { type Decision, type Policy, type ToldDecision, toldDecision } from './policy/index.ts'
import { granted, insist, planForCall, readerFor, subjectOf } from './steps/authorise.ts'
import { resolve } from './steps/resolve.ts'
import { checkArguments } from './steps/validate.ts'
import { companionOf, ticketOf } from './ticket.ts'

/** What the journal keeps of a call. */
export interface RecordedCall {
  readonly id: string
  readonly tool: string
  readonly input: unknown
  readonly threadId?: string | undefined
  readonly agent?: string | undefined
  readonly principal: string
  readonly origin: string
}

export interface ComparedDecisions {
  /** Under the policy that holds. */
  readonly now: ToldDecision
  /** Under the other one. */
  readonly after: ToldDecision
}

/** Undefined if such a call would not get as far as policy any more: its tool is gone, or its arguments are not kept whole. */
export async function comparePolicies(
  parts: Pick<PipelineParts, 'core' | 'plans'>,
  { id, tool, input, ...options }: RecordedCall,
  other: Policy,
): Promise<ComparedDecisions | undefined> {
  const { core } = parts
  const asked = { id, tool: core.tools.nameOf(tool), input }
  const ticket = ticketOf(asked, options, { agent: options.agent, parentId: undefined })
  const invocation = new Invocation(ticket, companionOf({}), core.clock.now())
  const found = await resolve(parts, invocation)
  if (found.kind === 'refused') return undefined
  invocation.plan = found
  if (await checkArguments(core, invocation, found)) return undefined
  await readerFor(core, found, invocation)
  const subject = subjectOf(core, found, invocation)
  if (subject.kind === 'refused') return undefined
  const { plan, reason } = await planForCall(core, found, invocation)
  const decided = (facts: PlanFacts): ToldDecision => {
    const plain = facts.policy.decide(subject)
    const decision: Decision = reason === undefined ? plain : (insist(plain, reason) ?? plain)
    const grant = decision.effect === 'ask' ? granted(core, invocation, facts) : undefined
    return toldDecision(grant ?? decision)
  }
  return { now: decided(plan), after: decided({ ...plan, policy: other.forTool(plan.manifest) }) }
}
