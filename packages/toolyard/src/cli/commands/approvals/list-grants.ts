/** `toolyard grants`: what people have allowed beyond one call, to whom, since when; and how it is taken back. */
import { didYouMean, ToolyardError, visibleText } from '../../../kernel/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { Grant } from '../../../store/index.ts'
import type { CommandRun } from '../../command.ts'
import { oneLine } from '../../terminal/call-words.ts'
import { count } from '../../terminal/layout.ts'
import { type Column, table } from '../../terminal/table.ts'
import { ago } from '../../terminal/times.ts'
import { unknownCommand } from '../../unknown-command.ts'
import { openYard } from '../../yard/open-yard.ts'
import { requirePerson } from '../../yard/person.ts'
import type { GrantsOptions, GrantsRevokeOptions } from './grants.ts'

const shape: readonly Column[] = [
  { head: 'grant', below: '' },
  { head: 'allows', least: 24, wraps: true },
  { head: 'for', least: 12, wraps: true },
  { head: 'by', below: 'by' },
  { head: 'since', least: 12, wraps: true },
]

export const listGrants: CommandRun<GrantsOptions> = async ({ words }, context) => {
  const { terminal, flags } = context
  if (words[0] !== undefined) throw unknownCommand('grants', words[0], ['revoke'])
  const { yard } = await openYard(context, { sync: false, database: 'known', servers: 'none' })
  await using _ = yard
  const all = await yard.inbox.grants()
  const given = flags.agent === undefined ? all : all.filter(({ agent }) => agent === flags.agent)
  if (flags.jsonOutput) {
    terminal.printJson({ grants: given })
    return 0
  }
  const { style } = terminal
  if (given.length === 0) {
    terminal.print(
      'Nothing is granted. A rule is granted with\n  toolyard approvals approve ID@DIGEST --for thread\n  toolyard approvals approve ID@DIGEST --for agent',
    )
    return 0
  }
  const now = Date.now()
  const rows = given.map((grant) => [
    grant.id,
    style('cyan', visibleText(grant.rule)),
    grantHolder(grant),
    oneLine(grant.by),
    `${ago(grant.createdAt, now)}${style('yellow', voidText(grant, yard))}`,
  ])
  terminal.print(table(rows, shape, terminal))
  terminal.print(
    style('dim', `\n${count(given.length, 'grant')}. Take one back with "toolyard grants revoke ID".`),
  )
  return 0
}

export const revokeGrant: CommandRun<GrantsRevokeOptions> = async ({ id }, context) => {
  requirePerson()
  const { terminal, flags } = context
  const { yard } = await openYard(context, { sync: false, database: 'known', servers: 'none' })
  await using _ = yard
  const given = await yard.inbox.grants()
  const grant = given.find((known) => known.id === id)
  if (!grant || !(await yard.inbox.revoke(id)))
    throw new ToolyardError(
      'not_found',
      `there is no grant "${id.slice(0, 200)}".${didYouMean(
        id,
        given.map((known) => known.id),
      )}`,
      { hint: 'See all of them with "toolyard grants".' },
    )
  if (flags.jsonOutput) terminal.printJson({ revoked: grant })
  else
    terminal.print(
      `${terminal.style('green', 'revoked')} ${visibleText(grant.rule)} ${grantHolder(grant)}: it is asked about again.`,
    )
  return 0
}

/** `for agent helper`, `in thread t1`. */
export function grantHolder({ threadId, agent }: Grant): string {
  return threadId === undefined ? `for agent ${oneLine(agent ?? '')}` : `in thread ${oneLine(threadId)}`
}

/** A grant holds for the definition that was shown, in its folder; nothing is known of a tool that is not there. */
function voidText({ fingerprint, tool, workspace }: Grant, yard: ToolService): string {
  const current = yard.registry.get(tool)?.manifest.fingerprint
  if (current !== undefined && current !== fingerprint) return ', void: the tool has changed'
  if (workspace === undefined) return ', void: it names no folder'
  return workspace === yard.installation.workspace ? '' : `, only in ${oneLine(workspace, 100)}`
}
