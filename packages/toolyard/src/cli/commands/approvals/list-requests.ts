/** `toolyard approvals`: what people are asked, by approvals and questions; what waits, or all that was ever asked. */
import { visibleText } from '../../../kernel/index.ts'
import type { InboxPage } from '../../../runtime/index.ts'
import type { InboxEntry } from '../../../store/index.ts'
import type { CommandRun } from '../../command.ts'
import { readNumber } from '../../parsers.ts'
import { argumentsLine, oneLine, statusText } from '../../terminal/call-words.ts'
import { count } from '../../terminal/layout.ts'
import { type Column, table } from '../../terminal/table.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { ago, timeSpan } from '../../terminal/times.ts'
import { isCommandLike, unknownCommand } from '../../unknown-command.ts'
import { openYard } from '../../yard/open-yard.ts'
import type { ApprovalsOptions } from './approvals.ts'
import { showRequest } from './show-request.ts'

const defaultLimit = 50
const mostRows = 1000
/** More of a request than any table shows. */
const mostView = 400
const commands = ['show', 'approve', 'reject', 'answer']

export const listRequests: CommandRun<ApprovalsOptions> = async (options, context) => {
  const { terminal, flags } = context
  const { words, all = false, limit, oldest = false, after, tool } = options
  const [id, ...rest] = words
  if (id !== undefined && (rest.length > 0 || isCommandLike(id, commands)))
    throw unknownCommand('approvals', id, commands)
  if (id !== undefined) return showRequest({ id }, context)
  const most =
    limit === undefined ? defaultLimit : readNumber(limit, { flag: '--limit', least: 1, most: mostRows })
  const { yard } = await openYard(context, { sync: false, database: 'known', servers: 'none' })
  await using _ = yard
  const page = await yard.inbox.page({
    ...(!all && { status: 'pending' }),
    order: oldest ? 'oldest' : 'newest',
    agent: flags.agent,
    tool,
    after:
      after === undefined
        ? undefined
        : readNumber(after, { flag: '--after', least: 0, most: Number.MAX_SAFE_INTEGER }),
    limit: most,
  })
  const { items, next, total } = page
  if (flags.jsonOutput) terminal.printJson({ requests: items, next: next ?? null, total })
  else if (items.length === 0)
    terminal.print(
      all
        ? 'Nobody was ever asked anything.'
        : 'Nothing waits for an answer. See what was asked before with "toolyard approvals --all".',
    )
  else {
    terminal.print(requestsTable(items, { all, terminal }))
    terminal.print(terminal.style('dim', `\n${lastLine(page, oldest)}`))
  }
  return 0
}

function requestsTable(
  items: readonly InboxEntry[],
  { all, terminal }: { readonly all: boolean; readonly terminal: Terminal },
): string {
  const { style } = terminal
  const now = Date.now()
  const rows = items.map((item) => [
    item.id,
    all ? statusText(item.status, style) : '',
    ago(item.createdAt, now),
    all ? oneLine(item.by ?? '', 30) : `in ${timeSpan(Math.max(0, item.expiresAt - now))}`,
    style('cyan', oneLine(item.tool, 64)),
    oneLine(item.agent ?? '', 30),
    oneLine(item.threadId ?? '', 64),
    viewOf(item, mostView),
  ])
  return table(rows, shapeOf(all), terminal)
}

function shapeOf(all: boolean): readonly Column[] {
  return [
    { head: 'request', below: '' },
    { head: 'status' },
    { head: 'asked' },
    all ? { head: 'by', below: 'by' } : { head: 'expires' },
    { head: 'tool', least: 16 },
    { head: 'agent', least: 8 },
    { head: 'thread', wideOnly: true },
    { head: 'what', least: 24 },
  ]
}

/** The beginning of the request, or of the question. */
function viewOf(item: InboxEntry, room: number): string {
  if (item.kind === 'question') return `"${oneLine(item.text, room - 2)}"`
  const whole = item.text.replace(/^(?:(?:Sandbox|Target): .*\n)+/, '')
  const text = whole.startsWith(`${item.tool} `) ? whole.slice(item.tool.length + 1) : whole
  return item.text.length < item.textLength ? oneLine(text, room) : argumentsOf(text, room)
}

function argumentsOf(text: string, room: number): string {
  try {
    return argumentsLine(JSON.parse(text), room)
  } catch {
    return oneLine(text, room)
  }
}

function lastLine({ items, next, total }: InboxPage, oldest: boolean): string {
  const order = oldest ? 'oldest first' : 'newest first'
  const shown =
    next === undefined
      ? `${count(total, 'request')}, ${order}.`
      : `${items.length} of ${count(total, 'request')}, ${order}. More: --after ${next}`
  const [first] = items.filter(({ status }) => status === 'pending')
  if (!first) return shown
  const look = `toolyard approvals show ${visibleText(first.id)}`
  return first.kind === 'question' && !first.form
    ? `${shown} Look at one, then answer it:\n  ${look}\n  toolyard approvals answer ${first.id} TEXT`
    : `${shown} Look at one; it says how to approve it:\n  ${look}`
}
