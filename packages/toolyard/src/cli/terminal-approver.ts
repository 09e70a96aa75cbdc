/**
 * Asks the person at the terminal: whether a call may run, and what a tool wants to know.
 *
 * The request is shown as the runtime rendered it, on standard error, so that it never mixes with the answer. One question at
 * a time. Anything but a clear yes is no; Ctrl-C stops the command. Where somebody answers elsewhere, the question ends.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isPlainObject, maxDelayMs, ToolyardError, visibleText } from '../kernel/index.ts'
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../pipeline/index.ts'
import { oneLine } from './call-words.ts'
import { personHere } from './person.ts'
import { indent, type Terminal } from './terminal.ts'
import { askLine, askQuestion } from './terminal-questions.ts'

export interface TerminalApproverOptions {
  /** The conversation that the command named: one that goes on after it. */
  readonly threadId?: string | undefined
  /** Whether what is granted is kept. */
  readonly canGrant?: () => boolean
}

type Scope = NonNullable<ApprovalAnswer['scope']>

interface Offer {
  readonly key: string
  readonly scope: Scope
  readonly text: string
}

const person = 'the person at the terminal'
const earlyMs = 50
/** How long a call may take to notice that nobody answered in time. */
const graceMs = 1000

export function terminalApprover(terminal: Terminal, options: TerminalApproverOptions = {}): Approver {
  let before: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(ask: () => Promise<T>): Promise<T> => {
    const answer = before.then(ask)
    before = answer.catch(() => {})
    return answer
  }
  return {
    ask: (request, signal) =>
      inTurn(async () => {
        signal.throwIfAborted()
        return askOnce(request, signal, { terminal, offers: offersOf(request, options) })
      }),
    question: (question, signal) => inTurn(() => askQuestion(question, signal, terminal)),
  }
}

/** What can be allowed from now on: only for whom there will be a next call. */
function offersOf(
  { offer, threadId, agent }: ApprovalRequest,
  { threadId: named, canGrant }: TerminalApproverOptions,
): readonly Offer[] {
  if (offer === undefined || !canGrant?.()) return []
  const rule = visibleText(offer)
  return [
    ...(threadId !== undefined && threadId === named
      ? [{ key: 't', scope: 'thread', text: `allow ${rule} in thread ${oneLine(threadId)}` } as const]
      : []),
    ...(agent === undefined
      ? []
      : [{ key: 'a', scope: 'agent', text: `allow ${rule} for agent ${oneLine(agent)}` } as const]),
  ]
}

interface Asking {
  readonly terminal: Terminal
  readonly offers: readonly Offer[]
}

async function askOnce(
  request: ApprovalRequest,
  signal: AbortSignal,
  { terminal, offers }: Asking,
): Promise<ApprovalAnswer> {
  const { noteStyle, note } = terminal
  const { permission, effects } = request.manifest
  note(
    `\n${noteStyle('yellow', '?')} ${noteStyle('bold', request.tool)} wants to run (${permission}, effects ${effects})`,
  )
  note(indent(request.text))
  if (request.explanation) note(`  why: ${visibleText(request.explanation)}`)
  note(noteStyle('dim', `  asked because ${visibleText(request.reason)} [${request.rule}]`))
  for (const { key, text } of offers) note(`  ${noteStyle('bold', key)}: yes, and ${text} from now on`)
  const keys = ['y', 'N', ...offers.map(({ key }) => key)].join('/')
  // The question ends just before the call does, so that the two do not share a line.
  const expiry = AbortSignal.timeout(
    Math.min(maxDelayMs, Math.max(0, request.expiresAt - Date.now() - earlyMs)),
  )
  try {
    const either = AbortSignal.any([signal, expiry])
    const answer = answerOf((await askLine(`  Run it? [${keys}] `, either)).trim(), offers)
    if (answer.scope) note(noteStyle('dim', '  "toolyard grants" lists what is allowed, and takes it back.'))
    return answer
  } catch {
    note('')
    if (expiry.aborted) await sleep(graceMs, undefined, { signal }).catch(() => {})
    else if (!signal.aborted) return { decision: 'reject', by: person }
    else tellOther(signal.reason, terminal)
    throw new ToolyardError('cancelled', 'the question ended before it was answered here')
  }
}

function answerOf(said: string, offers: readonly Offer[]): ApprovalAnswer {
  const by = personHere()
  const granted = offers.find(({ key, scope }) => [key, scope].includes(said.toLowerCase()))
  if (granted) return { decision: 'approve', by, scope: granted.scope }
  if (/^y(es)?$/i.test(said)) return { decision: 'approve', by }
  return { decision: 'reject', by: person, ...(said.length > 3 && { reason: said }) }
}

/** Somebody was quicker, through the inbox. */
function tellOther(reason: unknown, { note, noteStyle }: Terminal): void {
  if (!isPlainObject(reason) || typeof reason['by'] !== 'string' || reason['by'] === 'nobody') return
  const done = reason['decision'] === 'approve' ? 'approved it' : 'rejected it'
  const said =
    reason['by'] === 'nobody' ? 'nobody answered in time' : `${oneLine(reason['by'])} ${done} elsewhere`
  note(noteStyle('dim', `  ${said}`))
}
