/** `toolyard accept|pin|unpin|rollback|enable|disable NAME`: what people decide about a tool. */
import { visibleText } from '../kernel/index.ts'
import { renderChanges, type ToolHistory } from '../registry/index.ts'
import type { ToolService } from '../runtime/index.ts'
import type { CatalogueTool } from '../store/index.ts'
import type { CommandContext, CommandRun } from './command.ts'
import { openYard } from './open-yard.ts'
import { requirePerson } from './person.ts'
import { indent } from './terminal.ts'

export interface DecideOptions {
  readonly decision: keyof typeof decisions
  readonly names: readonly string[]
  readonly version?: number | undefined
}

const decisions = {
  accept: (history: ToolHistory, name: string) => history.accept(name),
  pin: (history: ToolHistory, name: string, version?: number) => history.pin(name, version),
  unpin: (history: ToolHistory, name: string) => history.unpin(name),
  rollback: (history: ToolHistory, name: string, version?: number) => history.rollBack(name, version),
  enable: (history: ToolHistory, name: string) => history.setEnabled(name, true),
  disable: (history: ToolHistory, name: string) => history.setEnabled(name, false),
} as const

export const decideTool: CommandRun<DecideOptions> = async ({ decision, names, version }, context) => {
  const { terminal, flags } = context
  const { yard } = await openYard(context)
  await using _ = yard
  if (names.length === 0) return showHeld(yard, context)
  requirePerson()
  // A name that is wrong is found before anything is changed.
  for (const name of names) await yard.history.find(name)
  const tools: CatalogueTool[] = []
  for (const name of names) tools.push(await decisions[decision](yard.history, name, version))
  if (flags.jsonOutput) terminal.printJson({ tools })
  else for (const tool of tools) terminal.print(sentence(tool))
  return 0
}

/** What waits for a decision, and what it would change. */
async function showHeld(yard: ToolService, { terminal, flags }: CommandContext): Promise<0> {
  const held = await yard.store.catalogue.list({ state: 'held' })
  if (flags.jsonOutput) terminal.printJson({ held })
  else if (held.length === 0) terminal.print('No tool is held.')
  for (const { id, name, error = '', version } of flags.jsonOutput ? [] : held) {
    terminal.print(`${terminal.style('cyan', name)} (version ${version}): ${visibleText(error)}`)
    const versions = await yard.history.versions(id)
    const { comparison } = versions[0] ?? {}
    if (comparison) terminal.print(indent(renderChanges(comparison)))
    terminal.print(terminal.style('dim', `  toolyard accept ${name}`))
  }
  return 0
}

function sentence({ name, state, enabled, pinned, error, version }: CatalogueTool): string {
  const subject = `${name} (version ${version})`
  if (!enabled) return `${subject} is switched off; nobody can call it`
  if (state === 'active')
    return `${subject} can be called${pinned ? '; every other version will be held' : ''}`
  return `${subject} is ${state}${error ? `: ${visibleText(error)}` : ''}`
}
