/** `toolyard accept|pin|unpin|rollback|enable|disable NAME`: what people decide about a tool. */
import { matchesGlob } from 'node:path/posix'
import { ToolyardError } from '../../../kernel/index.ts'
import { renderChanges, type ToolHistory } from '../../../registry/index.ts'
import type { ToolService } from '../../../runtime/index.ts'
import type { CatalogueEntry, CatalogueTool } from '../../../store/index.ts'
import { askLine } from '../../asking/terminal-questions.ts'
import type { CommandContext, CommandRun } from '../../command.ts'
import { inOneLine } from '../../terminal/layout.ts'
import { type ExitCode, indent, type Terminal } from '../../terminal/terminal.ts'
import { openYard } from '../../yard/open-yard.ts'
import { requirePerson } from '../../yard/person.ts'
import { printDefinition } from '../tools/show-tool.ts'
import type { DecideOptions, DecideVersionOptions } from './decisions.ts'

type DecisionName = keyof typeof decisions

interface DecisionRequest {
  readonly decision: DecisionName
  readonly names: readonly string[]
  readonly version?: number | undefined
}

interface MeantVersion {
  readonly name: string
  /** The version that is decided about: the one that was named, or that was there when it was shown. */
  readonly fingerprint: string
  readonly version?: number | undefined
}

const decisions = {
  accept: (history: ToolHistory, { name, fingerprint }: MeantVersion) =>
    history.accept(name, { fingerprint }),
  pin: (history: ToolHistory, { name, fingerprint, version }: MeantVersion) =>
    history.pin(name, version === undefined ? { fingerprint } : { version }),
  unpin: (history: ToolHistory, { name }: MeantVersion) => history.unpin(name),
  rollback: (history: ToolHistory, { name, version }: MeantVersion) => history.rollBack(name, version),
  enable: (history: ToolHistory, { name }: MeantVersion) => history.setEnabled(name, true),
  disable: (history: ToolHistory, { name }: MeantVersion) => history.setEnabled(name, false),
} as const

/** One decision about several tools. */
export function decideTools(decision: DecisionName): CommandRun<DecideOptions> {
  return ({ names }, context) => decide({ decision, names }, context)
}

/** One decision about a version of a tool. */
export function decideVersion(decision: DecisionName): CommandRun<DecideVersionOptions> {
  return ({ name, version }, context) => decide({ decision, names: [name], version }, context)
}

async function decide(
  { decision, names, version }: DecisionRequest,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal, flags } = context
  const { yard } = await openYard(context, { servers: names.length === 0 ? 'wait' : names })
  await using _ = yard
  if (names.length === 0) return await showHeld(yard, context)
  requirePerson()
  const given = decision === 'accept' ? await heldBy(yard, names) : names
  // A name that is wrong is found before anything is changed.
  const meant: MeantVersion[] = []
  for (const name of given) meant.push({ ...(await meantBy(yard, name)), version })
  if (decision === 'accept' && !(await isLookedAt(yard, meant, context))) return 3
  const tools: CatalogueTool[] = []
  for (const one of meant) tools.push(await decisions[decision](yard.catalogue, one))
  if (flags.jsonOutput) terminal.printJson({ tools })
  else for (const tool of tools) terminal.print(sentence(tool))
  return 0
}

/** Characters of a fingerprint that tell one version from every other. */
const shortMark = 12
/** Of a whole one: a person who named fewer has looked already. */
const fullMark = 64

const marked = /^(.+)@([0-9a-f]{8,64})$/

/** `NAME@FINGERPRINT` means that version and no other; a name the one that is there now. */
async function meantBy({ catalogue }: ToolService, given: string): Promise<MeantVersion> {
  const [, name = given, fingerprint] = marked.exec(given) ?? []
  const tool = await catalogue.find(name)
  return { name, fingerprint: fingerprint ?? tool.fingerprint }
}

/** Shows what is accepted, which is then what can be accepted; a person at the terminal says yes to it. */
async function isLookedAt(
  yard: ToolService,
  meant: readonly MeantVersion[],
  { terminal, flags, signal }: CommandContext,
): Promise<boolean> {
  const isQuiet = flags.jsonOutput === true
  for (const { name, fingerprint } of meant) {
    const tool = await yard.catalogue.find(name)
    const isOther = !tool.fingerprint.startsWith(fingerprint)
    if (!isQuiet && !isOther && tool.state === 'held') await printHeld(yard, tool, terminal)
  }
  if (isQuiet || !terminal.interactive || meant.every(({ fingerprint }) => fingerprint.length < fullMark))
    return true
  const said = await askLine(
    `Accept ${meant.length === 1 ? 'this version' : 'these versions'}? [y/N] `,
    signal,
  )
  return /^y(es)?$/i.test(said.trim())
}

/** `github__*` stands for all of them that are held now, in the versions that are there now. */
async function heldBy({ catalogue }: ToolService, names: readonly string[]): Promise<string[]> {
  if (!names.some((name) => name.includes('*'))) return [...names]
  const held = await catalogue.list({ state: 'held' })
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
  const held = await yard.catalogue.list({ state: 'held' })
  if (flags.jsonOutput) terminal.printJson({ held })
  else if (held.length === 0) terminal.print('No tool is held.')
  for (const tool of flags.jsonOutput ? [] : held) {
    await printHeld(yard, tool, terminal)
    const mark = tool.fingerprint.slice(0, shortMark)
    terminal.print(terminal.style('dim', `  toolyard accept ${tool.name}@${mark}`))
  }
  return 0
}

async function printHeld(yard: ToolService, tool: CatalogueEntry, terminal: Terminal): Promise<void> {
  const { id, name, error = '', version, manifest } = tool
  terminal.print(`${terminal.style('cyan', name)} (version ${version}): ${inOneLine(error)}`)
  const versions = await yard.catalogue.versions(id)
  const { comparison } = versions[0] ?? {}
  if (comparison) terminal.print(indent(renderChanges(comparison)))
  else printDefinition(manifest, terminal)
}

function sentence({ name, state, enabled, pinned, error, version }: CatalogueTool): string {
  const subject = `${name} (version ${version})`
  if (!enabled) return `${subject} is switched off; nobody can call it`
  if (state === 'active')
    return `${subject} can be called${pinned ? '; every other version will be held' : ''}`
  return `${subject} is ${state}${error ? `: ${inOneLine(error)}` : ''}`
}
