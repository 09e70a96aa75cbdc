/**
 * Asks the person at the terminal: whether a call may run, and what a tool wants to know.
 *
 * The request is shown as the runtime rendered it, on standard error, so that it never mixes with the answer. What others wrote
 * stands behind a bar; the last lines before the question are ours. One question at a time. Anything but a clear yes is no;
 * Ctrl-C stops the command. If a person answers elsewhere, the question ends.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isPlainObject, maxDelayMs, ToolyardError, visibleText } from '../../kernel/index.ts'
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../../pipeline/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { oneLine } from '../terminal/call-words.ts'
import { framed } from '../terminal/framed-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { personHere } from '../yard/person.ts'
import { diffOf } from './request-diff.ts'
import { askLine, askQuestion, showPages } from './terminal-questions.ts'

export interface TerminalApproverOptions {
  /** The conversation that the command named: one that goes on after it. */
  readonly threadId?: string | undefined
  /** Where the call is made, once it is there. */
  readonly yard?: () => Pick<ToolService, 'store' | 'inbox'> | undefined
}

type Scope = NonNullable<ApprovalAnswer['scope']>

interface Offer {
  readonly key: string
  readonly scope: Scope
  readonly text: string
}

const person = 'the person at the terminal'
const earlyMs = 50
/** How long a call may take to notice that no answer came in time. */
const graceMs = 1000
/** What is shown of a request, and of the words around it, before a person asks for all of it. */
const mostRequest = { rows: 40, characters: 4000 }
const mostWords = { rows: 6, characters: 500 }
const viewKey = 'v'

export function terminalApprover(screen: Terminal, options: TerminalApproverOptions = {}): Approver {
  let before: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(ask: (terminal: Terminal) => Promise<T>): Promise<T> => {
    const answer = before.then(() => screen.during(ask))
    before = answer.catch(() => {})
    return answer
  }
  return {
    ask: (request, signal) =>
      inTurn(async (terminal) => {
        signal.throwIfAborted()
        const yard = options.yard?.()
        const style = terminal.noteStyle
        const item = { kind: 'approval', bytes: request.shown } as const
        const diff = yard && (await diffOf(item, yard.inbox, { style, columns: terminal.noteColumns }))
        return askOnce(request, signal, { terminal, offers: offersOf(request, options), diff })
      }),
    question: (question, signal) => inTurn((terminal) => askQuestion(question, signal, terminal)),
  }
}

/** What can be allowed from now on: only for whom there will be a next call. */
function offersOf(
  { offer, threadId, agent }: ApprovalRequest,
  { threadId: named, yard }: TerminalApproverOptions,
): readonly Offer[] {
  if (offer === undefined || !yard?.()?.store.durable) return []
  return [
    ...(threadId !== undefined && threadId === named
      ? [{ key: 't', scope: 'thread', text: `in thread ${oneLine(threadId)}` } as const]
      : []),
    ...(agent === undefined
      ? []
      : [{ key: 'a', scope: 'agent', text: `for agent ${oneLine(agent)}` } as const]),
  ]
}

interface AskedApproval {
  readonly terminal: Terminal
  readonly offers: readonly Offer[]
  /** What it would change in texts. */
  readonly diff: string | undefined
}

async function askOnce(
  request: ApprovalRequest,
  signal: AbortSignal,
  { terminal, offers, diff }: AskedApproval,
): Promise<ApprovalAnswer> {
  const { noteStyle, note } = terminal
  // The question ends just before the call does, so that the two do not share a line.
  const expiry = AbortSignal.timeout(
    Math.min(maxDelayMs, Math.max(0, request.expiresAt - Date.now() - earlyMs)),
  )
  const either = AbortSignal.any([signal, expiry])
  try {
    const isCut = showRequest(request, { terminal, offers, diff })
    const keys = ['y', 'N', ...offers.map(({ key }) => key), ...(isCut ? [viewKey] : [])].join('/')
    const ask = async (): Promise<string> => (await askLine(`  Run it? [${keys}] `, either)).trim()
    let said = await ask()
    // A person can't approve what they have not been shown.
    for (let isSeen = !isCut; ; said = await ask()) {
      if (isCut && said.toLowerCase() === viewKey) {
        const isWhole = await showPages(wholeRequest(request, { terminal, offers }), either, terminal)
        isSeen ||= isWhole
      } else if (isSeen || answerOf(said, offers).decision !== 'approve') break
      else note(`  There is more than fits here: look at it first, with ${viewKey}.`)
    }
    const answer = answerOf(said, offers)
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

/** Whether there is more of it than was shown. */
function showRequest(request: ApprovalRequest, { terminal, offers, diff }: AskedApproval): boolean {
  const { noteStyle, note } = terminal
  const { permission, effects } = request.manifest
  let isCut = false
  const frame = (text: string, most: typeof mostWords): void => {
    const shown = framed(text, {
      columns: terminal.noteColumns,
      most,
      rest: `${viewKey} shows everything`,
    })
    isCut ||= shown.isCut
    for (const row of shown.rows) note(row)
  }
  note(
    `\n${noteStyle('yellow', '?')} ${noteStyle('bold', oneLine(request.tool))} wants to run (${permission}, effects ${effects})`,
  )
  note('  with exactly these arguments:')
  frame(request.text, mostRequest)
  if (diff !== undefined) note(`  what it would change:\n${diff}`)
  if (request.explanation) {
    note('  why, in the words of the agent:')
    frame(request.explanation, mostWords)
  }
  note('  asked because')
  frame(`${request.reason} [${request.rule}]`, mostWords)
  note(
    noteStyle('dim', `  Request ${request.id}, digest ${request.digest.slice(0, 16)}\n  Toolyard asks you.`),
  )
  const [first] = offers
  if (first && request.offer !== undefined) {
    const rule = visibleText(request.offer)
    for (const { key, text } of offers)
      if (rule.length <= 100) note(`  ${noteStyle('bold', key)}: yes, and allow ${rule} ${text} from now on`)
      else note(`  ${noteStyle('bold', key)}: yes, and allow this rule ${text} from now on:`)
    if (rule.length > 100) frame(rule, mostRequest)
  }
  return isCut
}

function wholeRequest(
  { text, explanation, reason, rule, offer }: ApprovalRequest,
  { terminal: { noteColumns: columns }, offers }: Pick<AskedApproval, 'terminal' | 'offers'>,
): string[] {
  const part = (title: string, words: string | undefined): readonly string[] =>
    words === undefined ? [] : [`  ${title}:`, ...framed(words, { columns }).rows]
  return [
    ...part('arguments, all of them', text),
    ...part('the words of the agent, all of them', explanation),
    ...part('asked because', `${reason} [${rule}]`),
    ...part('the rule that can be allowed from now on', offers.length > 0 ? offer : undefined),
  ]
}

function answerOf(said: string, offers: readonly Offer[]): ApprovalAnswer {
  const by = personHere()
  const granted = offers.find(({ key, scope }) => [key, scope].includes(said.toLowerCase()))
  if (granted) return { decision: 'approve', by, scope: granted.scope }
  if (/^y(es)?$/i.test(said)) return { decision: 'approve', by }
  return { decision: 'reject', by: person, ...(said.length > 3 && { reason: said }) }
}

/** Another person was quicker, through the inbox. */
function tellOther(reason: unknown, { note, noteStyle }: Terminal): void {
  if (!isPlainObject(reason) || typeof reason['by'] !== 'string' || reason['by'] === 'nobody') return
  const done = reason['decision'] === 'approve' ? 'approved it' : 'rejected it'
  const said =
    reason['by'] === 'nobody' ? 'nobody answered in time' : `${oneLine(reason['by'])} ${done} elsewhere`
  note(noteStyle('dim', `  ${said}`))
}
