/**
 * Step 4: policy on the final arguments. Names what the call touches, then decides, with the rule that decided and why.
 *
 * @module
 */
import { messageOf } from '../../kernel/index.ts'
import type { Core } from '../core.ts'
import type { Invocation } from '../invocation.ts'
import { type Outcome, refuse, type StepAnswer } from '../outcome.ts'
import type { Plan } from '../plan.ts'
import type { Decision, PolicySubject } from '../policy/index.ts'

export function authorise(core: Core, invocation: Invocation, plan: Plan): StepAnswer {
  const decided = plan.constant ?? decide(core, invocation, plan)
  if ('status' in decided) return decided
  invocation.decision = decided
  if (decided.effect !== 'deny') return undefined
  return denied(plan, decided)
}

export function denied({ manifest }: Plan, { rule, reason }: Decision): Outcome {
  return refuse('denied', 'denied', {
    message: `"${manifest.name}" may not be called like this: ${reason}.`,
    hint: `Decided by "${rule}". Do not try to get around it; use another tool or ask the user.`,
  })
}

function decide(core: Core, invocation: Invocation, plan: Plan): Decision | Outcome {
  const subject = subjectOf(core, plan, invocation.input)
  if ('status' in subject) return subject
  invocation.resources = subject.resources
  return plan.policy.decide(subject)
}

/** The facts that rules are held against; an outcome where the tool can't even name them. */
export function subjectOf(core: Core, { tool, manifest }: Plan, input: unknown): PolicySubject | Outcome {
  const { workspace } = core.settings
  try {
    const varies = tool.permissionFor?.(input as never)
    return {
      input,
      workspace,
      resources: tool.resources?.(input as never, { workspace }),
      permission: varies?.permission ?? manifest.permission,
      effects: varies?.effects ?? manifest.effects,
    }
  } catch (error) {
    return refuse('denied', 'denied', {
      message: `"${manifest.name}" could not say what it would touch: ${messageOf(error)}`,
      hint: 'Check the arguments.',
    })
  }
}
