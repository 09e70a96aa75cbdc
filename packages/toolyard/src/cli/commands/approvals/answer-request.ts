/** `toolyard approvals approve|reject|answer ID`: a person's answer, from any process; the first one counts. */
import { didYouMean, isPlainObject, parseJson, ToolyardError, visibleText } from '../../../kernel/index.ts'
import type { QuestionAnswer } from '../../../pipeline/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { Grant, InboxItem } from '../../../store/index.ts'
import { readFields } from '../../asking/form-words.ts'
import { askLine, askQuestion, showPages } from '../../asking/terminal-questions.ts'
import type { CommandContext, CommandRun } from '../../command.ts'
import { oneLine } from '../../terminal/call-words.ts'
import { type ExitCode, indent } from '../../terminal/terminal.ts'
import { openYard } from '../../yard/open-yard.ts'
import { personHere, requirePerson } from '../../yard/person.ts'
import type { AnswerOptions, ApproveOptions, RejectOptions } from './answers.ts'
import { grantHolder } from './list-grants.ts'
import { requestRows } from './show-request.ts'

const scopes = ['once', 'thread', 'agent'] as const

const marked = /^(.+)@([0-9a-f]+)$/
/** Characters of a digest that tell one request from every other. */
const leastMark = 12

export const approveRequest: CommandRun<ApproveOptions> = async (
  { id: said, for: given = 'once' },
  context,
) => {
  requirePerson()
  const { terminal } = context
  const scope = scopes.find((known) => known === given)
  if (!scope)
    throw new ToolyardError(
      'invalid_arguments',
      `--for: "${given}" is not known.${didYouMean(given, scopes)}`,
      { hint: 'Use once, thread or agent.' },
    )
  return answer(context, async (yard, by) => {
    const [, id = said, mark] = marked.exec(said) ?? []
    if (!(await isLookedAt(yard, { id, mark }, context))) return 3
    const { item, grant } = await yard.inbox.approve(id, { by, scope })
    if (context.flags.jsonOutput) terminal.printJson({ request: item, grant: grant ?? null })
    else tellApproved(item, grant, context)
    return 0
  })
}

/** People approve only what they have been shown: they name its digest, or see it here to its end and say yes. */
async function isLookedAt(
  yard: ToolService,
  { id, mark }: { readonly id: string; readonly mark: string | undefined },
  context: CommandContext,
): Promise<boolean> {
  const { terminal, flags, signal } = context
  const item = await yard.inbox.find(id)
  // What is no open request is refused with the reason.
  if (item.status !== 'pending' || item.kind !== 'approval') return true
  if (mark !== undefined) {
    if (mark.length >= leastMark && item.digest.startsWith(mark)) return true
    throw new ToolyardError('conflict', `"${mark}" is not the digest of ${id}`, { hint: lookHint(id) })
  }
  if (flags.jsonOutput || !terminal.interactive)
    throw new ToolyardError('invalid_arguments', `approving ${id} needs the digest of what was looked at`, {
      hint: lookHint(id),
    })
  const { rows } = await requestRows(item, yard, { columns: terminal.noteColumns, style: terminal.noteStyle })
  if (!(await showPages(rows, signal, terminal))) return false
  return /^y(es)?$/i.test((await askLine('Approve exactly this? [y/N] ', signal)).trim())
}

function lookHint(id: string): string {
  return `Look at all of it with "toolyard approvals show ${id} --whole": it prints the command that approves it.`
}

export const rejectRequest: CommandRun<RejectOptions> = ({ id, reason }, context) => {
  requirePerson()
  const { terminal, flags } = context
  return answer(context, async ({ inbox }, by) => {
    const isQuestion = (await inbox.find(id)).kind === 'question'
    const { item } = await (isQuestion ? inbox.decline(id, { by, reason }) : inbox.reject(id, { by, reason }))
    if (flags.jsonOutput) terminal.printJson({ request: item })
    else tellDeclined(item, context)
    return 0
  })
}

function tellDeclined({ id, kind, tool }: InboxItem, { terminal }: CommandContext): void {
  const then = kind === 'question' ? 'goes on without an answer' : 'does not run'
  terminal.print(`${terminal.style('yellow', 'rejected')} ${id}: ${oneLine(tool)} ${then}.`)
}

export const answerRequest: CommandRun<AnswerOptions> = (options, context) => {
  requirePerson()
  const { terminal, flags } = context
  return answer(context, async ({ inbox }, by) => {
    const asked = await inbox.find(options.id)
    const given = saidIn(options, asked)
    const here = given === undefined ? await askHere(asked, context) : undefined
    const { item } = here?.declined
      ? await inbox.decline(options.id, { by })
      : await inbox.answer(options.id, given ?? here?.values ?? here?.text ?? '', { by })
    if (flags.jsonOutput) terminal.printJson({ request: item })
    else if (item.status === 'rejected') tellDeclined(item, context)
    else
      terminal.print(
        `${terminal.style('green', 'answered')} ${item.id}: ${oneLine(item.tool)} goes on with "${oneLine(item.answer ?? '')}".`,
      )
    return 0
  })
}

/** What the command line says: a text, or values of fields, those of `--field` over those of `--json`. */
function saidIn(
  { text, field, json }: AnswerOptions,
  { id, form }: InboxItem,
): string | Record<string, unknown> | undefined {
  if (json === undefined && field.length === 0) return text
  if (!form || text !== undefined)
    throw new ToolyardError(
      'invalid_arguments',
      form ? 'give a text or fields, not both' : `${id} has no form: answer it with a text`,
      { hint: `See it with "toolyard approvals show ${id}".` },
    )
  const read = json === undefined ? { value: {} } : parseJson(json)
  if ('problem' in read || !isPlainObject(read.value))
    throw new ToolyardError('invalid_arguments', '--json must be a JSON object with a value for each field')
  return { ...read.value, ...readFields(field, form) }
}

/** A question that is asked here. */
async function askHere(
  asked: InboxItem,
  { terminal, flags, signal }: CommandContext,
): Promise<QuestionAnswer> {
  const isAsked = asked.kind === 'question' && asked.status === 'pending' && !flags.jsonOutput
  const said = isAsked && terminal.interactive ? await askQuestion(asked, signal, terminal) : undefined
  if (said) return said
  const fields = Object.keys(asked.form?.properties ?? {})
  throw new ToolyardError('invalid_arguments', `an answer to ${asked.id} is missing`, {
    hint: asked.form
      ? `Use --field NAME=VALUE for each of ${fields.join(', ')}; or --json.`
      : 'Write it behind the id.',
  })
}

/** Answers are a person's: a program that acts for an agent gives none. */
async function answer(
  context: CommandContext,
  give: (yard: ToolService, by: string) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (context.flags.agent !== undefined)
    throw new ToolyardError('denied', `agent "${context.flags.agent}" can't answer: only people can`, {
      hint: 'Leave out --agent.',
    })
  const { yard } = await openYard(context, { sync: false, database: 'known', servers: 'none' })
  await using _ = yard
  return await give(yard, personHere())
}

function tellApproved(item: InboxItem, grant: Grant | undefined, { terminal }: CommandContext): void {
  const { print, style } = terminal
  print(`${style('green', 'approved')} ${item.id}: ${oneLine(item.tool)} runs now if its caller still waits,`)
  print(indent(`or when it is called again with the id ${oneLine(item.callId, 100)}.`))
  if (!grant) return
  print(
    `${style('green', 'granted')}  ${visibleText(grant.rule)}  ${grantHolder(grant)}, until it is revoked:`,
  )
  print(indent(`toolyard grants revoke ${grant.id}`))
}
