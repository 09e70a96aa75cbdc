/** `toolyard accept|pin|unpin|rollback|enable|disable NAME`: what people decide about a tool. */
import { matchesGlob } from 'node:path/posix'
import { ToolyardError, visibleText } from '../kernel/index.ts'
import { renderChanges, type ToolHistory } from '../registry/index.ts'
import type { ToolService } from '../runtime/index.ts'
import type { CatalogueTool } from '../store/index.ts'
import type { CommandContext, CommandRun } from './command.ts'
import { openYard } from './open-yard.ts'
import { requirePerson } from './person.ts'
import { printDefinition } from './show.ts'
import { indent } from './terminal.ts'

export interface DecideOptions {
  readonly decision: keyof typeof decisions
  readonly names: readonly string[]
  readonly version?: number | undefined
}

const decisions = {
  accept: (history: ToolHistory, name: string) => accept(history, name),
  pin: (history: ToolHistory, name: string, version?: number) => history.pin(name, version),
  unpin: (history: ToolHistory, name: string) => history.unpin(name),
  rollback: (history: ToolHistory, name: string, version?: number) => history.rollBack(name, version),
  enable: (history: ToolHistory, name: string) => history.setEnabled(name, true),
  disable: (history: ToolHistory, name: string) => history.setEnabled(name, false),
} as const

export const decideTool: CommandRun<DecideOptions> = async ({ decision, names, version }, context) => {
  const { terminal, flags } = context
  const { yard } = await openYard(context, { servers: names.length === 0 ? 'wait' : names })
  await using _ = yard
  if (names.length === 0) return await showHeld(yard, context)
  requirePerson()
  const meant = decision === 'accept' ? await heldBy(yard, names) : names
  // A name that is wrong is found before anything is changed.
  for (const name of meant) await yard.history.find(nameOnly(name))
  const tools: CatalogueTool[] = []
  for (const name of meant) tools.push(await decisions[decision](yard.history, name, version))
  if (flags.jsonOutput) terminal.printJson({ tools })
  else for (const tool of tools) terminal.print(sentence(tool))
  return 0
}

/** Characters of a fingerprint that tell one version from every other. */
const shortMark = 12

const marked = /^(.+)@([0-9a-f]{8,64})$/

/** `NAME@FINGERPRINT` accepts that version and no other. */
function accept(history: ToolHistory, name: string): Promise<CatalogueTool> {
  const [, tool, fingerprint] = marked.exec(name) ?? []
  return tool !== undefined && fingerprint !== undefined
    ? history.accept(tool, { fingerprint })
    : history.accept(name)
}

function nameOnly(name: string): string {
  return marked.exec(name)?.[1] ?? name
}

/** `github__*` stands for all of them that are held now, in the versions that are there now. */
async function heldBy({ store }: ToolService, names: readonly string[]): Promise<string[]> {
  if (!names.some((name) => name.includes('*'))) return [...names]
  const held = await store.catalogue.list({ state: 'held' })
  return names.flatMap((name) => {
    if (!name.includes('*')) return [name]
    const fitting = held.filter((tool) => matchesGlob(tool.name, name))
    if (fitting.length > 0) return fitting.map((tool) => `${tool.name}@${tool.fingerprint}`)
    throw new ToolyardError('not_found', `no tool is held whose name fits "${name}"`, {
      hint: 'See what is held with "toolyard accept".',
    })
  })
}

/** What waits for a decision: all of a tool that is new, else what has changed. */
async function showHeld(yard: ToolService, { terminal, flags }: CommandContext): Promise<0> {
  const held = await yard.store.catalogue.list({ state: 'held' })
  if (flags.jsonOutput) terminal.printJson({ held })
  else if (held.length === 0) terminal.print('No tool is held.')
  for (const { id, name, error = '', version, manifest } of flags.jsonOutput ? [] : held) {
    terminal.print(`${terminal.style('cyan', name)} (version ${version}): ${visibleText(error)}`)
    const versions = await yard.history.versions(id)
    const { comparison } = versions[0] ?? {}
    if (comparison) terminal.print(indent(renderChanges(comparison)))
    else printDefinition(manifest, terminal)
    const mark = manifest.fingerprint.slice(0, shortMark)
    terminal.print(terminal.style('dim', `  toolyard accept ${name}@${mark}`))
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
