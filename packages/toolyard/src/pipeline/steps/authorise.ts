/**
 * Step 4: policy on the final arguments. Names what the call touches, then decides, with the rule that decided and why.
 * What policy would ask about runs where a person has granted it to this conversation or this agent.
 *
 * @module
 */
import type { ConfirmContext, ToolResource } from '../../define/index.ts'
import { messageOf, ToolyardError } from '../../kernel/index.ts'
import type { Core, Step } from '../core.ts'
import type { Invocation, PlanFacts } from '../invocation.ts'
import { refuse, type Refused } from '../outcome.ts'
import { type Allowed, type Asked, type Decision, type Denied, type PolicySubject } from '../policy/index.ts'
import type { GrantedRule } from '../ports.ts'
import { callerOf } from '../ticket.ts'

type Judgement = Refused | undefined | Promise<Refused | undefined>

/** What a call is judged by. */
export interface CallSubject extends PolicySubject {
  readonly kind: 'subject'
}

export const authorise: Step = ({ core }, plan) =>
  isOpen(plan) ? [] : [{ run: (invocation) => authoriseCall(core, invocation, plan) }]

/** Whether every call of the tool may run unasked, whatever its arguments. */
export function isOpen({ constant, needsSandbox, preHooks }: PlanFacts): boolean {
  return constant?.effect === 'allow' && !needsSandbox && preHooks.length === 0
}

function authoriseCall(core: Core, invocation: Invocation, plan: PlanFacts): Judgement {
  const reader = readerFor(core, plan, invocation)
  if (reader || plan.unconfirmed) return judgeInTime(core, invocation, { plan, reader })
  return judge(core, invocation, plan)
}

async function judgeInTime(
  core: Core,
  invocation: Invocation,
  { plan, reader }: { readonly plan: PlanFacts; readonly reader: Promise<void> | undefined },
): Promise<Refused | undefined> {
  await reader
  const { plan: held, reason } = await planForCall(core, plan, invocation)
  if (held !== plan && invocation.plan) invocation.plan = { ...invocation.plan, ...held }
  const refused = await judge(core, invocation, held)
  if (!refused && reason !== undefined) invocation.decision = insist(invocation.decision, reason)
  return refused
}

/** The tool has a reason to ask about this very call: no mode and no rule that allows it lifts that. */
export function insist(decided: Decision | undefined, reason: string): Decision | undefined {
  if (decided?.effect === 'deny' || (decided?.effect === 'ask' && decided.by === 'rule')) return decided
  return withReach({ by: 'tool', effect: 'ask', rule: 'confirm', reason }, decided)
}

/** A call as it is judged, and why its tool wants a person to look at it if it says so. */
interface HeldPlan {
  readonly plan: PlanFacts
  readonly reason?: string
}

/**
 * The plan without confirmation, if the tool says that no one has to confirm this call. What can't say so, or not in the
 * tool's time, is confirmed.
 */
export async function planForCall(core: Core, plan: PlanFacts, invocation: Invocation): Promise<HeldPlan> {
  const { unconfirmed, tool } = plan
  if (!unconfirmed) return { plan }
  const { id: callId, input, ticket, companion } = invocation
  const { threadId, agent, principal = 'local' } = ticket
  const context: ConfirmContext = {
    callId,
    threadId,
    agent,
    principal,
    get services() {
      return core.services.for(callerOf(ticket, companion))
    },
  }
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const deadline = core.clock.after(plan.timeoutMs, end)
  invocation.onStop = () => end()
  if (invocation.stopped) end()
  try {
    const asks = await Promise.race([tool.confirmFor?.(input as never, context), over])
    if (typeof asks === 'string') return { plan, reason: asks }
    return { plan: asks === false ? unconfirmed : plan }
  } catch {
    return { plan }
  } finally {
    deadline.cancel()
    invocation.onStop = undefined
  }
}

/** What reads command lines, where it has to be loaded for this call. */
export function readerFor(core: Core, plan: PlanFacts, invocation: Invocation): Promise<void> | undefined {
  const { loadReader } = core.policy
  if (!loadReader || !plan.tool.resources) return undefined
  const subject = subjectOf(core, plan, invocation)
  const runs = subject.kind === 'subject' && subject.resources?.some(({ kind }) => kind === 'command')
  return runs ? loadReader() : undefined
}

function judge(core: Core, invocation: Invocation, plan: PlanFacts): Judgement {
  if (plan.constant) return obey(core, invocation, { plan, decided: plan.constant })
  const subject = subjectOf(core, plan, invocation)
  if (subject.kind === 'refused') return subject
  invocation.resources = subject.resources
  return obey(core, invocation, { plan, decided: plan.policy.decide(subject) })
}

function obey(
  core: Core,
  invocation: Invocation,
  { plan, decided }: { readonly plan: PlanFacts; readonly decided: Decision },
): Judgement {
  invocation.decision = decided
  if (decided.effect === 'deny') return denied(plan, decided)
  const grant = decided.effect === 'ask' ? granted(core, invocation, plan) : undefined
  if (grant) {
    invocation.decision = withReach(grant, decided)
    invocation.note('authorise', grant.reason)
  }
  const runs = invocation.decision.effect === 'allow' && plan.needsSandbox
  return runs ? askWithoutSandbox(core, invocation) : undefined
}

/** What runs code of the project asks about every call, where nothing keeps that code from the rest of the machine. */
async function askWithoutSandbox(core: Core, invocation: Invocation): Promise<undefined> {
  const { settings, programs } = core.host
  if (settings.sandbox === 'none' || core.policy.mode === 'bypass') return
  const { level, reason = 'it does not work' } = await programs.sandbox()
  if (level === 'none')
    invocation.decision = withReach(
      {
        by: 'no sandbox',
        effect: 'ask',
        rule: 'no sandbox',
        reason: `the sandbox can't be had here: ${reason}`,
      },
      invocation.decision,
    )
}

/** Another reason to let a call run, with the same reach. */
function withReach(decision: Allowed | Asked, earlier: Decision | undefined): Decision {
  const reach = earlier?.reach
  return reach ? { ...decision, reach } : decision
}

export function denied({ manifest }: PlanFacts, { by, rule, reason }: Denied): Refused {
  return refuse('denied', 'denied', {
    message: `"${manifest.name}" may not be called like this: ${reason}.`,
    hint: `Decided by "${rule}". Do not try to get around it; use another tool or ask the user.`,
    says: { key: by === 'mode' ? 'deniedByMode' : 'deniedByRule', values: [manifest.name, rule] },
  })
}

/**
 * The grant that answers the question already. A tool that asks about every call is asked about every call; what was granted
 * to a sub-agent counts where it was granted to the agents above it as well.
 */
export function granted(core: Core, invocation: Invocation, plan: PlanFacts): Allowed | undefined {
  const subject = subjectOf(core, plan, invocation)
  return subject.kind === 'refused' ? undefined : grantedTo(core, invocation, { plan, subject })
}

/** The same for what the call is about to touch. */
export function grantedTo(
  core: Core,
  invocation: Invocation,
  { plan, subject }: { readonly plan: PlanFacts; readonly subject: PolicySubject },
): Allowed | undefined {
  if (plan.manifest.confirm) return undefined
  const held = grantsOf(core, invocation, plan)
  return held.some((grants) => grants.length === 0) ? undefined : coveredBy(held, plan, subject)
}

/** What policy and grants say of something that the call did not name. */
export function judgeTouched(
  core: Core,
  invocation: Invocation,
  resources: readonly ToolResource[],
): Decision['effect'] {
  const { plan } = invocation
  if (!plan) return 'deny'
  const subject = subjectOf(core, plan, invocation)
  if (subject.kind === 'refused') return 'deny'
  const touched = { ...subject, resources }
  const { effect } = plan.policy.decide(touched)
  return effect === 'ask' && grantedTo(core, invocation, { plan, subject: touched }) ? 'allow' : effect
}

/** What was granted to the caller, and to each agent above it. */
function grantsOf(
  core: Core,
  { ticket }: Invocation,
  { manifest }: PlanFacts,
): readonly (readonly GrantedRule[])[] {
  const { threadId, agent: own, principal = 'local', run } = ticket
  const above = (run?.above ?? []).map((agent) => ({
    agent,
    threadId: undefined,
    principal,
  }))
  return [{ threadId, agent: own, principal }, ...above].map((caller) =>
    core.people.rights.grants(manifest, caller),
  )
}

function coveredBy(
  held: readonly (readonly GrantedRule[])[],
  plan: PlanFacts,
  subject: PolicySubject,
): Allowed | undefined {
  const used = held.map((grants) => covering(plan, grants, subject))
  if (used.some((grants) => grants.length === 0)) return undefined
  const all = [...new Set(used.flat())]
  return {
    by: 'grant',
    effect: 'allow',
    rule: `grant ${all.map(({ rule }) => rule.rule).join(', ')}`,
    reason: all.map(({ by, id }) => `${by} granted it (${id})`).join(', '),
  }
}

/** Those that cover the call; none where they do not. */
function covering(
  plan: PlanFacts,
  grants: readonly GrantedRule[],
  subject: PolicySubject,
): readonly GrantedRule[] {
  const covers = (some: readonly GrantedRule[]): boolean =>
    plan.policy.isGranted(
      some.map(({ rule }) => rule),
      subject,
    )
  // One is enough, except for a line of commands that several grant together.
  const single = grants.find((grant) => covers([grant]))
  return single ? [single] : covers(grants) ? grants : []
}

/** The facts that rules are held against; a refusal if the tool can't even name them. */
export function subjectOf(
  core: Core,
  { tool, manifest }: PlanFacts,
  { input, thread, ticket, companion }: Pick<Invocation, 'input' | 'thread' | 'ticket' | 'companion'>,
): CallSubject | Refused {
  const { workspace } = core.settings
  const { threadId, agent, principal = 'local' } = ticket
  try {
    const varies = tool.permissionFor?.(input as never)
    return {
      kind: 'subject',
      input,
      workspace,
      resources: tool.resources?.(input as never, {
        workspace,
        get thread() {
          return (thread ?? core.records.threads.get('default')).state
        },
        get services() {
          return core.services.for(callerOf(ticket, companion))
        },
        caller: { threadId, agent, principal },
      }),
      permission: varies?.permission ?? manifest.permission,
      effects: varies?.effects ?? manifest.effects,
    }
  } catch (error) {
    // Its own sentence says more: a name that is not configured, an address that is none.
    if (ToolyardError.isInstance(error))
      return refuse('error', error.code, {
        message: error.message,
        hint: error.hint ?? 'Check the arguments.',
      })
    return refuse('denied', 'denied', {
      message: `"${manifest.name}" could not say what it would touch: ${messageOf(error)}`,
      hint: 'Check the arguments.',
    })
  }
}
