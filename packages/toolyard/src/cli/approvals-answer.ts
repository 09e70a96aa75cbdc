/** `toolyard approvals approve|reject|answer ID`: a person's answer, from any process; the first one counts. */
import { didYouMean, ToolyardError, visibleText } from '../kernel/index.ts'
import type { ToolService } from '../runtime/index.ts'
import type { Grant, InboxItem } from '../store/index.ts'
import { oneLine } from './call-words.ts'
import type { CommandContext, CommandRun } from './command.ts'
import { grantHolder } from './grants.ts'
import { openYard } from './open-yard.ts'
import { personHere, requirePerson } from './person.ts'
import { indent } from './terminal.ts'

const scopes = ['once', 'thread', 'agent'] as const

export interface ApproveOptions {
  readonly id: string
  readonly for?: string
}

export const approvalsApprove: CommandRun<ApproveOptions> = async ({ id, for: given = 'once' }, context) => {
  requirePerson()
  const { terminal } = context
  const scope = scopes.find((known) => known === given)
  if (!scope)
    throw new ToolyardError(
      'invalid_arguments',
      `--for: "${given}" is not known.${didYouMean(given, scopes)}`,
      { hint: 'Use once, thread or agent.' },
    )
  return answer(context, async ({ inbox }, by) => {
    const { item, grant } = await inbox.approve(id, { by, scope })
    if (context.flags.jsonOutput) terminal.printJson({ request: item, grant: grant ?? null })
    else tellApproved(item, grant, context)
  })
}

export interface RejectOptions {
  readonly id: string
  readonly reason?: string
}

export const approvalsReject: CommandRun<RejectOptions> = ({ id, reason }, context) => {
  requirePerson()
  const { terminal, flags } = context
  return answer(context, async ({ inbox }, by) => {
    const { item } = await inbox.reject(id, { by, reason })
    if (flags.jsonOutput) terminal.printJson({ request: item })
    else
      terminal.print(
        `${terminal.style('yellow', 'rejected')} ${item.id}: ${oneLine(item.tool)} does not run.`,
      )
  })
}

export interface AnswerOptions {
  readonly id: string
  readonly text: string
}

export const approvalsAnswer: CommandRun<AnswerOptions> = ({ id, text }, context) => {
  requirePerson()
  const { terminal, flags } = context
  return answer(context, async ({ inbox }, by) => {
    const { item } = await inbox.answer(id, text, { by })
    if (flags.jsonOutput) terminal.printJson({ request: item })
    else
      terminal.print(
        `${terminal.style('green', 'answered')} ${item.id}: ${oneLine(item.tool)} goes on with "${oneLine(text)}".`,
      )
  })
}

/** Answers are a person's: whoever acts for an agent gives none. */
async function answer(
  context: CommandContext,
  give: (yard: ToolService, by: string) => Promise<void>,
): Promise<0> {
  if (context.flags.agent !== undefined)
    throw new ToolyardError('denied', `agent "${context.flags.agent}" can't answer: only people can`, {
      hint: 'Leave --agent away.',
    })
  const { yard } = await openYard(context, { sync: false, database: 'known', servers: 'none' })
  await using _ = yard
  await give(yard, personHere())
  return 0
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
