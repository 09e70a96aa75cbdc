/**
 * Step 5: where policy, manifest or a hook asks, a person answers, about exactly these bytes.
 *
 * The request carries the digest of everything that will run; after the answer the digest is taken again, so that what was
 * shown is what runs. While people are asked the call's clock stands still. Without anybody to ask, ask is deny.
 *
 * @module
 */
import { canonicalJson, digestOf, messageOf, visibleText } from '../../kernel/index.ts'
import type { Core } from '../core.ts'
import type { Invocation } from '../invocation.ts'
import { type Outcome, refuse, type StepAnswer } from '../outcome.ts'
import type { Plan } from '../plan.ts'
import type { Decision } from '../policy/index.ts'
import type { ApprovalAnswer, ApprovalRequest } from '../ports.ts'
import { subjectOf } from './authorise.ts'

export function confirm(core: Core, invocation: Invocation, plan: Plan): StepAnswer {
  const question = questionOf(invocation)
  if (!question) return undefined
  invocation.turn?.passed()
  return askPerson(core, invocation, { plan, question })
}

function questionOf({ decision, hookSays }: Invocation): Decision | undefined {
  if (typeof hookSays === 'object') return { effect: 'ask', rule: 'hook', reason: hookSays.ask }
  if (decision?.effect !== 'ask') return undefined
  return hookSays === 'allow' && decision.rule.startsWith('mode ') ? undefined : decision
}

async function askPerson(
  core: Core,
  invocation: Invocation,
  { plan, question }: { plan: Plan; question: Decision },
): Promise<Outcome | undefined> {
  const { approver, clock } = core
  if (invocation.stopped) return stoppedWaiting()
  if (!approver) {
    return refuse('denied', 'denied', {
      message: `"${plan.manifest.name}" needs a person's approval (${question.reason}), and there is nobody to ask.`,
      hint: `Asked by "${question.rule}". ${question.rule.startsWith('mode ') ? 'Allow it with a rule, or run' : 'Run it'} where somebody can answer.`,
    })
  }
  const request = requestOf(core, invocation, { plan, question })
  if ('status' in request) return request
  invocation.pauseClock(clock.now())
  try {
    const answer = await withExpiry(core, invocation, {
      ask: approver.ask(request, invocation.signal),
      request,
    })
    if (answer === 'expired')
      return refuse('denied', 'approval_expired', {
        message: `nobody answered the request to run "${plan.manifest.name}" in time.`,
        hint: 'Call again to ask again.',
        retryable: true,
      })
    if (answer === 'stopped') return stoppedWaiting()
    if (answer.decision !== 'approve')
      return refuse('denied', 'rejected', {
        message: `${answer.by} rejected the call${answer.reason ? `: ${answer.reason}` : '.'}`,
        hint: 'Do not try the same call again; ask what to do instead.',
      })
    invocation.approvedBy = answer.by
    return stillTheSame(core, invocation, { plan, request })
  } catch (error) {
    return refuse('denied', 'denied', { message: `the approval could not be asked for: ${messageOf(error)}` })
  } finally {
    invocation.resumeClock(clock.now())
  }
}

function stoppedWaiting(): Outcome {
  return refuse('cancelled', 'cancelled', { message: 'the call was cancelled while it waited for approval.' })
}

function requestOf(
  core: Core,
  invocation: Invocation,
  { plan, question }: { plan: Plan; question: Decision },
): ApprovalRequest | Outcome {
  const subject = subjectOf(core, plan, invocation.input)
  if ('status' in subject) return subject
  const { options } = invocation
  const expiresAt = core.clock.wall() + core.settings.approvalMs
  const bound = bytesOf(core, invocation, { plan, resources: subject.resources ?? [], expiresAt })
  return Object.freeze({
    id: core.ids.next('apr'),
    callId: invocation.id,
    tool: plan.manifest.name,
    manifest: plan.manifest,
    input: freezeDeep(structuredClone(invocation.input)),
    resources: subject.resources ?? [],
    reason: question.reason,
    rule: question.rule,
    digest: digestOf(bound),
    text: visibleText(
      `${plan.manifest.name} ${JSON.stringify(JSON.parse(canonicalJson(bound.arguments)), null, 2)}`,
    ),
    explanation: invocation.explanation,
    expiresAt,
    threadId: options.threadId,
    agent: options.agent,
    principal: options.principal ?? 'local',
  })
}

/** Everything that an approval is bound to. */
function bytesOf(
  core: Core,
  invocation: Invocation,
  at: { plan: Plan; resources: ApprovalRequest['resources']; expiresAt: number },
) {
  const { manifest } = at.plan
  const { options } = invocation
  return {
    tool: manifest.name,
    fingerprint: manifest.fingerprint,
    arguments: invocation.input,
    resources: at.resources,
    cwd: core.settings.workspace,
    sandbox: 'none',
    principal: options.principal ?? 'local',
    agent: options.agent ?? null,
    thread: options.threadId ?? null,
    expiry: at.expiresAt,
  }
}

function stillTheSame(
  core: Core,
  invocation: Invocation,
  { plan, request }: { plan: Plan; request: ApprovalRequest },
): Outcome | undefined {
  const { name } = plan.manifest
  const current = core.tools.get(name) && (invocation.thread?.shown?.get(name) ?? core.tools.get(name))
  const subject = subjectOf(core, plan, invocation.input)
  if ('status' in subject) return subject
  const bound = bytesOf(core, invocation, {
    plan,
    resources: subject.resources ?? [],
    expiresAt: request.expiresAt,
  })
  const unchanged =
    current?.manifest.fingerprint === plan.manifest.fingerprint && digestOf(bound) === request.digest
  if (unchanged) return undefined
  return refuse('denied', 'approval_expired', {
    message: `"${plan.manifest.name}" changed after it was approved, so the approval is void.`,
    hint: 'Call again to ask again.',
    retryable: true,
  })
}

function withExpiry(
  core: Core,
  invocation: Invocation,
  { ask, request }: { ask: Promise<ApprovalAnswer>; request: ApprovalRequest },
): Promise<ApprovalAnswer | 'expired' | 'stopped'> {
  const { promise, resolve, reject } = Promise.withResolvers<ApprovalAnswer | 'expired' | 'stopped'>()
  const deadline = core.clock.after(request.expiresAt - core.clock.wall(), () => resolve('expired'))
  invocation.onStop = () => resolve('stopped')
  if (invocation.stopped) resolve('stopped')
  ask.then(resolve, reject)
  return promise.finally(() => {
    deadline.cancel()
    invocation.onStop = undefined
  })
}

function freezeDeep(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const item of Object.values(value)) freezeDeep(item)
  }
  return value
}
