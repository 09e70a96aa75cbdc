/** `toolyard versions NAME`: every version of a tool that was ever seen, what it changed, and whether that breaks callers. */
import { visibleText } from '../../../kernel/index.ts'
import { renderChanges } from '../../../registry/index.ts'
import type { CommandRun } from '../../command.ts'
import { indent } from '../../terminal/terminal.ts'
import { openYard } from '../../yard/open-yard.ts'
import type { VersionsOptions } from './versions.ts'

export const listVersions: CommandRun<VersionsOptions> = async ({ name }, context) => {
  const { terminal, flags } = context
  const { yard } = await openYard(context, { servers: [name] })
  await using _ = yard
  const tool = await yard.catalogue.find(name)
  const history = await yard.catalogue.versions(tool.id)
  const agents = (await yard.agents.list())
    .filter(({ toolIds }) => toolIds.includes(tool.id))
    .map((agent) => agent.name)
  if (flags.jsonOutput) {
    terminal.printJson({ tool: tool.name, id: tool.id, state: tool.state, agents, versions: history })
    return 0
  }
  const { print, style } = terminal
  print(
    `${style('cyan', tool.name)}  ${tool.enabled ? tool.state : 'disabled'}${tool.error ? `: ${visibleText(tool.error)}` : ''}`,
  )
  for (const { version, seenAt, fingerprint, verdict, comparison, isCurrent, isAccepted } of history) {
    const marks = [isCurrent ? 'current' : '', isAccepted ? (tool.pinned ? 'pinned' : 'accepted') : '']
      .filter(Boolean)
      .join(', ')
    const judged = verdict ? style(verdict === 'breaking' ? 'red' : 'green', verdict) : 'first'
    print(
      `\nversion ${version}  ${new Date(seenAt).toISOString()}  ${style('dim', fingerprint.slice(0, 12))}  ${judged}${marks && `  ${style('bold', marks)}`}`,
    )
    if (comparison) print(indent(renderChanges(comparison)))
  }
  print(
    style('dim', agents.length > 0 ? `\nAgents that have it: ${agents.join(', ')}` : '\nNo agent has it.'),
  )
  return 0
}
