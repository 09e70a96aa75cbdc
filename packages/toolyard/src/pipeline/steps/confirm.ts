/**
 * Step 5: where policy, manifest or a hook asks, a person answers, about exactly these bytes.
 *
 * The request carries the digest of everything that will run; after the answer the digest is taken again, so that what was
 * shown is what runs, and whether this caller may still run it is looked up again. A call that comes again under its id takes up the request that it made before. While people are asked
 * the call's clock stands still. Without a person to ask, ask is deny.
 *
 * @module
 */
import { isDeepStrictEqual } from 'node:util'
import { messageOf, ToolyardError } from '../../kernel/index.ts'
import type { Core, Step } from '../core.ts'
import type { Invocation, PlanFacts } from '../invocation.ts'
import { fromStore, fromThrown, isOfStore, refuse, type Refused } from '../outcome.ts'
import type { Asked } from '../policy/index.ts'
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../ports.ts'
import { digestFor, offerFor, requestOf } from './approval-request.ts'
import { isOpen } from './authorise.ts'
import { refusalOf } from './resolve.ts'

/** How long an approver may take to let go of its request. */
const leaveMs = 1000

export const confirm: Step = ({ core }, plan) =>
  isOpen(plan) ? [] : [{ run: (invocation) => confirmCall(core, invocation, invocation.plan ?? plan) }]

function confirmCall(
  core: Core,
  invocation: Invocation,
  plan: PlanFacts,
): Promise<Refused | undefined> | undefined {
  const question = questionOf(invocation)
  if (!question) return undefined
  invocation.turn?.passed()
  return askPerson(core, invocation, { plan, question })
}

function questionOf({ decision, hookSays }: Invocation): Asked | undefined {
  if (typeof hookSays === 'object') return { by: 'hook', effect: 'ask', rule: 'hook', reason: hookSays.ask }
  if (decision?.effect !== 'ask') return undefined
  return hookSays === 'allow' && decision.by === 'mode' ? undefined : decision
}

interface Asking {
  readonly plan: PlanFacts
  readonly question: Asked
}

async function askPerson(core: Core, invocation: Invocation, asked: Asking): Promise<Refused | undefined> {
  const { clock, people } = core
  const { approver } = people.for(personFor(invocation, asked))
  const { plan, question } = asked
  if (invocation.stopped) return stoppedWaiting()
  if (!approver) {
    return refuse('denied', 'denied', {
      message: `"${plan.manifest.name}" needs a person's approval (${question.reason}), and there is nobody to ask.`,
      hint: `Asked by "${question.rule}". ${remedyOf(core, invocation, asked)} it where somebody can answer, at a terminal or with approvals: 'wait'.`,
      says: { key: 'nobodyToAsk', values: [plan.manifest.name, question.rule] },
    })
  }
  invocation.pauseClock(clock.now())
  try {
    const earlier = await earlierRequest(core, invocation, { approver, plan })
    if (earlier && earlier.expiresAt <= clock.wall()) return notAnswered(plan)
    const isShut = !invocation.decision?.reach || (await core.host.programs.sandbox()).level !== 'none'
    const made = requestOf(core, invocation, { ...asked, earlier, isShut })
    if (made.kind === 'refused') return made
    const { request } = made
    if (earlier?.createdAt !== undefined)
      invocation.waitedFor(clock.wall(invocation.startedAt) - earlier.createdAt)
    const verb = earlier ? 'took up its earlier request' : 'asked for approval'
    invocation.note('confirm', `${verb} (${question.rule}: ${question.reason})`, clock.now())
    const leave = leaveOf(invocation)
    const signal = leave ? AbortSignal.any([invocation.signal, leave]) : invocation.signal
    const answer = await withExpiry(core, invocation, { ask: approver.ask(request, signal), request })
    await core.people.rights.fresh(clock.now())
    return heard(core, invocation, { answer, plan, request })
  } catch (error) {
    const what = 'the approval could not be asked for'
    const hint = 'Nothing was run. Call again when somebody can be asked.'
    if (codeOf(error) === 'busy') return fromThrown(error, plan.manifest.name)
    if (isOfStore(error)) return fromStore(error, { what, hint })
    return refuse('denied', 'denied', { message: `${what}: ${messageOf(error)}`, hint, retryable: true })
  } finally {
    invocation.resumeClock(clock.now())
  }
}

/** Who agreed to exactly this where the call comes from. No one there knew of a question that a hook asks. */
function personFor(
  { input, ticket, companion }: Invocation,
  { plan, question }: Asking,
): Approver | undefined {
  const { agreed } = ticket
  const isAgreed =
    agreed?.fingerprint === plan.manifest.fingerprint &&
    question.by !== 'hook' &&
    isDeepStrictEqual(agreed.input, input)
  return isAgreed ? { ask: async () => ({ decision: 'approve', by: agreed.by }) } : companion.person
}

/** Never a rule that allows more than this call: a whole shell for one command. */
function remedyOf(core: Core, invocation: Invocation, asked: Asking): string {
  if (asked.question.by !== 'mode') return 'Run'
  const offer = offerFor(core, invocation, asked)
  return `Allow it with a rule${offer === undefined ? '' : `, such as allow: ['${offer}']`}, or in another mode; or run`
}

/** Only where the caller chose the id, and would run the very same. */
async function earlierRequest(
  core: Core,
  invocation: Invocation,
  { approver, plan }: { approver: Approver; plan: PlanFacts },
): Promise<
  { readonly id: string; readonly expiresAt: number; readonly createdAt?: number | undefined } | undefined
> {
  if (!invocation.ticket.isChosenId || !approver.earlier) return undefined
  const earlier = await approver.earlier(invocation.id)
  // Who waits without a process comes again to hear that its time is over; others come to ask again.
  if (!earlier || (earlier.expiresAt <= core.clock.wall() && !invocation.companion.parks)) return undefined
  return digestFor(core, invocation, { plan, expiresAt: earlier.expiresAt }) === earlier.digest
    ? earlier
    : undefined
}

/** Has aborted from the start if the call waits without a process. */
function leaveOf({ companion: { leave, parks } }: Invocation): AbortSignal | undefined {
  if (!parks) return leave
  return AbortSignal.abort(new ToolyardError('closed', 'the run waits without a process'))
}

function codeOf(error: unknown): string | undefined {
  return ToolyardError.isInstance(error) ? error.code : undefined
}

type Heard = ApprovalAnswer | 'expired' | 'stopped'

function heard(
  core: Core,
  invocation: Invocation,
  { answer, plan, request }: { answer: Heard; plan: PlanFacts; request: ApprovalRequest },
): Refused | undefined {
  const { name } = plan.manifest
  if (answer === 'stopped') return stoppedWaiting()
  if (answer === 'expired') return notAnswered(plan)
  if (answer.decision === 'pending')
    return refuse('pending', 'approval_pending', {
      message: `"${name}" waits for a person's approval (${request.id}); it has not run.`,
      hint: `Somebody has to look at it and answer: toolyard approvals show ${request.id}. Then call again with the same call id, ${invocation.id}.`,
      retryable: true,
      waitsFor: request.id,
      says: { key: 'approvalPending', values: [name] },
    })
  const { by, reason } = answer
  if (answer.decision === 'void')
    return refuse('denied', 'approval_expired', {
      message: `the request to run "${name}" (${request.id}) counts no more: ${reason ?? 'it is over'}.`,
      hint: 'Call again to ask again.',
      retryable: true,
      says: { key: 'approvalOver', values: [name] },
    })
  invocation.note('confirm', `${by} said ${answer.decision}${reason ? `: ${reason}` : ''}`, core.clock.now())
  if (answer.decision !== 'approve')
    return refuse('denied', 'rejected', {
      message: `${by} rejected the call${reason ? `: ${reason}` : '.'}`,
      hint: 'Do not try the same call again; ask what to do instead.',
      says: { key: 'rejectedBy', values: [by, reason ?? ''] },
    })
  invocation.approvedBy = by
  return stillTheSame(core, invocation, { plan, request })
}

function notAnswered({ manifest: { name } }: PlanFacts): Refused {
  return refuse('denied', 'approval_expired', {
    message: `nobody answered the request to run "${name}" in time.`,
    hint: 'Call again to ask again.',
    retryable: true,
    says: { key: 'approvalNotAnswered', values: [name] },
  })
}

function stoppedWaiting(): Refused {
  return refuse('cancelled', 'cancelled', {
    message: 'the call was cancelled while it waited for approval.',
    says: { key: 'cancelledUnanswered', values: [] },
  })
}

function stillTheSame(
  core: Core,
  invocation: Invocation,
  { plan, request }: { plan: PlanFacts; request: ApprovalRequest },
): Refused | undefined {
  const refusal = refusalOf(core, invocation, plan.manifest)
  if (refusal) return refusal
  const { name } = plan.manifest
  const current = core.tools.get(name) && (invocation.thread?.shown?.get(name) ?? core.tools.get(name))
  const digest = digestFor(core, invocation, { plan, expiresAt: request.expiresAt })
  if (typeof digest !== 'string') return digest
  const unchanged = current?.manifest.fingerprint === plan.manifest.fingerprint && digest === request.digest
  if (unchanged) return undefined
  return refuse('denied', 'approval_expired', {
    message: `"${name}" changed after it was approved, so the approval is void.`,
    hint: 'Call again to ask again.',
    retryable: true,
    says: { key: 'approvalVoid', values: [name] },
  })
}

function withExpiry(
  core: Core,
  invocation: Invocation,
  { ask, request }: { ask: Promise<ApprovalAnswer>; request: ApprovalRequest },
): Promise<Heard> {
  const { promise, resolve, reject } = Promise.withResolvers<Heard>()
  const deadline = core.clock.after(request.expiresAt - core.clock.wall(), () => resolve('expired'))
  const { parks } = invocation.companion
  const leave = leaveOf(invocation)
  // What could not even be written down waits for no one.
  const hasLeft = (error: unknown): boolean =>
    leave?.aborted === true && !invocation.stopped && (!parks || codeOf(error) === 'cancelled')
  const left = (): void => resolve({ decision: 'pending', by: 'nobody' })
  // The one who asks writes the request down first, where it can.
  const leaving = (): void => void core.clock.after(leaveMs, left)
  invocation.onStop = () => resolve('stopped')
  leave?.addEventListener('abort', leaving, { once: true })
  if (invocation.stopped) resolve('stopped')
  else if (leave?.aborted && !parks) leaving()
  ask.then(
    // A machine that slept has not counted the time.
    (answer) => resolve(core.clock.wall() > request.expiresAt ? 'expired' : answer),
    (error: unknown) => (hasLeft(error) ? left() : reject(error)),
  )
  return promise.finally(() => {
    deadline.cancel()
    leave?.removeEventListener('abort', leaving)
    invocation.onStop = undefined
  })
}
