/**
 * Asks people through the inbox: every request is a row that any process may answer, until it expires.
 *
 * Other people who can be asked here, such as the person at the terminal, are asked as well; the first answer counts. A process
 * that ends leaves its requests in the inbox, and the call that comes again under its id takes up the answer.
 *
 * @module
 */
import type { FormSchema } from '../define/index.ts'
import type { Redactor } from '../host/index.ts'
import { type Clock, type Ids, ToolyardError } from '../kernel/index.ts'
import {
  type ApprovalAnswer,
  type ApprovalRequest,
  type Approver,
  type HeardAnswer,
  type PutQuestion,
  type Questioner,
  shownWords,
} from '../pipeline/index.ts'
import type { InboxItem, InboxRoom, Store } from '../store/index.ts'
import type { Inbox } from './inbox.ts'
import { ownValues, shownForm } from './shown-form.ts'

export interface InboxApproverParts {
  readonly store: Store
  readonly inbox: Inbox
  readonly redactor: Redactor
  readonly clock: Clock
  readonly ids: Ids
  /** Who is asked beside the inbox. */
  readonly person: Approver | undefined
  /** Whether a call waits for an answer that may come from elsewhere; else it answers `pending`. */
  readonly waits: boolean
  readonly questionMs: number
  /** The same for those who wait without a process. */
  readonly parkedMs: number
  /** How many requests may wait. */
  readonly room: InboxRoom
  /** Told of each request that people are to answer. */
  readonly put: (item: InboxItem) => void
}

/** The call itself ends in time, and says so; what is left is the row. */
const lateMs = 100
/** Of an explanation: it is no part of what runs. */
const mostExplained = 4000
/** Of a question with its choices: all of it is read. */
const mostAsked = 8000
/** Questions of one call that are looked through. */
const mostOfCall = 100
/** Of a form, with marks for what is hidden in it. */
const mostForm = 64_000

/** Requests that a call which comes again takes up. */
const takenUp: readonly InboxItem['status'][] = ['pending', 'approved', 'rejected', 'expired']

const noAnswer: ApprovalAnswer = { decision: 'pending', by: 'nobody' }

const usedElsewhere: ApprovalAnswer = {
  decision: 'void',
  by: 'nobody',
  reason: 'its approval was used by another process with the same call id',
}

export function createInboxApprover(
  parts: InboxApproverParts,
): Approver & { readonly questions: Questioner } {
  const { store, person, waits } = parts
  return {
    async ask(request, signal) {
      const known = await store.inbox.find(request.id)
      if (!known) await put(parts, approvalItem(parts, request))
      if (known && known.status !== 'pending') return answerOf(parts, known)
      if (!person && !waits && !request.ofRun) return noAnswer
      return askBoth(parts, request, signal)
    },
    async earlier(callId) {
      const [item] = await store.inbox.list({ callId, kind: 'approval', limit: 1 })
      return item && takenUp.includes(item.status) ? item : undefined
    },
    questions: { ask: (question, signal) => askQuestion(parts, question, signal) },
  }
}

/** Asks the inbox and the people here; the first answer counts, and the others are told of it. */
async function askBoth(
  parts: InboxApproverParts,
  request: ApprovalRequest,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  const { person } = parts
  const waits = parts.waits || request.ofRun
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  const waiting = waitForAnswer(parts, request, either)
  const here = person
    ?.ask(request, either)
    .then((answer) => (answer.decision === 'pending' ? undefined : settleFor(parts, request, answer)))
  try {
    const first = await (here ? Promise.race([waiting, here]) : waiting)
    const item = first ?? (waits ? await waiting : undefined)
    if (!item) {
      waiting.catch(() => {})
      over.abort(new ToolyardError('closed', 'nobody waits here for the answer'))
      return noAnswer
    }
    const answer = await answerOf(parts, item)
    over.abort(answer)
    return answer
  } finally {
    over.abort()
  }
}

function approvalItem({ clock }: InboxApproverParts, request: ApprovalRequest): InboxItem {
  const { id, callId, tool, threadId, agent, principal, digest, offer, expiresAt } = request
  return {
    id,
    kind: 'approval',
    status: 'pending',
    callId,
    tool,
    threadId,
    agent,
    principal,
    digest,
    offer,
    expiresAt,
    text: request.text,
    bytes: request.shown,
    reason: shortened(request.reason),
    rule: request.rule,
    explanation: request.explanation && shortened(request.explanation),
    createdAt: clock.wall(),
  }
}

/** Refuses the request if too many wait: the people who answer have to see them all. */
async function put({ store, room, put: tell }: InboxApproverParts, item: InboxItem): Promise<void> {
  if (await store.inbox.put(item, room)) return tell(item)
  throw new ToolyardError(
    'busy',
    `too many requests wait for people (at most ${room.perCaller} of one caller, ${room.total} in all)`,
    { hint: 'Wait until some of them are answered, then call again.', retryable: true },
  )
}

/** With how much is not there. */
function shortened(text: string): string {
  const rest = text.length - mostExplained
  return rest <= 0 ? text : `${text.slice(0, mostExplained)}… (${rest} more characters)`
}

/** The answer of a person here, unless a person elsewhere was quicker. */
async function settleFor(
  { inbox, store }: InboxApproverParts,
  request: ApprovalRequest,
  answer: ApprovalAnswer,
): Promise<InboxItem> {
  const { by, reason } = answer
  const asked = await store.inbox.find(request.id)
  // A rule that was not kept can't be granted; this call can still be approved.
  const scope = asked?.offer === undefined ? 'once' : answer.scope
  try {
    if (answer.decision === 'approve') await inbox.approve(request.id, { by, scope })
    else await inbox.reject(request.id, { by, reason })
  } catch (error) {
    ignoreLate(error)
  }
  const item = await store.inbox.find(request.id)
  return item ?? gone(request.id)
}

function gone(id: string): never {
  throw new ToolyardError('not_found', `the request ${id} is gone from the inbox`, {
    hint: 'The call has to be made again.',
  })
}

/** The item once it is pending no longer. */
async function waitForAnswer(
  parts: InboxApproverParts,
  { id, expiresAt }: { readonly id: string; readonly expiresAt: number },
  signal: AbortSignal,
): Promise<InboxItem> {
  const { store, inbox, clock } = parts
  using waiting = inbox.answers.wait(id, signal)
  for (;;) {
    const item = (await store.inbox.find(id)) ?? gone(id)
    if (item.status !== 'pending') return item
    const at = clock.wall()
    if (inbox.answers.isClosed) throw new ToolyardError('closed', 'nobody waits for the answer any more')
    if (at >= expiresAt) await store.inbox.settle(id, { from: 'pending', to: 'expired', at })
    else if (signal.aborted) {
      // Who shuts down leaves the question: its call may come again.
      if (!isClosing(signal)) await store.inbox.settle(id, { from: 'pending', to: 'cancelled', at })
      throw new ToolyardError('cancelled', 'nobody waits for the answer any more')
    } else {
      const deadline = clock.after(expiresAt - at + lateMs, () => inbox.answers.tell(id))
      await waiting.next()
      deadline.cancel()
    }
  }
}

function isClosing({ reason }: AbortSignal): boolean {
  return ToolyardError.isInstance(reason) && reason.code === 'closed'
}

/** An approval is used by one call. */
async function answerOf({ store, clock }: InboxApproverParts, item: InboxItem): Promise<ApprovalAnswer> {
  const by = item.by ?? 'nobody'
  if (item.status === 'approved') {
    const used = await store.inbox.settle(item.id, { from: 'approved', to: 'used', at: clock.wall() })
    return used ? { decision: 'approve', by } : usedElsewhere
  }
  if (item.status === 'used') return usedElsewhere
  if (item.status !== 'rejected') return { decision: 'void', by: 'nobody', reason: `it is ${item.status}` }
  return { decision: 'reject', by, ...(item.answer !== undefined && { reason: item.answer }) }
}

async function askQuestion(
  parts: InboxApproverParts,
  asked: PutQuestion,
  signal: AbortSignal,
): Promise<HeardAnswer> {
  const { tool, choices, form, parks } = asked
  const made = questionItem(parts, asked)
  const earlier = await earlierQuestion(parts, made, asked.number)
  const item = earlier ?? made
  if (!earlier) await put(parts, item)
  if (parks && item.status === 'pending' && item.expiresAt > parts.clock.wall()) throw stillOpen(item)
  const { answer = '', ...heard } = await hearAnswer(parts, { ...item, name: asked.name }, signal)
  if (heard.status === 'answered') {
    const text = choices?.[item.choices?.indexOf(answer) ?? -1] ?? answer
    const values = form && item.form && ownValues(form, item.form, heard.values ?? {})
    return { text, values, ...(earlier && { askedAt: earlier.createdAt }) }
  }
  if (heard.status === 'rejected')
    throw new ToolyardError(
      'rejected',
      `${heard.by ?? 'the person'} did not want to answer${answer === '' ? '' : `: ${answer}`}`,
      { hint: 'Go on without an answer.' },
    )
  throw new ToolyardError('approval_expired', `nobody answered the question of "${tool}" in time`, {
    hint: 'Go on without an answer, or ask again.',
    retryable: true,
  })
}

/** The same question of the same call, asked before the call came again. */
async function earlierQuestion(
  { store }: InboxApproverParts,
  { callId, text }: InboxItem,
  number: number | undefined,
): Promise<InboxItem | undefined> {
  if (number === undefined) return undefined
  const asked = await store.inbox.list({ callId, kind: 'question', limit: mostOfCall })
  const id = asked.toSorted((one, other) => one.position - other.position)[number]?.id
  const item = id === undefined ? undefined : await store.inbox.find(id)
  if (item?.text !== text) return undefined
  return ['pending', 'answered', 'rejected', 'expired'].includes(item.status) ? item : undefined
}

function stillOpen({ id, tool }: InboxItem): ToolyardError {
  return new ToolyardError('approval_pending', `"${tool}" waits for an answer (${id})`, {
    hint: `Answer it: toolyard approvals show ${id}. Then call again with the same call id.`,
    retryable: true,
    waitsFor: id,
  })
}

/** Who answers sees and sends back what is shown. */
function questionItem(parts: InboxApproverParts, asked: PutQuestion): InboxItem {
  const { clock, ids, redactor, questionMs, parkedMs } = parts
  const { callId, tool, threadId, agent, principal, question, choices } = asked
  const createdAt = clock.wall()
  const show = (told: string): string => shownWords(redactor, told)
  const form: FormSchema | undefined = asked.form && shownForm(asked.form, show)
  const item: InboxItem = {
    id: ids.next('que'),
    kind: 'question',
    status: 'pending',
    callId,
    tool,
    threadId,
    agent,
    principal,
    text: show(question),
    choices: choices?.map(show),
    form,
    reason: `"${tool}" asks`,
    rule: '',
    digest: '',
    bytes: '',
    createdAt,
    expiresAt: createdAt + (asked.parks ? parkedMs : questionMs),
  }
  const length = [item.text, ...(item.choices ?? [])].reduce((sum, told) => sum + told.length, 0)
  const formLength = form ? JSON.stringify(form).length : 0
  if (length <= mostAsked && formLength <= mostForm) return item
  throw new ToolyardError(
    'too_large',
    `the question of "${tool}" is too long to be shown (${length + formLength} characters, at most ${form ? mostForm : mostAsked})`,
    { hint: 'Ask less at once.' },
  )
}

/** The people here are asked too; the first answer counts. */
async function hearAnswer(
  parts: InboxApproverParts,
  item: InboxItem & Pick<PutQuestion, 'name'>,
  signal: AbortSignal,
): Promise<InboxItem> {
  const { person, inbox, store } = parts
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  const waiting = waitForAnswer(parts, item, either)
  const here = person?.question?.(item, either).then(async (said) => {
    if (!said) return undefined
    const { by, text } = said
    const given = said.declined
      ? inbox.decline(item.id, { by, reason: text === '' ? undefined : text })
      : inbox.answer(item.id, said.values ?? text, { by })
    await given.catch(ignoreLate)
    return store.inbox.find(item.id)
  })
  try {
    const answered = (await (here ? Promise.race([waiting, here]) : waiting)) ?? (await waiting)
    over.abort({ by: answered.by, text: answered.answer, declined: answered.status === 'rejected' })
    return answered
  } finally {
    over.abort()
  }
}

/** A person elsewhere was quicker. */
function ignoreLate(error: unknown): void {
  if (!ToolyardError.isInstance(error) || error.code !== 'approval_expired') throw error
}
