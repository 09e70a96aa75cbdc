/** `toolyard approvals show ID`: what exactly is asked, by whom and why, and what each answer would do. */
import { visibleText } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { InboxItem } from '../../../store/index.ts'
import { diffOf } from '../../asking/request-diff.ts'
import { formRows } from '../../asking/terminal-form.ts'
import type { CommandRun } from '../../command.ts'
import { callerText, oneLine, statusText } from '../../terminal/call-words.ts'
import { framed } from '../../terminal/framed-text.ts'
import { factTable } from '../../terminal/table.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { ago, dayTime, timeSpan } from '../../terminal/times.ts'
import { openYard } from '../../yard/open-yard.ts'
import type { ApprovalsShowOptions } from './show.ts'

/** What is shown of a request, and of the words around it, unless all of it is asked for. */
const mostRequest = { rows: 60, characters: 6000 }
const mostWords = { rows: 6, characters: 500 }
const usualColumns = 80
/** Characters of a digest that stand for all of it. */
const shownMark = 16

export const showRequest: CommandRun<ApprovalsShowOptions> = async ({ id, whole = false }, context) => {
  const { terminal, flags } = context
  const { yard } = await openYard(context, { sync: false, database: 'known', servers: 'none' })
  await using _ = yard
  const item = await yard.inbox.find(id)
  if (flags.jsonOutput) {
    const { text, isWhole } = yard.inbox.render(item)
    terminal.printJson({ request: item, text, isWhole })
    return 0
  }
  const { print, style, columns = usualColumns } = terminal
  const { rows, isCut } = await requestRows(item, yard, { columns, style, whole })
  print(rows.join('\n'))
  if (item.status === 'pending') printAnswers(item, terminal, isCut)
  return 0
}

interface RequestLook {
  readonly columns: number
  readonly style: Terminal['style']
  /** Every character of it (the default), or the beginning of what is long. */
  readonly whole?: boolean
}

/** A request as people read it before they answer, and whether there is more of it. */
export async function requestRows(
  item: InboxItem,
  { inbox }: Pick<ToolService, 'inbox'>,
  { columns, style, whole = true }: RequestLook,
): Promise<{ readonly rows: readonly string[]; readonly isCut: boolean }> {
  const { text, secrets } = inbox.render(item)
  const rows: string[] = []
  let isCut = false
  const print = (told: string): void => void rows.push(...told.split('\n'))
  const frame = (told: string, most: typeof mostWords): void => {
    const rest = `toolyard approvals show ${item.id} --whole`
    const shown = framed(told, { columns, rest, ...(!whole && { most }) })
    isCut ||= shown.isCut
    rows.push(...shown.rows)
  }
  print(`${style('bold', oneLine(item.tool))}  ${statusText(item.status, style)}  ${item.id}`)
  print(factTable(factsOf(item), { style, tableColumns: columns }))
  print(item.kind === 'question' ? '\nthe question:' : '\nwhat would run:')
  frame(text, mostRequest)
  if (item.form) rows.push('the form:', ...formRows(item.form, columns))
  if (secrets > 0)
    print(
      style('yellow', '  The values of secrets are not shown; each mark says which one, and how long it is.'),
    )
  if (item.explanation !== undefined) {
    print('why, in the words of the agent:')
    frame(item.explanation, mostWords)
  }
  print('asked because')
  frame(item.rule === '' ? item.reason : `${item.reason} [${item.rule}]`, mostWords)
  const diff = await diffOf(item, inbox, { style, columns })
  if (diff !== undefined) print(`what it would change:\n${diff}`)
  return { rows, isCut }
}

function factsOf(item: InboxItem): (readonly [string, string])[] {
  const now = Date.now()
  const expires =
    item.status === 'pending' ? `, expires in ${timeSpan(Math.max(0, item.expiresAt - now))}` : ''
  return [
    ['asked', `${dayTime(item.createdAt)}, ${ago(item.createdAt, now)}${expires}`],
    ['by', `${callerText(item)}, call ${oneLine(item.callId, 100)}`],
    ...(item.digest === '' ? [] : [['digest', item.digest] as const]),
    ...(item.by === undefined ? [] : [['answer', answerText(item)] as const]),
  ]
}

function answerText({ status, by = '', answer, answeredAt }: InboxItem): string {
  const when = answeredAt === undefined ? '' : `, ${dayTime(answeredAt)}`
  const used = status === 'used' ? 'approved, and its call has begun' : status
  return `${used}, by ${oneLine(by)}${when}${answer === undefined ? '' : `: "${oneLine(answer, 300)}"`}`
}

/** Every answer with what it does: of "always", the very rule that it saves. */
function printAnswers(item: InboxItem, { print, style }: Terminal, isCut: boolean): void {
  // A command that was cut can't be copied: what it does stands below it.
  const tell = (words: string, ...does: readonly string[]): void =>
    print(
      [`  ${style('cyan', `toolyard approvals ${words}`)}`, ...does.map((one) => `    ${one}`)].join('\n'),
    )
  print('')
  if (item.form) {
    tell(
      `answer ${item.id} --field NAME=VALUE …`,
      'answers with these fields; a field that is left out takes its default',
    )
    tell(`answer ${item.id} --json '{"NAME": VALUE, …}'`, 'the same, as JSON')
    return tell(`reject ${item.id} --reason TEXT`, 'declines to answer')
  }
  if (item.kind === 'question') {
    const choices = item.choices?.map((choice) => oneLine(choice)).join(', ')
    return tell(`answer ${item.id} TEXT`, ...(choices === undefined ? [] : [`one of: ${choices}`]))
  }
  const rule = item.offer === undefined ? undefined : visibleText(item.offer)
  const alsoAllows = (place: 'thread' | 'agent', name: string | undefined): string[] =>
    rule === undefined || name === undefined
      ? []
      : [
          `--for ${place.padEnd(6)}  … and allows ${rule} ${place === 'thread' ? 'in' : 'for'} ${place} ${oneLine(name)}`,
        ]
  if (isCut) tell(`show ${item.id} --whole`, 'shows all of it, and how to approve it')
  else
    tell(
      `approve ${item.id}@${item.digest.slice(0, shownMark)}`,
      'runs this call, once',
      ...alsoAllows('thread', item.threadId),
      ...alsoAllows('agent', item.agent),
    )
  tell(`reject ${item.id} --reason TEXT`, 'does not run it')
  if (!isCut && rule === undefined)
    print(style('dim', '  This call always requires approval: it can only be approved once.'))
}
